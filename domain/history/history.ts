import type { HistoryType } from '#domain/documents/history-type';

/** Display texts of the history types (PO-53, DEC-90). */
export const historyTexts = {
  SUBMITTED: 'Submitted',
  APPROVED: 'Approved',
  VOID: 'Void',
  'NEEDS REVISION': 'Needs Revision',
  DENIED: 'Denied',
  'CHANGE ORDER': 'Change Order',
} as const satisfies Record<HistoryType, string>;

const contentDecisions = new Set(['submit', 'approve', 'revise', 'void', 'deny', 'discard']);

/**
 * True for a decision whose client named no content. Events from before content versions have neither field (DEC-30).
 */
export function isWithoutContentVersion(action: string, namedNoContent: boolean): boolean {
  return contentDecisions.has(action) && namedNoContent;
}

/** Follows the text of such a decision in the history. */
export const withoutVersion = 'version not stated';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** An event of a document's history as it is stored and hashed. */
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

/** Returns JSON with sorted keys, so that equal values have equal texts. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const entries = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical((value as Record<string, Json>)[key] as Json)}`);
  return `{${entries.join(',')}}`;
}

/** Returns the text that is hashed for an event. The next event refers to that hash, so any later change shows. */
export function chainText(event: ChainedEvent): string {
  const { documentId, seq, showId, action, historyType, actorId, actorName, at, payload, previousHash } =
    event;
  // Same result as `canonical`, but faster: these keys are sorted already, and every write and every check calls this.
  const before = JSON.stringify({ action, actorId, actorName, at, documentId, historyType });
  const after = JSON.stringify({ previousHash, seq, showId });
  return `${before.slice(0, -1)},"payload":${canonical(payload)},${after.slice(1)}`;
}
