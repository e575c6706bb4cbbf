import { stampPayload } from '#domain/history/content';
import type { ContentStamp } from '#domain/history/content';
import { changesPayload } from '#domain/history/document-changes';
import type { FieldChange } from '#domain/history/document-changes';
import { stateOf } from '#domain/history/document-state';
import type { DocumentState } from '#domain/history/document-state';
import { chainText } from '#domain/history/history';
import type { Json } from '#domain/history/history';
import type { HistoryType } from '#domain/documents/history-type';
import type { Actor } from '#domain/lifecycle/subject';
import { sha256 } from '#store/d1/sha256';
import type { EventRow } from '#store/show/documents/commit';
import type { RequestContext } from '#verbs/request/context';

/** What an event records of a document. */
export interface AuditEvent extends Pick<EventRow, 'documentId' | 'seq' | 'action' | 'previousHash'> {
  /** Null for an event that is only in the audit log (DEC-90). */
  historyType?: HistoryType | null;
  /** Facts of the action. */
  payload?: Record<string, Json>;
  /** The content after the event; absent when it does not concern the content. */
  stamp?: ContentStamp | undefined;
  /** The entries for the list of changes (DEC-90). */
  changes?: readonly FieldChange[];
  /** The state after the event; absent when it stays. */
  state?: DocumentState;
}

/** Builds an event with its hash, chained to the previous event. */
export function buildAuditEvent(
  context: Pick<RequestContext, 'store' | 'newId' | 'now'>,
  actor: Pick<Actor, 'userId' | 'name'>,
  { historyType = null, payload, stamp, changes = [], state, ...event }: AuditEvent,
): EventRow {
  const row = {
    ...event,
    historyType,
    payload: {
      ...payload,
      ...(stamp && stampPayload(stamp)),
      ...changesPayload(changes),
      ...(state && { state: stateOf(state) }),
      // The random id distinguishes equal events of two users in the same millisecond.
      eventId: context.newId(),
    },
    showId: context.store.showId,
    actorId: actor.userId,
    actorName: actor.name,
    at: context.now,
  };
  return { ...row, hash: sha256(chainText(row)) };
}
