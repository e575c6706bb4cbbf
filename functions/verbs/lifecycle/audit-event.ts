import { stampPayload } from '#domain/history/content';
import type { ContentStamp } from '#domain/history/content';
import { boundedText, changesPayload } from '#domain/history/document-changes';
import type { FieldChange } from '#domain/history/document-changes';
import { stateOf } from '#domain/history/document-state';
import type { DocumentState } from '#domain/history/document-state';
import { chainText } from '#domain/history/history';
import type { Json } from '#domain/history/history';
import type { HistoryType } from '#domain/documents/history-type';
import { clearsAllVotes } from '#domain/lifecycle/change';
import type { Change } from '#domain/lifecycle/change';
import type { Actor } from '#domain/lifecycle/subject';
import { sha256 } from '#store/d1/sha256';
import type { EventRow } from '#store/show/documents/commit';
import type { SubjectRows } from '#store/show/documents/read-document';
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

const restarts: readonly string[] = ['edit-in-approval', 'withdraw-file', 'update-temp-vendor', 'restart'];

function clearedVotes({ document, approvals }: SubjectRows, change: Change): SubjectRows['approvals'] {
  const { dropped = [] } = change.votes ?? {};
  const isOwn = (seq: number) => change.action === 'take-back' && seq === document.version;
  if (change.action === 'take-back' || change.action === 'send-back')
    return approvals.filter(({ eventSeq }) => isOwn(eventSeq) || dropped.includes(eventSeq));
  return restarts.includes(change.action) && clearsAllVotes(change) ? approvals : [];
}

function nameOf({ approvers }: SubjectRows, userId: string): string {
  return approvers.find((approver) => approver.userId === userId)?.name ?? userId;
}

/** The approvals that a restart clears, or that is taken back, as a row of the list of changes (DEC-40, RUN-08). */
export function clearedVotesChange(rows: SubjectRows, change: Change): FieldChange[] {
  const names = clearedVotes(rows, change).map(({ userId }) => nameOf(rows, userId));
  const before = [...new Set(names)].join(', ');
  return before === '' ? [] : [textChange('approvals', 'Approvals', { before })];
}

/** The steps, the reason and the kept approvals of a send back, or of the approval that ends it (BACK-04). */
export function sendBackFields(rows: SubjectRows, { action, workflow, votes }: Change): FieldChange[] {
  if (workflow.kind !== 'UPDATE' || votes === null || action === 'take-back') return [];
  const { steps, sendBacks = [] } = workflow.instance;
  const stepName = (order?: number | null) => steps.find((step) => step.order === order)?.name ?? '';
  const sent = action === 'send-back' ? sendBacks.at(-1) : undefined;
  const kept = steps
    .flatMap(({ approvals }) => approvals)
    .filter(({ version }) => version !== undefined && votes.kept.includes(version))
    .map(({ userId, contentVersion }) => `${nameOf(rows, userId)} (version ${contentVersion ?? 1})`);
  return [
    ...(sent
      ? [
          textChange('step', 'Approval step', {
            before: stepName(sent.fromOrder),
            after: stepName(sent.toOrder),
          }),
          textChange('reason', 'Reason', { after: sent.reason }),
        ]
      : []),
    ...(kept.length > 0 ? [textChange('keptApprovals', 'Approvals kept', { after: kept.join(', ') })] : []),
  ];
}

function textChange(
  field: string,
  label: string,
  { before = '', after = '' }: { before?: string; after?: string },
): FieldChange {
  return { field, label, before: boundedText(before), after: boundedText(after), unit: 'text' };
}
