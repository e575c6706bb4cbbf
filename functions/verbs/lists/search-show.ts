import { docTypes } from '#domain/document';
import { fromCents } from '#domain/values/money';
import { isGuarantor, moduleVisible, modulesOf } from '#domain/identity/permissions';
import { searchTerms, showSearch } from '#domain/lists/search';
import type { SearchTerms } from '#domain/lists/search';
import { foldText } from '#domain/values/fold-text';
import { searchExcerpt } from '#domain/lists/search-excerpt';
import { visibleNumber } from '#domain/identity/visibility';
import type { PlanRows } from '#store/d1/query';
import { showMembersQuery } from '#store/directory/users';
import { vendorSearchQuery } from '#store/show/vendors/read-reference-data';
import { documentSearchQuery } from '#store/show/lists/search-documents';
import type { DocumentSearch } from '#store/show/lists/search-documents';
import { fullName, numberMilestone, visibilityOf } from '#verbs/request/context';
import type { Membership, MembershipContext, RequestContext } from '#verbs/request/context';
import type { ShowSearchResult } from '#domain/lists/search-response';

/** The search among documents. All modules of the show count as open here; the query reads which really are. */
function documentSearch(viewer: Membership, terms: SearchTerms): DocumentSearch {
  const open = { invoiceModuleVisible: true, paymentModuleVisible: true };
  const modules = modulesOf(open, viewer.show.features, viewer.membership);
  return {
    userId: viewer.user.id,
    terms,
    types: docTypes
      .filter((docType) => moduleVisible(modules, docType))
      .map((docType) => ({
        docType,
        creator: visibilityOf(viewer, docType, 'CREATOR'),
        approver: visibilityOf(viewer, docType, 'APPROVER'),
      })),
    numberMilestone: viewer.membership.displayPoNumbers,
    limit: showSearch.documents,
  };
}

function canSeeOthers({ membership }: Membership): boolean {
  return membership.purchaseOrderVisibility !== 'CREATED_BY_THIS_USER';
}

/** Reads the documents that match, and for words also vendors and people. */
export function searchPlan(member: MembershipContext, typed: string) {
  const { store, directory } = member;
  const terms = searchTerms(typed);
  const byName = terms !== null && terms.words.length > 0;
  return {
    documents: terms && documentSearchQuery(store, documentSearch(member, terms)),
    vendors: byName ? vendorSearchQuery(store, typed.trim(), false) : null,
    people: byName && canSeeOthers(member) ? showMembersQuery(directory) : null,
  };
}

/** The documents, vendors and people of a show that match and that the user may see, at most `showSearch` of each. */
export function searchShow(
  context: RequestContext,
  typed: string,
  { documents, vendors, people }: PlanRows<typeof searchPlan>,
): ShowSearchResult {
  const terms = searchTerms(typed);
  const milestone = numberMilestone(context);
  const words = terms ? [...terms.words, ...terms.shortWords].map(foldText) : [];
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
      source: row.source && { ...row.source, text: searchExcerpt(row.source.text, words) },
      isWaiting: row.isWaiting,
    })),
    vendors: (vendors?.permanent ?? [])
      .slice(0, showSearch.vendors)
      .map(({ id, number, name }) => ({ id, number, name })),
    people: (people ?? [])
      .filter((person) => !isGuarantor(person))
      .map(({ id, firstName, lastName }) => ({ id, name: fullName({ firstName, lastName }) }))
      .filter(({ name }) => words.every((word) => foldText(name).includes(word)))
      .slice(0, showSearch.people),
  };
}
