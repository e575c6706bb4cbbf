import type { DocumentChanged } from '#domain/realtime/messages';
import type { DocType, Persona } from '#domain/document';

/** Every SWR key of the application. The first part says what is kept; `keepAcrossShows` reads it. */
export const keys = {
  shows: (page: number, search: string) => ['shows', page, search] as const,
  /** What waits in each show of the picker. */
  waiting: () => ['waiting'] as const,
  preferences: () => ['preferences'] as const,
  ownSessions: () => ['own-sessions'] as const,
  apiTokens: () => ['api-tokens'] as const,
  faq: () => ['faq'] as const,
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
  /** The POs that an invoice of this vendor, company and currency may relieve (DEC-38). */
  relievable: (showId: string, ...rest: readonly string[]) => ['relievable', showId, ...rest] as const,
  /** The invoices that one being typed may repeat; `typed` is what is compared. */
  similarInvoices: (showId: string, typed: string) => ['similar-invoices', showId, typed] as const,
  /** A bulk approval of a show: the one about to begin, the user's newest one on the server, a run by its id, and what the last one came to. */
  bulk: (showId: string, what: 'start' | 'current' | 'run' | 'last', runId = '') =>
    ['bulk', showId, what, runId] as const,
  /** The links to a document that were mailed; `newest` is when its last e-mail went out. */
  mailedLinks: (docType: DocType, id: string, newest: string) =>
    ['mailed-links', docType, id, newest] as const,
  /** What the management screens of a show list. */
  managed: (showId: string, what: string, ...rest: readonly (string | number)[]) =>
    ['managed', showId, what, ...rest] as const,
  search: (showId: string, typed: string) => ['search', showId, typed] as const,
  home: (showId: string) => ['home', showId] as const,
  lookup: (showId: string, name: string, ...rest: readonly (string | number | boolean)[]) =>
    ['lookup', showId, name, ...rest] as const,
};

const keptKinds = new Set<unknown>(['preferences', 'faq', 'bulk']);

/** DEC-73: what outlives a change of show or persona. */
export function keepAcrossShows(key: unknown): boolean {
  return Array.isArray(key) && keptKinds.has(key[0]);
}

const toldOf = new Set<unknown>(['document', 'meta', 'home', 'relievable']);

/** What was read of a show's settings and lists, which a change there makes old (DEC-64). */
export function readOfShow(showId: string): (key: unknown) => boolean {
  return (key) => Array.isArray(key) && (key[0] === 'lookup' || key[0] === 'meta') && key[1] === showId;
}

/** DEC-100: what a message may have been about that came before the channel was open for the first time. */
export function missedAtStart(key: unknown): boolean {
  return Array.isArray(key) && toldOf.has(key[0]);
}

/** DEC-100: what may have been missed while no message could come; the extra lists have a pace of their own (LS-35). */
export function missedInBreak(key: unknown): boolean {
  return Array.isArray(key) && !keptKinds.has(key[0]) && key[0] !== 'lookup';
}

/** On whose pages a document of each type may be named. */
const namesOthers: Record<DocType, readonly unknown[]> = {
  PO: [],
  INVOICE: ['PO', 'PAYMENT'],
  PAYMENT: ['PO', 'INVOICE'],
};

/**
 * DEC-100: which kept answers a change makes old: the document itself, what is left of the POs, and the numbers that
 * count what waits.
 */
export function touchedBy(change: DocumentChanged): (key: unknown) => boolean {
  return (key) => {
    if (!Array.isArray(key)) return false;
    if (key[0] === 'document') {
      // What an invoice takes of a PO stands on the PO's own page too (DEC-39), and what pays what on all three.
      return key[1] === change.docType ? key[2] === change.id : namesOthers[change.docType].includes(key[1]);
    }
    if (key[0] === 'relievable') return key[1] === change.showId && change.docType !== 'PAYMENT';
    return (key[0] === 'meta' || key[0] === 'home') && key[1] === change.showId;
  };
}
