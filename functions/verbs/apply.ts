import { chainText } from '#domain/history';
import type { Json } from '#domain/history';
import type { Change } from '#domain/lifecycle-decision';
import type { Actor } from '#domain/lifecycle-subject';
import { commit } from '#store/commit';
import type { EventRow } from '#store/commit';
import type { Write } from '#store/open';
import type { SubjectRows } from '#store/show/read-document';
import {
  deleteChangeOrder,
  deleteLinesAfter,
  insertNote,
  insertOutbox,
  insertSnapshot,
  saveChangeOrder,
  sumLines,
  updateDocument,
  updatePurchaseOrder,
} from '#store/show/write-document';
import { readTold } from '#store/show/read-told';
import { restoreRevision, restoreSnapshot } from '#store/show/restore-snapshot';
import {
  dropVotes,
  insertVote,
  insertWorkflow,
  joinQueue,
  leaveQueue,
  reinstateWorkflow,
  retireWorkflow,
  updateWorkflow,
} from '#store/show/write-workflow';
import type { ShowContext } from './context.ts';
import { sha256 } from '#store/hash';
import { outboxRows } from './outbox-rows.ts';
import type { AwaitedErrand, OutboxRow } from './outbox-rows.ts';
import { reliefWrites } from './relief-writes.ts';
import { beginTelling, isAwaited } from './tell-accounting.ts';
import { webhookRows } from './webhook-events.ts';

/** Somebody else may be first again and again; after so many times the user had better look. */
export const attemptsAtMost = 8;

/** A change that went through: what it put into the outbox, and the version it made. */
export interface Applied {
  version: number;
  outbox: OutboxRow[];
}

/** Who writes, where and when. */
type Writing = Pick<ShowContext, 'store' | 'user' | 'newId' | 'now' | 'settings' | 'webhooks'>;

/**
 * Writes one decided change in one batch: event (the lock), header, votes, flow, queue, note, content and outbox, and
 * whatever `more` adds. Null when somebody else was first; throws `KeyTaken` when this request was written before.
 */
export async function apply(
  context: Writing,
  rows: SubjectRows,
  actor: Actor,
  change: Change,
  more: readonly Write[] = [],
): Promise<Applied | null> {
  const { store } = context;
  const { document } = rows;
  const version = document.version + 1;
  const outbox = [
    ...outboxRows(context, rows, change, version),
    ...webhookRows(context, rows, change, version),
  ];
  const relief = reliefWrites(store, rows, change);
  const told = outbox.find(isAwaited)?.payload as unknown as AwaitedErrand | undefined;
  const committed = () =>
    commit(store, {
      event: chained(context, actor, {
        documentId: document.id,
        seq: version,
        action: change.event.action,
        historyType: change.event.historyType,
        payload: change.event.payload as Record<string, Json>,
        previousHash: rows.lastHash,
      }),
      expected: { version: document.version, status: document.status, currentStepId: document.currentStepId },
      writes: [
        ...relief.before,
        ...more,
        ...contentWrites(context, rows, change),
        updateDocument(store, document.id, headerOf(context, rows, change, version)),
        ...flowWrites(context, rows, actor, change, version),
        ...changeOrderWrites(context, rows, change),
        ...noteWrites(context, rows, actor, change),
        ...(change.content === 'SNAPSHOT'
          ? [insertSnapshot(store, { id: context.newId(), documentId: document.id, now: context.now })]
          : []),
        ...relief.after,
        ...insertOutbox(store, outbox),
      ],
    });
  const result = await store.foreseen.behind((after) => {
    after.foreseen.begin(readTold, after, document.id);
    if (told) beginTelling(after, told);
  }, committed);
  return result === 'committed' ? { version, outbox } : null;
}

/** An event with its hash, chained to the one before it. */
export function chained(
  context: Pick<ShowContext, 'store' | 'newId' | 'now'>,
  actor: Pick<Actor, 'userId' | 'name'>,
  event: Pick<EventRow, 'documentId' | 'seq' | 'action' | 'previousHash'> & {
    historyType: Change['event']['historyType'];
    payload: Record<string, Json>;
  },
): EventRow {
  const whole = {
    ...event,
    // Two people may do the same in the same millisecond; their events are still not the same.
    payload: { ...event.payload, eventId: context.newId() },
    showId: context.store.showId,
    actorId: actor.userId,
    actorName: actor.name,
    at: context.now,
  };
  return { ...whole, hash: sha256(chainText(whole)) };
}

function headerOf(context: Writing, { document }: SubjectRows, change: Change, version: number) {
  return {
    version,
    status: change.to.status,
    submissionStatus: change.to.submissionStatus,
    ...(change.revision === null ? {} : { revision: change.revision }),
    ownerId: change.ownerId,
    submitterId: change.submitterId,
    milestones: [...document.milestones, ...change.milestones],
    currentChangeOrder: change.changeOrder.current,
    newestChangeOrder: change.changeOrder.newest,
    ...(change.archive && document.archivedAt === null ? { archivedAt: context.now } : {}),
    ...currentStepOf(change),
    updatedAt: context.now,
  };
}

function currentStepOf({ workflow }: Change) {
  if (workflow.kind === 'KEEP') return {};
  if (workflow.kind === 'REMOVE') return { workflowId: null, currentStepId: null };
  const { instance } = workflow;
  const step = instance.steps.find((one) => one.order === instance.currentOrder);
  return { workflowId: instance.id, currentStepId: step?.id ?? null };
}

function flowWrites(
  context: Writing,
  rows: SubjectRows,
  actor: Actor,
  change: Change,
  version: number,
): Write[] {
  const { store, now } = context;
  const { id, type } = rows.document;
  const { workflow, queue } = change;
  const writes: Write[] = [];
  if (workflow.kind === 'REPLACE') writes.push(dropVotes(store, id, now));
  if (workflow.kind === 'START' || workflow.kind === 'REPLACE') {
    writes.push(retireWorkflow(store, id), ...insertWorkflow(store, id, workflow.instance, now));
  }
  if (workflow.kind === 'REMOVE') writes.push(dropVotes(store, id, now), retireWorkflow(store, id));
  if (workflow.kind === 'RESTART') writes.push(dropVotes(store, id, now));
  if (workflow.kind === 'UPDATE' || workflow.kind === 'RESTART')
    writes.push(...updateWorkflow(store, workflow.instance));
  if (change.action === 'approve' && rows.document.currentStepId) {
    const stepId = rows.document.currentStepId;
    writes.push(
      insertVote(store, { stepId, userId: actor.userId, documentId: id, at: now, eventSeq: version }),
    );
  }
  if (change.content === 'RESTORE' || change.content === 'DROP_NEW_LINES') {
    writes.push(...reinstateWorkflow(store, id));
  }
  if (queue.leave === 'EVERYBODY') writes.push(leaveQueue(store, id));
  if (queue.leave === 'ACTOR') writes.push(leaveQueue(store, id, actor.userId));
  if (queue.join) writes.push(joinQueue(store, { id, type }, queue.join, now));
  return writes;
}

function contentWrites(
  { store }: Writing,
  { document, purchaseOrder }: SubjectRows,
  change: Change,
): Write[] {
  if (change.content === 'RESTORE') return restoreSnapshot(store, document.id);
  if (change.content === 'DROP_NEW_LINES') {
    return [
      deleteLinesAfter(store, document.id, purchaseOrder?.lockedLineCount ?? 0),
      sumLines(store, document.id),
      restoreRevision(store, document.id),
    ];
  }
  return [];
}

function changeOrderWrites(
  context: Writing,
  { document, purchaseOrder }: SubjectRows,
  change: Change,
): Write[] {
  const { store, user, now } = context;
  const { entry, originalLineCount } = change.changeOrder;
  const writes: Write[] = [];
  if (purchaseOrder && purchaseOrder.lockedLineCount !== originalLineCount) {
    writes.push(updatePurchaseOrder(store, document.id, { lockedLineCount: originalLineCount }));
  }
  if (entry.kind === 'REMOVE') writes.push(deleteChangeOrder(store, document.id, entry.number));
  if (entry.kind === 'ADD' || entry.kind === 'SET') {
    writes.push(
      saveChangeOrder(store, {
        showId: store.showId,
        documentId: document.id,
        number: entry.number,
        status: entry.status,
        requestedBy: user.id,
        requestedAt: now,
      }),
    );
  }
  return writes;
}

function noteWrites(context: Writing, { document }: SubjectRows, actor: Actor, change: Change): Write[] {
  if (!change.note) return [];
  const id = context.newId();
  return [
    insertNote(context.store, {
      id,
      showId: context.store.showId,
      documentId: document.id,
      keyId: id,
      content: change.note.text,
      context: change.note.context,
      changeOrderNumber: change.note.changeOrderNumber,
      commenterId: actor.userId,
      commenterName: actor.name,
      isReview: true,
      createdAt: context.now,
      updatedAt: context.now,
    }),
  ];
}
