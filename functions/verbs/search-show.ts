import { docTypes } from '#domain/document';
import type { DocType, Persona, Status, SubmissionStatus } from '#domain/document';
import { fromCents } from '#domain/money';
import { moduleVisible } from '#domain/permissions';
import { searchTerms, showSearch } from '#domain/search';
import { visibilityFor, visibleNumber } from '#domain/visibility';
import { readPeople } from '#store/directory/people';
import { searchVendors } from '#store/show/read-reference';
import { searchDocuments } from '#store/show/search-documents';
import { fullName, numberMilestone, viewerOf } from './context.ts';
import type { ShowContext } from './context.ts';

/** A document that was found, and the persona whose page opens for the user. */
export interface FoundDocument {
  id: string;
  docType: DocType;
  /** `NA` while the user may not read it (DEC-17). */
  number: string;
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

/** Everything of a show that the words find and the user may see: documents, vendors, people. Bounded by `showSearch`. */
export async function searchShow(context: ShowContext, typed: string): Promise<ShowSearchAnswer> {
  const terms = searchTerms(typed);
  if (!terms) return { documents: [], vendors: [], people: [] };
  const viewer = viewerOf(context);
  const milestone = numberMilestone(context);
  const types = docTypes
    .filter((docType) => moduleVisible(context.modules, docType))
    .map((docType) => ({
      docType,
      creator: visibilityFor(viewer, docType, 'CREATOR'),
      approver: visibilityFor(viewer, docType, 'APPROVER'),
    }));
  const seesOthers = viewer.purchaseOrderVisibility !== 'CREATED_BY_THIS_USER';
  const named = terms.words.length > 0;
  const [documents, vendors, people] = await Promise.all([
    searchDocuments(context.store, {
      userId: context.user.id,
      terms,
      types,
      numberMilestone: milestone,
      limit: showSearch.documents,
    }),
    named ? searchVendors(context.store, typed.trim(), false) : { permanent: [] },
    named && seesOthers ? readPeople(context.env, context.store.showId) : [],
  ]);
  const words = [...terms.words, ...terms.shortWords].map((word) => word.toLowerCase());
  return {
    documents: documents.map((row) => ({
      id: row.id,
      docType: row.docType,
      number: row.docType === 'PO' ? visibleNumber(row.number, row.milestones, milestone) : row.number,
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
    vendors: vendors.permanent.slice(0, showSearch.vendors).map(({ number, name }) => ({ number, name })),
    people: people
      .map(({ id, firstName, lastName }) => ({ id, name: fullName({ firstName, lastName }) }))
      .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
      .slice(0, showSearch.people),
  };
}
