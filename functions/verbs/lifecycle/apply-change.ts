import { stampPayload } from '#domain/history/content';
import type { ContentStamp } from '#domain/history/content';
import { changesPayload } from '#domain/history/document-changes';
import type { FieldChange } from '#domain/history/document-changes';
import { stateOf } from '#domain/history/document-state';
import type { DocumentState } from '#domain/history/document-state';
import { chainText } from '#domain/history/history';
import type { Json } from '#domain/history/history';
import type { Change } from '#domain/lifecycle/decision';
import type { Actor } from '#domain/lifecycle/subject';
import { commit } from '#store/show/documents/commit';
import type { EventRow } from '#store/show/documents/commit';
import type { Write } from '#store/d1/open';
import type { SubjectRows } from '#store/show/documents/read-document';
import {
  deleteChangeOrder,
  insertNote,
  insertOutbox,
  saveChangeOrder,
  updateDocument,
  updatePurchaseOrder,
} from '#store/show/documents/write-document';
import { insertSnapshot } from '#store/show/purchase-orders/write-snapshot';
import { readTold } from '#store/show/documents/read-change-audience';
import { restoreSnapshot } from '#store/show/purchase-orders/restore-snapshot';
import {
  dropVotes,
  insertVote,
  insertWorkflow,
  joinQueue,
  leaveQueue,
  reinstateWorkflow,
  retireWorkflow,
  updateWorkflow,
} from '#store/show/approval/write-workflow';
import type { ShowContext } from '#verbs/request/context';
import { sha256 } from '#store/d1/sha256';
import { droppedVotes, dropsVotes } from './dropped-votes.ts';
import { changeNotices, keptVoters, outboxRows } from '#verbs/outbox/jobs';
import type { Acting, AwaitedErrand, OutboxRow } from '#verbs/outbox/jobs';
import { mustFitRelief } from './relief-limit.ts';
import { reliefWrites } from './relief-writes.ts';
import { beginTelling } from '#verbs/accounting/push-document';
import { isAwaited } from '#verbs/outbox/synchronous-jobs';
import { webhookRows } from '#verbs/webhooks/enqueue-deliveries';

/** Somebody else may be first again and again; after so many times the user had better look. */
export const attemptsAtMost = 8;

/** A change that went through: what it put into the outbox, and the version it made. */
export interface Applied {
  version: number;
  outbox: OutboxRow[];
}

/** The content after a change, and what of the header the change's own statements set. */
export interface ContentChange {
  stamp: ContentStamp;
  /** What differs from before, for the list of changes (DEC-90). */
  changes?: readonly FieldChange[];
  header?: Partial<Pick<DocumentState, 'number' | 'revision' | 'workflowId'>>;
  /** What the event says of it. */
  payload?: Record<string, Json>;
  /** Statements of this content alone. */
  writes?: readonly Write[];
}

/** Who writes, where and when. */
type Writing = Pick<ShowContext, 'store' | 'newId' | 'now' | 'settings' | 'webhooks'> & Acting;

/**
 * Writes one decided change in one batch: event (the lock), header, votes, flow, queue, note, content and outbox, and
 * whatever `more` adds. `content` is what that leaves of the document's content; without it the content stays. Null when
 * another writer was first; throws `KeyTaken` when this request was written before.
 */
export async function apply(
  context: Writing,
  rows: SubjectRows,
  actor: Actor,
  change: Change,
  more: readonly Write[] = [],
  content: ContentChange = { stamp: rows.document },
): Promise<Applied | null> {
  const { store } = context;
  const { document } = rows;
  const version = document.version + 1;
  const outbox = [
    ...outboxRows(context, rows, change, version),
    ...webhookRows(context, rows, change, version),
    ...(dropsVotes(change)
      ? []
      : changeNotices(context, rows, version, keptVoters(rows, content.stamp, actor.userId))),
  ];
  const relief = reliefWrites(store, rows, change);
  const header = headerOf(context, rows, change, version, content);
  const snapshotId = change.content === 'SNAPSHOT' ? context.newId() : null;
  const reliefLimit = await mustFitRelief(context, rows, change);
  const told = outbox.find(isAwaited)?.payload as unknown as AwaitedErrand | undefined;
  const committed = () =>
    commit(store, {
      event: chained(context, actor, {
        documentId: document.id,
        seq: version,
        action: change.event.action,
        historyType: change.event.historyType,
        payload: {
          ...(change.event.payload as Record<string, Json>),
          ...content.payload,
          ...stampPayload(content.stamp),
          ...(snapshotId === null ? {} : { snapshotId }),
          ...(dropsVotes(change) ? { votesDropped: true } : {}),
          ...changesPayload([...(content.changes ?? []), ...droppedVotes(rows, change)]),
          state: stateOf({
            ...document,
            ...header,
            ...content.header,
            lockedLineCount: change.changeOrder.originalLineCount,
          }),
        },
        previousHash: rows.lastHash,
      }),
      expected: { version: document.version, status: document.status, currentStepId: document.currentStepId },
      writes: [
        ...relief.before,
        ...reliefLimit,
        ...more,
        ...(change.content === 'RESTORE' ? restoreSnapshot(store, document.id) : []),
        ...(content.writes ?? []),
        updateDocument(store, document.id, header),
        ...flowWrites(context, rows, actor, change, version),
        ...changeOrderWrites(context, rows, change),
        ...noteWrites(context, rows, actor, change),
        ...(snapshotId === null
          ? []
          : [insertSnapshot(store, { id: snapshotId, documentId: document.id, now: context.now })]),
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

function headerOf(
  context: Writing,
  { document }: SubjectRows,
  change: Change,
  version: number,
  { stamp }: ContentChange,
) {
  return {
    version,
    contentVersion: stamp.contentVersion,
    contentHash: stamp.contentHash,
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
  if (dropsVotes(change)) writes.push(dropVotes(store, id, now));
  if (workflow.kind === 'START' || workflow.kind === 'REPLACE') {
    writes.push(retireWorkflow(store, id), ...insertWorkflow(store, id, workflow.instance, now));
  }
  if (workflow.kind === 'REMOVE') writes.push(retireWorkflow(store, id));
  if (workflow.kind === 'UPDATE' || workflow.kind === 'RESTART')
    writes.push(...updateWorkflow(store, workflow.instance));
  if (change.action === 'approve' && rows.document.currentStepId) {
    const stepId = rows.document.currentStepId;
    writes.push(
      insertVote(store, {
        stepId,
        userId: actor.userId,
        documentId: id,
        at: now,
        eventSeq: version,
        contentVersion: rows.document.contentVersion,
      }),
    );
  }
  if (change.content === 'RESTORE') writes.push(...reinstateWorkflow(store, id));
  if (queue.leave === 'EVERYBODY') writes.push(leaveQueue(store, id));
  if (queue.leave === 'ACTOR') writes.push(leaveQueue(store, id, actor.userId));
  if (queue.join) writes.push(joinQueue(store, { id, type }, queue.join, now));
  return writes;
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
