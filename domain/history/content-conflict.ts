import type { ChangeEvent } from './document-changes.ts';

/** DEC-30: what 409 `WORKFLOW_CONFLICT` says when another content is current than the one that the request named. */
export interface ContentConflict {
  contentVersion: number;
  /** Without `fields` for a draft that was never submitted: its changes are not recorded field by field. */
  changes: ChangeEvent[];
}

/** The changes since a content was seen, oldest first, of those that a document lists newest first. */
export function changesSince(changes: readonly ChangeEvent[], contentVersion: number): ChangeEvent[] {
  return changes.filter((change) => (change.contentVersion ?? 0) > contentVersion).toReversed();
}
