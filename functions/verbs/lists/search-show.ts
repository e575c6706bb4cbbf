import { docTypes } from '#domain/document';
import type { DocType, Persona, Status, SubmissionStatus } from '#domain/document';
import { fromCents } from '#domain/values/money';
import { moduleVisible, modulesOf } from '#domain/identity/permissions';
import { searchTerms, showSearch } from '#domain/lists/search';
import type { SearchTerms } from '#domain/lists/search';
import { visibleNumber } from '#domain/identity/visibility';
import type { PlanRows } from '#store/d1/query';
import { peopleQuery } from '#store/directory/users';
import { vendorSearchQuery } from '#store/show/vendors/read-reference-data';
import { documentSearchQuery } from '#store/show/lists/search-documents';
import type { DocumentSearch } from '#store/show/lists/search-documents';
import { fullName, numberMilestone, visibilityOf } from '#verbs/request/context';
import type { Membership, MembershipContext, RequestContext } from '#verbs/request/context';

/** A document that was found, and the persona whose page opens for the user. */
export interface FoundDocument {
  id: string;
  docType: DocType;
  /** `NA` while the user may not read it (DEC-17). */
  number: string;
  /** Of the department, before the number of a PO; empty where there is none. */
  prefix: string;
  day: string;
  vendorName: string;
  description: string;
  currency: string;
  totalCost: number;
  status: Status;
  submissionStatus: SubmissionStatus;
  persona: Persona;
  /** It waits for this user. */
  isWaiting: boolean;
}

export interface ShowSearchAnswer {
  documents: FoundDocument[];
  /** Vendors of the show, to list their documents. */
  vendors: { number: string; name: string }[];
  /** People whose documents the user may list: nobody for one who sees only own ones (PE-18). */
  people: { id: string; name: string }[];
}

/** What is looked for among the documents; which modules the show itself has open, the search looks up. */
function documentSearch(place: Membership, terms: SearchTerms): DocumentSearch {
  const open = { invoiceModuleVisible: true, paymentModuleVisible: true };
  const modules = modulesOf(open, place.show.features, place.membership);
  return {
    userId: place.user.id,
    terms,
    types: docTypes
      .filter((docType) => moduleVisible(modules, docType))
      .map((docType) => ({
        docType,
        creator: visibilityOf(place, docType, 'CREATOR'),
        approver: visibilityOf(place, docType, 'APPROVER'),
      })),
    numberMilestone: place.membership.displayPoNumbers,
    limit: showSearch.documents,
  };
}

function seesOthers({ membership }: Membership): boolean {
  return membership.purchaseOrderVisibility !== 'CREATED_BY_THIS_USER';
}

/** The search among documents, and by words also among vendors and people. */
export function searchPlan(member: MembershipContext, typed: string) {
  const { store, directory } = member;
  const terms = searchTerms(typed);
  const byName = terms !== null && terms.words.length > 0;
  return {
    documents: terms && documentSearchQuery(store, documentSearch(member, terms)),
    vendors: byName ? vendorSearchQuery(store, typed.trim(), false) : null,
    people: byName && seesOthers(member) ? peopleQuery(directory) : null,
  };
}

/** Everything of a show that the words find and the user may see: documents, vendors, people. Bounded by `showSearch`. */
export function searchShow(
  context: RequestContext,
  typed: string,
  { documents, vendors, people }: PlanRows<typeof searchPlan>,
): ShowSearchAnswer {
  const terms = searchTerms(typed);
  const milestone = numberMilestone(context);
  const words = terms ? [...terms.words, ...terms.shortWords].map((word) => word.toLowerCase()) : [];
  return {
    documents: (documents ?? []).map((row) => ({
      id: row.id,
      docType: row.docType,
      number: row.docType === 'PO' ? visibleNumber(row.number, row.milestones, milestone) : row.number,
      prefix: row.prefix,
      day: row.businessDay,
      vendorName: row.vendorName,
      description: row.description,
      currency: row.currency,
      totalCost: fromCents(row.totalCents),
      status: row.status,
      submissionStatus: row.submissionStatus,
      persona: row.isWaiting || !row.isCreators ? 'APPROVER' : 'CREATOR',
      isWaiting: row.isWaiting,
    })),
    vendors: (vendors?.permanent ?? [])
      .slice(0, showSearch.vendors)
      .map(({ number, name }) => ({ number, name })),
    people: (people ?? [])
      .map(({ id, firstName, lastName }) => ({ id, name: fullName({ firstName, lastName }) }))
      .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
      .slice(0, showSearch.people),
  };
}
