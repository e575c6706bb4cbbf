import type { ContentStamp } from '#domain/history/content';
import type { FieldChange } from '#domain/history/document-changes';
import type { DocumentState } from '#domain/history/document-state';
import type { Json } from '#domain/history/history';
import { inApproval } from '#domain/document';
import type { Status } from '#domain/document';
import { clearsAllVotes } from '#domain/lifecycle/change';
import type { Change } from '#domain/lifecycle/change';
import type { Actor } from '#domain/lifecycle/subject';
import { currentStep } from '#domain/workflow/workflow';
import { commit } from '#store/show/documents/commit';
import type { DocumentChange } from '#store/show/documents/commit';
import type { ShowStore, Write } from '#store/d1/open';
import type { NoPlan, ReadPlan, Rows } from '#store/d1/query';
import type { SubjectRows } from '#store/show/documents/read-document';
import { updateDocument } from '#store/show/documents/write-document';
import { insertOutbox } from '#store/show/outbox/write-outbox';
import { insertSnapshot } from '#store/show/purchase-orders/write-snapshot';
import { changeAudienceQuery } from '#store/show/documents/read-change-audience';
import type { ChangeAudience } from '#store/show/documents/read-change-audience';
import { restoreSnapshot } from '#store/show/purchase-orders/restore-snapshot';
import { todayOf } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { buildAuditEvent, clearedVotesChange, sendBackFields } from './audit-event.ts';
import { noticeRows, keptApprovers, jobRows } from '#verbs/outbox/jobs';
import type { Acting, OutboxRow } from '#verbs/outbox/jobs';
import { changeOrderWrites, workflowWrites, noteWrites } from './change-writes.ts';
import { reductionWrites } from './line-reductions.ts';
import { noEntry } from './period-entry.ts';
import type { PeriodEntry } from './period-entry.ts';
import { reliefWrites, requireReliefWithinTolerance } from './relief-writes.ts';
import type { ReliefRows } from './relief-writes.ts';
import { clockColumns, reminderColumns, stepDurationWrites, waitPayload } from './waiting-clock.ts';
import { pushJobOf, pushQuery } from '#verbs/accounting/push-document';
import type { PushRows } from '#verbs/accounting/push-document';
import { deliveryRows } from '#verbs/webhooks/enqueue-deliveries';

/** After this many conflicts with other writers the user gets an error. */
export const maxAttempts = 8;

/** A committed change: its jobs, the version it made, and the rows that were read after it. */
export interface CommittedChange<After extends ReadPlan = NoPlan> {
  version: number;
  outbox: OutboxRow[];
  audience: ChangeAudience;
  /** The rows of the push that accounting gets while the user waits; null without a push. */
  push: PushRows | null;
  after: Rows<After>;
}

/** A change that is ready to be written, and the reads to run after it. */
export interface PreparedChange<After extends ReadPlan = NoPlan> extends DocumentChange {
  version: number;
  outbox: OutboxRow[];
  plan: CommitPlan & After;
}

type CommitPlan = ReturnType<typeof commitPlan>;

function commitPlan(store: ShowStore, documentId: string, outbox: readonly OutboxRow[]) {
  const push = pushJobOf(outbox);
  return {
    audience: changeAudienceQuery(store, documentId),
    push: push ? pushQuery(store, push.job) : null,
  };
}

/** The content after a change, and the header columns that the change's own statements set. */
export interface ContentChange {
  stamp: ContentStamp;
  /** The differences for the list of changes (DEC-90). */
  changes?: readonly FieldChange[];
  header?: Partial<Pick<DocumentState, 'number' | 'revision' | 'workflowId'>>;
  /** Further fields of the event. */
  payload?: Record<string, Json>;
  /** Statements for this content alone. */
  writes?: readonly Write[];
}

/** The writer, the store and the time. */
type WriteContext = Pick<RequestContext, 'store' | 'newId' | 'now' | 'settings' | 'webhooks'> & Acting;

/** What a caller adds to a decided change. */
export interface Additions<After extends ReadPlan> {
  /** The content after the change; without it the content stays. */
  newContent?: ContentChange;
  writes?: readonly Write[];
  relief?: ReliefRows;
  /** The entry of the change into an accounting period. */
  periodEntry?: PeriodEntry;
  /** Reads to run after the change, in the same round trip. */
  after?: After;
}

/**
 * Everything that a decided change writes: event (the lock), header, votes, workflow, queue, note, content and outbox.
 * Throws `relief_exceeded`.
 */
export function prepareChange<After extends ReadPlan = NoPlan>(
  context: WriteContext,
  rows: SubjectRows,
  actor: Actor,
  change: Change,
  {
    newContent = { stamp: rows.document },
    writes = [],
    relief = unmeasured,
    periodEntry = noEntry,
    after,
  }: Additions<After> = {},
): PreparedChange<After> {
  const { store } = context;
  const { document } = rows;
  const version = document.version + 1;
  const outbox = [
    ...jobRows(context, rows, change, version),
    ...deliveryRows(context, rows, change, version),
    ...(clearsAllVotes(change)
      ? []
      : noticeRows(context, rows, version, keptApprovers(rows, newContent.stamp, actor.userId), 'CHANGED')),
  ];
  const { effectiveDay } = periodEntry;
  const day = todayOf(context);
  const reliefChange = reliefWrites(
    context,
    rows,
    change,
    { at: context.now, day, effectiveDay },
    actor.name,
  );
  const clock = clockColumns(context, rows, change);
  const header = {
    ...headerOf(context, rows, change, version, newContent),
    ...clock,
    ...reminderColumns(context, rows, change, clock),
    ...periodEntry.header,
  };
  const snapshotId = change.content === 'SNAPSHOT' ? context.newId() : null;
  return {
    version,
    outbox,
    plan: { ...commitPlan(store, document.id, outbox), ...(after as After) },
    event: buildAuditEvent(context, actor, {
      documentId: document.id,
      seq: version,
      action: change.event.action,
      historyType: change.event.historyType,
      payload: {
        ...(change.event.payload as Record<string, Json>),
        ...newContent.payload,
        ...periodEntry.payload,
        ...waitPayload(document, change),
        ...(snapshotId === null ? {} : { snapshotId }),
        ...(clearsAllVotes(change) ? { votesDropped: true } : {}),
      },
      stamp: newContent.stamp,
      changes: [
        ...(newContent.changes ?? []),
        ...change.changes,
        ...sendBackFields(rows, change),
        ...clearedVotesChange(rows, change),
      ],
      state: {
        ...document,
        ...header,
        ...newContent.header,
        lockedLineCount: change.changeOrder.originalLineCount,
      },
      previousHash: rows.lastHash,
    }),
    expected: { version: document.version, status: document.status, currentStepId: document.currentStepId },
    day: countsAlike(rows, change, newContent) ? null : day,
    effectiveDay,
    writes: [
      ...periodEntry.guards,
      ...reliefChange.before,
      ...requireReliefWithinTolerance(context, rows, change, relief),
      ...writes,
      ...(change.content === 'RESTORE' ? restoreSnapshot(store, document.id) : []),
      ...(newContent.writes ?? []),
      updateDocument(store, document.id, header),
      ...workflowWrites(context, rows, actor, change, version),
      ...stepDurationWrites(context, rows, change),
      ...changeOrderWrites(context, rows, change),
      ...noteWrites(context, rows, actor, change),
      ...reductionWrites(context, rows, change),
      ...(snapshotId === null
        ? []
        : [insertSnapshot(store, { id: snapshotId, documentId: document.id, now: context.now })]),
      ...reliefChange.after,
      ...insertOutbox(store, outbox),
    ],
  };
}

const unmeasured: ReliefRows = { draws: null };

/** A draft counts nothing, unless it is the change order of an approved version. */
const countsNothing = (status: Status, lockedLineCount: number) =>
  status === 'DRAFT' && lockedLineCount === 0;

/**
 * Whether a document counts for budgets as before: no payment is approved, others wait with the same content, or count
 * nothing.
 */
function countsAlike(
  { document: { type, status, contentVersion }, purchaseOrder }: SubjectRows,
  { to, content, effects, changeOrder }: Change,
  { stamp, header, writes }: ContentChange,
): boolean {
  if (type === 'PAYMENT') return to.status !== 'APPROVED';
  const isDraft = countsNothing(status, purchaseOrder?.lockedLineCount ?? 0);
  if (isDraft && countsNothing(to.status, changeOrder.originalLineCount)) return true;
  const isSameContent =
    content === 'KEEP' &&
    stamp.contentVersion === contentVersion &&
    header === undefined &&
    writes === undefined;
  return (
    isSameContent &&
    inApproval(status) &&
    inApproval(to.status) &&
    !effects.some(({ kind }) => kind === 'recount-relief')
  );
}

/**
 * Prepares a decided change and writes it in one batch. Returns null when another writer was first. Throws
 * `relief_exceeded`, `DuplicateKeyError`.
 */
export async function commitChange<After extends ReadPlan = NoPlan>(
  context: WriteContext,
  rows: SubjectRows,
  actor: Actor,
  change: Change,
  additions: Additions<After> = {},
): Promise<CommittedChange<After> | null> {
  const prepared = prepareChange(context, rows, actor, change, additions);
  return toCommittedChange(prepared, await commit(context.store, prepared, prepared.plan));
}

/** The result of a prepared change; `rows` are those of its plan, null when another writer was first. */
export function toCommittedChange<After extends ReadPlan>(
  { version, outbox }: PreparedChange<After>,
  read: Rows<CommitPlan & After> | null,
): CommittedChange<After> | null {
  if (!read) return null;
  const { audience, push } = read as Rows<CommitPlan>;
  return { version, outbox, audience, push, after: read };
}

function headerOf(
  context: WriteContext,
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
    milestones: change.milestones,
    currentChangeOrder: change.changeOrder.current,
    newestChangeOrder: change.changeOrder.newest,
    ...(change.archive && document.archivedAt === null ? { archivedAt: context.now } : {}),
    ...workflowColumns(change, document),
    updatedAt: context.now,
  };
}

function workflowColumns({ workflow }: Change, document: SubjectRows['document']) {
  if (workflow.kind === 'KEEP') return {};
  // A new copy of the workflow has none.
  const none = document.sendBacks === null ? {} : { sendBacks: [] };
  if (workflow.kind === 'REMOVE') return { workflowId: null, currentStepId: null, ...none };
  const { instance } = workflow;
  const sendBacks = instance.sendBacks ? { sendBacks: instance.sendBacks } : none;
  return { workflowId: instance.id, currentStepId: currentStep(instance)?.id ?? null, ...sendBacks };
}
