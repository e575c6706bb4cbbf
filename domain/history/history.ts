import type { HistoryType } from '#domain/documents/history-type';

/** PO-53, DEC-90: the words of the history. */
export const historyTexts = {
  SUBMITTED: 'Submitted',
  APPROVED: 'Approved',
  VOID: 'Void',
  'NEEDS REVISION': 'Needs Revision',
  DENIED: 'Denied',
  'CHANGE ORDER': 'Change Order',
} as const satisfies Record<HistoryType, string>;

/** PO-53: an event on the wire, newest first in its list; `timeStamp` is an instant. */
export interface HistoryEvent {
  id: string;
  userName: string;
  timeStamp: string;
  type: HistoryType;
  /** Only of a decision whose request named no content: it applied to the content of that moment (DEC-30). */
  withoutContentVersion?: true;
}

const contentDecisions = new Set(['submit', 'approve', 'revise', 'void', 'deny', 'discard']);

/** DEC-30: a decision of a client that named no content; events of before content versions say neither. */
export function isWithoutContentVersion(action: string, namedNoContent: boolean): boolean {
  return contentDecisions.has(action) && namedNoContent;
}

/** What the history says of such a decision, after the words for what was decided. */
export const withoutVersion = 'version not stated';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** An event of a document's history as it is kept and chained. */
export interface ChainedEvent {
  documentId: string;
  seq: number;
  showId: string;
  action: string;
  historyType: HistoryType | null;
  actorId: string;
  actorName: string;
  at: string;
  payload: Json;
  previousHash: string;
}

/** JSON with its keys in order, so that one value has one text. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const entries = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical((value as Record<string, Json>)[key] as Json)}`);
  return `{${entries.join(',')}}`;
}

/** The text whose hash an event carries and the next one refers to: any later change of the event changes it. */
export function chainText(event: ChainedEvent): string {
  const { documentId, seq, showId, action, historyType, actorId, actorName, at, payload, previousHash } =
    event;
  // As `canonical` would write it: these keys are in order already, and every verb and every check comes by here.
  const before = JSON.stringify({ action, actorId, actorName, at, documentId, historyType });
  const after = JSON.stringify({ previousHash, seq, showId });
  return `${before.slice(0, -1)},"payload":${canonical(payload)},${after.slice(1)}`;
}
