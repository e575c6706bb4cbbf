import type { DocumentChanged } from '#domain/live';
import type { DocType, Persona } from '#domain/document';

/** Every SWR key of the application. The first part says what is kept; `keepAcrossShows` reads it. */
export const keys = {
  shows: (page: number, search: string) => ['shows', page, search] as const,
  /** What waits in each show of the picker. */
  waiting: () => ['waiting'] as const,
  preferences: () => ['preferences'] as const,
  faq: () => ['faq'] as const,
  config: (showId: string) => ['config', showId] as const,
  meta: (showId: string) => ['meta', showId] as const,
  document: (docType: DocType, id: string, persona: Persona) => ['document', docType, id, persona] as const,
  documents: (docType: DocType, showId: string, persona: Persona, query: unknown, page: number) =>
    ['documents', docType, showId, persona, query, page] as const,
  lookup: (showId: string, name: string, ...rest: readonly (string | number | boolean)[]) =>
    ['lookup', showId, name, ...rest] as const,
};

const keptAcrossShows = new Set<unknown>(['preferences', 'faq']);

/** DEC-73: what outlives a change of show or persona. */
export function keepAcrossShows(key: unknown): boolean {
  return Array.isArray(key) && keptAcrossShows.has(key[0]);
}

/** DEC-100: what may have been missed while no message could come; the extra lists have a pace of their own (LS-35). */
export function missedInBreak(key: unknown): boolean {
  return Array.isArray(key) && !keptAcrossShows.has(key[0]) && key[0] !== 'lookup';
}

/** DEC-100: which kept answers a change makes old: the document itself, and the numbers that count what waits. */
export function touchedBy(change: DocumentChanged): (key: unknown) => boolean {
  return (key) => {
    if (!Array.isArray(key)) return false;
    if (key[0] === 'document') return key[1] === change.docType && key[2] === change.id;
    return key[0] === 'meta' && key[1] === change.showId;
  };
}
