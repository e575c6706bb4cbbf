import type { DocType, Persona } from '#domain/document';
import { kinds, listPath, reviewPath } from './paths.ts';

/** The entries before the current one in the tab's history, the nearest first. None without the Navigation API. */
function earlierEntries(): { url: URL; isSameLoad: boolean }[] {
  if (!('navigation' in window)) return [];
  const { currentEntry } = window.navigation;
  return window.navigation
    .entries()
    .slice(0, Math.max(0, currentEntry?.index ?? 0))
    .toReversed()
    .flatMap(({ url, sameDocument }) => (url ? [{ url: new URL(url), isSameLoad: sameDocument }] : []));
}

/** Whether the form was opened from the approver's review of this document (SH-65). */
export function openedFromApproverReview(docType: DocType, id: string): boolean {
  return earlierEntries()[0]?.url.pathname === reviewPath(docType, id, 'APPROVER');
}

const documentPath = /^\/(po|invoice|payment)\/(create|edit|review)\b/;

/**
 * The address of the list with the filters and the search with which the user left it, or of the approvals if the
 * document was opened from there. Other documents in between do not count (REV-11).
 */
export function pathBack(docType: DocType, persona: Persona): string {
  const list = listPath(docType, persona);
  const from = earlierEntries().find(({ url }) => !documentPath.test(url.pathname));
  if (!from) return list;
  const { pathname, search } = from.url;
  if (pathname === list) return list + search;
  if (!from.isSameLoad || !/^\/approvals\b/.test(pathname)) return list;
  return (pathname === '/approvals' ? kinds.PO.queue : pathname) + search;
}
