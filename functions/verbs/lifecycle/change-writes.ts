import { castByOf } from '#domain/cover/cover';
import { endedStatuses } from '#domain/questions/question';
import { clearsAllVotes } from '#domain/lifecycle/change';
import type { Change } from '#domain/lifecycle/change';
import type { Actor } from '#domain/lifecycle/subject';
import type { Write } from '#store/d1/open';
import { closeQuestions } from '#store/show/documents/questions';
import { recordDecision } from '#store/show/cover/running-covers';
import type { SubjectRows } from '#store/show/documents/read-document';
import {
  deleteChangeOrder,
  insertNote,
  saveChangeOrder,
  updatePurchaseOrder,
} from '#store/show/documents/write-document';
import { deleteUnsentJobs } from '#store/show/outbox/write-outbox';
import {
  changeVotes,
  clearApprovals,
  insertStepApprover,
  insertVote,
  insertWorkflow,
  enqueueForApprovers,
  removeFromQueue,
  restoreWorkflow,
  supersedeWorkflow,
  updateWorkflow,
  withdrawVote,
} from '#store/show/approval/write-workflow';
import { deleteCollectedOf } from '#store/show/mail/collected-notifications';
import { closeItemsOfVote } from '#store/show/bulk/bulk-runs';
import type { RequestContext } from '#verbs/request/context';
import type { Acting } from '#verbs/outbox/jobs';

/** The writer, the store and the time. */
type WriteContext = Pick<RequestContext, 'store' | 'newId' | 'now'> & Acting;

/** The vote that made the document's present version. */
const newestVote = ({ approvals, document }: SubjectRows) =>
  approvals.find(({ eventSeq }) => eventSeq === document.version);

/** Takes back the newest vote, and what its event was going to send and has not sent yet (RUN-09). */
function withdrawalWrites({ store, user, now }: WriteContext, rows: SubjectRows): Write[] {
  const vote = newestVote(rows);
  if (!vote) throw new Error('an approval that is taken back has a vote');
  return [
    withdrawVote(store, vote, now),
    deleteUnsentJobs(store, vote.documentId, vote.eventSeq),
    deleteCollectedOf(store, vote.documentId, vote.eventSeq),
    closeItemsOfVote(store, { ...vote, userId: user.id }),
  ];
}

/** A batch that crashed after a vote, and runs again, must not vote again on a step to which it was sent back. */
function voteWrites(
  { store, now }: WriteContext,
  { document, approvals }: SubjectRows,
  votes: NonNullable<Change['votes']>,
  version: number,
): Write[] {
  const dropped = approvals.filter(({ eventSeq }) => votes.dropped.includes(eventSeq));
  return [
    ...changeVotes(store, document.id, votes, { version, now }),
    ...(document.type === 'PAYMENT' ? dropped.map((vote) => closeItemsOfVote(store, vote)) : []),
  ];
}

/** When the document arrived at the step whose newest vote is taken back: the wait of its approvers goes on. */
function arrivalAt(rows: SubjectRows): string {
  const { workflow, steps, approvals, document } = rows;
  const last = newestVote(rows);
  const orderOf = (stepId?: string) => steps.find(({ id }) => id === stepId)?.stepOrder ?? 0;
  const earlier = approvals.filter(({ stepId }) => orderOf(stepId) < orderOf(last?.stepId));
  const arrivals = [...earlier, ...(document.sendBacks ?? [])].map(({ at }) => at);
  return arrivals.toSorted().at(-1) ?? workflow?.createdAt ?? document.updatedAt;
}

/** The statements of a decided change for its workflow, votes and queue. */
export function workflowWrites(
  context: WriteContext,
  rows: SubjectRows,
  actor: Actor,
  change: Change,
  version: number,
): Write[] {
  const { store, now } = context;
  const { id, type } = rows.document;
  const { workflow, queue } = change;
  const writes: Write[] = [];
  const voterId = change.onBehalfOf?.userId ?? actor.userId;
  if (change.onBehalfOf) {
    const { coverId } = change.onBehalfOf;
    writes.push(
      ...recordDecision(store, {
        coverId,
        documentId: id,
        eventSeq: version,
        action: change.action,
        at: now,
        userId: actor.userId,
        workflowId: rows.workflow?.id ?? null,
      }),
    );
  }
  if (clearsAllVotes(change)) writes.push(clearApprovals(store, id, now));
  if (change.action === 'take-back') writes.push(...withdrawalWrites(context, rows));
  if (change.votes) writes.push(...voteWrites(context, rows, change.votes, version));
  if (workflow.kind === 'START' || workflow.kind === 'NEW_COPY') {
    writes.push(supersedeWorkflow(store, id), ...insertWorkflow(store, id, workflow.instance, now));
  }
  if (workflow.kind === 'REMOVE') writes.push(supersedeWorkflow(store, id));
  if (workflow.kind === 'UPDATE' || workflow.kind === 'CLEAR_VOTES')
    writes.push(...updateWorkflow(store, workflow.instance));
  if (change.action === 'approve' && rows.document.currentStepId) {
    const stepId = rows.document.currentStepId;
    writes.push(
      insertVote(store, {
        stepId,
        userId: voterId,
        documentId: id,
        at: now,
        eventSeq: version,
        contentVersion: rows.document.contentVersion,
        castBy: change.onBehalfOf && JSON.stringify(castByOf(actor, change.onBehalfOf)),
      }),
    );
  }
  if (endedStatuses.includes(change.to.status)) writes.push(closeQuestions(store, id));
  if (change.addedApprover && rows.document.currentStepId) {
    const step = { documentId: id, stepId: rows.document.currentStepId };
    writes.push(insertStepApprover(store, step, change.addedApprover));
  }
  if (change.content === 'RESTORE') writes.push(...restoreWorkflow(store, id));
  if (queue.leave === 'EVERYBODY') writes.push(removeFromQueue(store, id));
  if (queue.leave === 'VOTER') writes.push(removeFromQueue(store, id, voterId));
  if (queue.join) {
    const since = change.action === 'take-back' ? arrivalAt(rows) : now;
    writes.push(enqueueForApprovers(store, { id, type }, queue.join, since));
  }
  return writes;
}

export function changeOrderWrites(
  context: WriteContext,
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

export function noteWrites(
  context: WriteContext,
  { document }: SubjectRows,
  actor: Actor,
  change: Change,
): Write[] {
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
