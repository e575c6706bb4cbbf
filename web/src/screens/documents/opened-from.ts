import type { DocType } from '#domain/document';
import { reviewPath } from './paths.ts';

/** The path of the page before this one in the tab's history, where the browser tells it. */
function pathBefore(): string | null {
  if (!('navigation' in window)) return null;
  const { currentEntry } = window.navigation;
  const before = window.navigation.entries()[(currentEntry?.index ?? 0) - 1]?.url;
  return before ? new URL(before).pathname : null;
}

/** SH-65: whether the form was opened from the approver's review of this document. */
export function openedFromApproverReview(docType: DocType, id: string): boolean {
  return pathBefore() === reviewPath(docType, id, 'APPROVER');
}
