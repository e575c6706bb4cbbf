import type { ChangeEvent } from './history-response.ts';

/** Body of 409 `WORKFLOW_CONFLICT` when the content that the request named is no longer current (DEC-30). */
export interface ContentConflict {
  contentVersion: number;
  /** Without `fields` for a draft that was never submitted, as its changes are not recorded field by field. */
  changes: ChangeEvent[];
}

/** Returns the changes since this content version, oldest first. `changes` is newest first. */
export function changesSince(changes: readonly ChangeEvent[], contentVersion: number): ChangeEvent[] {
  return changes.filter((change) => (change.contentVersion ?? 0) > contentVersion).toReversed();
}
