import { docTypes } from '#domain/document';
import type { DocType, Persona, Status, SubmissionStatus } from '#domain/document';
import { fromCents } from '#domain/values/money';
import { moduleVisible, modulesOf } from '#domain/identity/permissions';
import { searchTerms, showSearch } from '#domain/lists/search';
import type { SearchTerms } from '#domain/lists/search';
import { visibleNumber } from '#domain/identity/visibility';
import { readPeople } from '#store/directory/users';
import { searchVendors } from '#store/show/vendors/read-reference-data';
import { searchDocuments } from '#store/show/lists/search-documents';
import { fullName, numberMilestone, sightOf } from '#verbs/request/context';
import type { Place, Seat, ShowContext } from '#verbs/request/context';

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
function documentsWanted(place: Place, terms: SearchTerms) {
  const open = { invoiceModuleVisible: true, paymentModuleVisible: true };
  const modules = modulesOf(open, place.show.features, place.membership);
  return {
    userId: place.user.id,
    terms,
    types: docTypes
      .filter((docType) => moduleVisible(modules, docType))
      .map((docType) => ({
        docType,
        creator: sightOf(place, docType, 'CREATOR'),
        approver: sightOf(place, docType, 'APPROVER'),
      })),
    numberMilestone: place.membership.displayPoNumbers,
    limit: showSearch.documents,
  };
}

function seesOthers({ membership }: Place): boolean {
  return membership.purchaseOrderVisibility !== 'CREATED_BY_THIS_USER';
}

/** Begins the search, in one trip with the user's rights in the show. */
export function beginSearch(seat: Seat, typed: string): void {
  const terms = searchTerms(typed);
  if (!terms) return;
  const { store, env } = seat;
  store.foreseen.begin(searchDocuments, store, documentsWanted(seat, terms));
  if (terms.words.length === 0) return;
  store.foreseen.begin(searchVendors, store, typed.trim(), false);
  if (seesOthers(seat)) store.foreseen.begin(readPeople, env, store.showId);
}

/** Everything of a show that the words find and the user may see: documents, vendors, people. Bounded by `showSearch`. */
export async function searchShow(context: ShowContext, typed: string): Promise<ShowSearchAnswer> {
  const terms = searchTerms(typed);
  if (!terms) return { documents: [], vendors: [], people: [] };
  const { store, env } = context;
  const { foreseen } = store;
  const milestone = numberMilestone(context);
  const named = terms.words.length > 0;
  const [documents, vendors, people] = await Promise.all([
    foreseen.ask(searchDocuments, store, documentsWanted(context, terms)),
    named ? foreseen.ask(searchVendors, store, typed.trim(), false) : { permanent: [] },
    named && seesOthers(context) ? foreseen.ask(readPeople, env, store.showId) : [],
  ]);
  const words = [...terms.words, ...terms.shortWords].map((word) => word.toLowerCase());
  return {
    documents: documents.map((row) => ({
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
    vendors: vendors.permanent.slice(0, showSearch.vendors).map(({ number, name }) => ({ number, name })),
    people: people
      .map(({ id, firstName, lastName }) => ({ id, name: fullName({ firstName, lastName }) }))
      .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
      .slice(0, showSearch.people),
  };
}
