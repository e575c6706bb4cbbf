import type { ChangeEvent, FieldChange } from './document-changes.ts';
import { historyTexts, withoutVersion } from './history.ts';
import type { HistoryEvent } from './history.ts';

/** An entry of a document's timeline: an event of its history, a change, or both at once, as a voided change order. */
export interface TimelineEntry {
  /** The number of the event. */
  id: string;
  userName: string;
  /** An instant. */
  timeStamp: string;
  title: string;
  /** More about it, or ''. */
  note: string;
  fields: readonly FieldChange[];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** DEC-90: history and changes of a document in one list, newest first. */
export function timelineOf(
  history: readonly HistoryEvent[],
  changes: readonly ChangeEvent[],
): TimelineEntry[] {
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  const known = new Set(history.map(({ id }) => id));
  const events = history.map(({ id, userName, timeStamp, type, withoutContentVersion }) => ({
    id,
    userName,
    timeStamp,
    title: historyTexts[type],
    note: withoutContentVersion ? capitalized(withoutVersion) : '',
    fields: changeOf.get(id)?.fields ?? [],
  }));
  const others = changes
    .filter(({ id }) => !known.has(id))
    .map(({ id, userName, timeStamp, summary, fields }) => ({
      id,
      userName,
      timeStamp,
      title: capitalized(summary),
      note: '',
      fields,
    }));
  return [...events, ...others].toSorted((one, other) => Number(other.id) - Number(one.id));
}
