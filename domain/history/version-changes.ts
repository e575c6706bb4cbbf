import type { FieldChange } from './document-changes.ts';
import { foldChanges } from './changes-since-decision.ts';
import type { ChangeEvent } from './history-response.ts';

/** A version of the content, as a document's changes made it; the first one has no author. */
export interface ContentVersion {
  contentVersion: number;
  /** Null for the version before the first change. */
  madeBy: { userName: string; timeStamp: string } | null;
}

/** Returns the versions that a document's changes tell apart, oldest first; none if nothing has changed (TIME-05). */
export function contentVersions(changes: readonly ChangeEvent[]): ContentVersion[] {
  const made = changes
    .filter(({ contentVersion, fields }) => contentVersion !== null && fields.length > 0)
    .toReversed();
  const versions = new Map<number, ContentVersion>();
  for (const { contentVersion, userName, timeStamp } of made) {
    if (contentVersion === null || versions.has(contentVersion)) continue;
    versions.set(contentVersion, { contentVersion, madeBy: { userName, timeStamp } });
  }
  const [first] = versions.keys();
  if (first === undefined) return [];
  return [{ contentVersion: first - 1, madeBy: null }, ...versions.values()];
}

/** Returns every value that differs between two versions, before and after (TIME-05). `changes` is newest first. */
export function compareVersions(changes: readonly ChangeEvent[], from: number, to: number): FieldChange[] {
  const between = changes.filter(
    ({ contentVersion }) => contentVersion !== null && contentVersion > from && contentVersion <= to,
  );
  return foldChanges(between.toReversed());
}
