import type { DocumentChanged } from '#domain/realtime/messages';
import type { DocType, Persona } from '#domain/document';

/** Every SWR key of the application. The first part is the kind of data, which `survivesShowChange` checks. */
export const keys = {
  shows: (page: number, search: string) => ['shows', page, search] as const,
  /** Documents that wait for the user, in each show of the picker. */
  waiting: () => ['waiting'] as const,
  preferences: () => ['preferences'] as const,
  ownSessions: () => ['own-sessions'] as const,
  apiTokens: () => ['api-tokens'] as const,
  covers: (showId: string) => ['covers', showId] as const,
  faq: () => ['faq'] as const,
  guideTasks: () => ['guide-tasks'] as const,
  config: (showId: string) => ['config', showId] as const,
  meta: (showId: string) => ['meta', showId] as const,
  document: (docType: DocType, id: string, persona: Persona) => ['document', docType, id, persona] as const,
  documents: (
    docType: DocType,
    showId: string,
    persona: Persona,
    query: unknown,
    page: number,
    after: string | null = null,
  ) => ['documents', docType, showId, persona, query, page, after] as const,
  listSums: (docType: DocType, showId: string, persona: Persona, query: unknown) =>
    ['list-sums', docType, showId, persona, query] as const,
  /** Purchase orders that an invoice of this vendor, company and currency may relieve (DEC-38). */
  relievable: (showId: string, ...rest: readonly string[]) => ['relievable', showId, ...rest] as const,
  /** Possible duplicates of the invoice in the form; `typed` is the compared part of the draft. */
  similarInvoices: (showId: string, typed: string) => ['similar-invoices', showId, typed] as const,
  /**
   * A bulk approval of a show: the one to be started, the user's latest on the server, a run by id, and the result of
   * the last one.
   */
  bulk: (showId: string, what: 'start' | 'current' | 'run' | 'last', runId = '') =>
    ['bulk', showId, what, runId] as const,
  /** The approval steps of what has been entered (ROUTE-01). */
  approvalRoute: (showId: string, entered: unknown) => ['approval-route', showId, entered] as const,
  /** The budget of the lines that have been entered (BUD-33). */
  enteredBudget: (showId: string, entered: unknown) => ['entered-budget', showId, entered] as const,
  /** Download links to a document that were mailed; `newest` is the time of its last e-mail. */
  mailedLinks: (docType: DocType, id: string, newest: string) =>
    ['mailed-links', docType, id, newest] as const,
  /** Lists of the management screens. */
  managed: (showId: string, what: string, ...rest: readonly (string | number)[]) =>
    ['managed', showId, what, ...rest] as const,
  search: (showId: string, typed: string) => ['search', showId, typed] as const,
  home: (showId: string) => ['home', showId] as const,
  lookup: (showId: string, name: string, ...rest: readonly (string | number | boolean)[]) =>
    ['lookup', showId, name, ...rest] as const,
};

const survivingKinds = new Set<unknown>(['preferences', 'faq', 'guide-tasks', 'bulk']);

/** Whether an entry survives a change of show or persona (DEC-73). */
export function survivesShowChange(key: unknown): boolean {
  return Array.isArray(key) && survivingKinds.has(key[0]);
}

const liveKinds = new Set<unknown>(['document', 'meta', 'home', 'relievable']);

/** Matches settings and lists of a show, which a change of its settings makes stale (DEC-64). */
export function isShowKey(showId: string): (key: unknown) => boolean {
  return (key) => Array.isArray(key) && (key[0] === 'lookup' || key[0] === 'meta') && key[1] === showId;
}

/** Matches what a message may have changed before the channel opened for the first time (DEC-100). */
export function revalidateOnConnect(key: unknown): boolean {
  return Array.isArray(key) && liveKinds.has(key[0]);
}

/** Matches what may have changed while the channel was closed; reference data has its own interval (DEC-100, LS-35). */
export function revalidateOnReconnect(key: unknown): boolean {
  return Array.isArray(key) && !survivingKinds.has(key[0]) && key[0] !== 'lookup';
}

/** Other document types whose pages may mention a document of this type. */
const mentioningTypes: Record<DocType, readonly unknown[]> = {
  PO: [],
  INVOICE: ['PO', 'PAYMENT'],
  PAYMENT: ['PO', 'INVOICE'],
};

/**
 * Matches the entries that a change makes stale: the document, PO balances, and counts of waiting documents (DEC-100).
 */
export function keysAffectedBy(change: DocumentChanged): (key: unknown) => boolean {
  return (key) => {
    if (!Array.isArray(key)) return false;
    if (key[0] === 'document') {
      // A PO's page also shows its invoices (DEC-39), and every page the payments that pay it.
      return key[1] === change.docType
        ? key[2] === change.id
        : mentioningTypes[change.docType].includes(key[1]);
    }
    if (key[0] === 'relievable') return key[1] === change.showId && change.docType !== 'PAYMENT';
    return (key[0] === 'meta' || key[0] === 'home') && key[1] === change.showId;
  };
}

/** Reference data is refetched at most every five minutes (DEC-72, LS-35). */
export const referenceDataOptions = { dedupingInterval: 300_000, revalidateOnFocus: false } as const;
