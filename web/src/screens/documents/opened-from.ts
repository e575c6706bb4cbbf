import type { DocType } from '#domain/document';
import { reviewPath } from './paths.ts';

/** The path of the previous entry in the tab's history. Null if the browser has no Navigation API. */
function previousPath(): string | null {
  if (!('navigation' in window)) return null;
  const { currentEntry } = window.navigation;
  const before = window.navigation.entries()[(currentEntry?.index ?? 0) - 1]?.url;
  return before ? new URL(before).pathname : null;
}

/** Whether the form was opened from the approver's review of this document (SH-65). */
export function openedFromApproverReview(docType: DocType, id: string): boolean {
  return previousPath() === reviewPath(docType, id, 'APPROVER');
}
