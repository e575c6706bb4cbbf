import type { FieldChange } from './document-changes.ts';
import type { ChangeEvent, HistoryEvent } from './history-response.ts';

/** A version of the content, as a document's changes made it; the first one has no author. */
export interface ContentVersion {
  contentVersion: number;
  /** Null for the version before the first change. */
  madeBy: { userName: string; timeStamp: string } | null;
}

/** The counting entry of a cut list stands for several values, so it cannot be folded into one. */
const isCount = ({ before, after }: FieldChange) => before === '' && /^\d+ more changes$/.test(after);

/** Folds changes, oldest first, into one before and after for each value; values that ended as they began are left out. */
export function foldChanges(changes: readonly ChangeEvent[]): FieldChange[] {
  const folded = new Map<string, FieldChange>();
  for (const { id, fields } of changes) {
    for (const change of fields) {
      const key = isCount(change) ? `${id} ${change.field}` : change.field;
      const first = folded.get(key);
      folded.set(key, first ? { ...change, before: first.before } : change);
    }
  }
  return [...folded.values()].filter(({ before, after }) => before !== after);
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

/** What changed since an approver last had the document. */
export interface ChangesSinceDecision {
  /** The decision after which the document changed. */
  since: HistoryEvent;
  fields: FieldChange[];
}

/**
 * Returns what changed since the last revision request, or since the reader's own last approval; null without either,
 * or if nothing changed (REV-03). A change order starts anew: it is compared with the approved order.
 */
export function changesSinceDecision(
  document: { historyEvents: readonly HistoryEvent[]; changes: readonly ChangeEvent[] },
  readerName: string,
): ChangesSinceDecision | null {
  const since = document.historyEvents.find(
    ({ type, userName }) =>
      type === 'NEEDS REVISION' ||
      type === 'CHANGE ORDER' ||
      (type === 'APPROVED' && userName === readerName),
  );
  if (!since || since.type === 'CHANGE ORDER') return null;
  const later = document.changes.filter(({ id }) => Number(id) > Number(since.id)).toReversed();
  const fields = foldChanges(later);
  return fields.length === 0 ? null : { since, fields };
}
