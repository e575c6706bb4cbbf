import type { FieldChange } from './document-changes.ts';
import type { ChangeEvent, HistoryEvent } from './history-response.ts';

/** The counting entry of a cut list covers several values, so it cannot be folded into one. */
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

/** Votes are no values of the document: the list of changes and the steps have them. */
const voteFields: readonly string[] = ['approvals', 'keptApprovals'];

/** What changed since an approver last had the document. */
export interface ChangesSinceDecision {
  /** The decision after which the document changed. */
  since: HistoryEvent;
  fields: FieldChange[];
}

/**
 * Returns what changed since the last revision request, or since the reader's own last approval; null without either,
 * or if nothing changed (REV-03). A change order is compared with the approved order.
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
  const fields = foldChanges(later).filter(({ field }) => !voteFields.includes(field));
  return fields.length === 0 ? null : { since, fields };
}
