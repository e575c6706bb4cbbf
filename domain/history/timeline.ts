import { bulkText } from '#domain/bulk-approval/bulk-mark';
import { onBehalfText } from '#domain/cover/cover';
import { emailLinkText } from './email-link-use.ts';
import type { FieldChange } from './document-changes.ts';
import { historyTexts, withoutVersion } from './history.ts';
import type { ChangeEvent, HistoryEvent } from './history-response.ts';

/** An entry of a document's timeline: a history event, a change, or both, as for a voided change order. */
export interface TimelineEntry {
  /** The sequence number of the event. */
  id: string;
  userName: string;
  /** An instant. */
  timeStamp: string;
  title: string;
  /** Further details, or ''. */
  note: string;
  fields: readonly FieldChange[];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function detailsOf({ onBehalfOf, emailLink, bulk, withoutContentVersion }: HistoryEvent): string[] {
  return [
    onBehalfOf && onBehalfText(onBehalfOf),
    emailLink && emailLinkText(emailLink),
    bulk && bulkText(bulk),
    withoutContentVersion && withoutVersion,
  ].filter((text) => text !== undefined);
}

/** Merges a document's history and changes into one list, newest first (DEC-90). */
export function timelineOf(
  history: readonly HistoryEvent[],
  changes: readonly ChangeEvent[],
): TimelineEntry[] {
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  const historyIds = new Set(history.map(({ id }) => id));
  const events = history.map((event) => ({
    id: event.id,
    userName: event.userName,
    timeStamp: event.timeStamp,
    title: historyTexts[event.type],
    note: detailsOf(event).map(capitalized).join('. '),
    fields: changeOf.get(event.id)?.fields ?? [],
  }));
  const otherChanges = changes
    .filter(({ id }) => !historyIds.has(id))
    .map(({ id, userName, timeStamp, summary, fields }) => ({
      id,
      userName,
      timeStamp,
      title: capitalized(summary),
      note: '',
      fields,
    }));
  return [...events, ...otherChanges].toSorted((one, other) => Number(other.id) - Number(one.id));
}
