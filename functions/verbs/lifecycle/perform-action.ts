import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import { decide } from '#domain/lifecycle/decide';
import type { FieldChange } from '#domain/history/document-changes';
import type { Json } from '#domain/history/history';
import { withPayload } from '#domain/lifecycle/change';
import type { Change, DecideInput } from '#domain/lifecycle/change';
import type { Action } from '#domain/lifecycle/transition';
import { openChangeOrder } from '#domain/lifecycle/subject';
import { addLogFields } from '#edges/log';
import type { ShowStore, Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { NoPlan, ReadPlan, PlanRows, Reading, Rows } from '#store/d1/query';
import { commit } from '#store/show/documents/commit';
import { subjectQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import { toCommittedChange, maxAttempts, prepareChange } from './prepare-change.ts';
import type { CommittedChange, ContentChange, PreparedChange } from './prepare-change.ts';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { storedAnswerPlan } from '#verbs/request/idempotency';
import type { ReliefRows } from './relief-writes.ts';
import { requireApprovableReductions } from './line-reductions.ts';
import { enterPeriod } from './period-entry.ts';
import { withChanges } from './require-current-content.ts';
import { restoredContent, restorePlan } from './restored-content.ts';
import { actorOf, subjectOf } from './subject.ts';
import { requireVisible } from './reachable-document.ts';

export const subjectPlan = ({ store }: { store: ShowStore }, id: string) => ({
  subject: subjectQuery(store, id),
});
/** Reads the document that a request changes, and the answer stored under the request's idempotency key (DEC-99). */
export const documentChangePlan = (context: MembershipContext, id: string) => ({
  ...storedAnswerPlan(context),
  ...subjectPlan(context, id),
});
/** A plan that reads at least the document of the action. */
export type SubjectPlan = ReadPlan & ReturnType<typeof subjectPlan>;

export interface ActionOutcome<After extends ReadPlan = NoPlan> {
  rows: SubjectRows;
  /** Null when this user had voted already and nothing was written. */
  committed: CommittedChange<After> | null;
}

/** The document, and the content version that the client saw; null or absent when the client names none (DEC-30). */
export interface Target {
  docType: DocType;
  id: string;
  contentVersion?: number | null;
}

/** The details of an action; `rows` is what the attempt has read. */
export interface ActionDetails<P extends ReadPlan, After extends ReadPlan> {
  input: (subjectRows: SubjectRows, rows: Rows<P>) => Promise<DecideInput> | DecideInput;
  /** Statements for the batch of the change. May throw what else refuses it. */
  writes?: (change: Change, subjectRows: SubjectRows, rows: Rows<P>) => readonly Write[];
  /** Further entries of the event's list of changes (DEC-90). */
  changes?: () => readonly FieldChange[];
  /** Content that the action itself changes; null: none. */
  content?: (subjectRows: SubjectRows, rows: Rows<P>) => Promise<ContentChange | null>;
  /** Further fields of the event. */
  payload?: Record<string, Json>;
  relief?: (rows: Rows<P>) => ReliefRows;
  /** What restores a purchase order; without it, the rows are read when they are needed. */
  restore?: (rows: Rows<P>) => PlanRows<typeof restorePlan>;
  /** Reads to run after the change, in the same round trip. */
  after?: After;
}

/**
 * The state at the first attempt: later attempts must not act on another step, change order or content (DEC-30,
 * DEC-82).
 */
interface FirstState {
  stepId: string | null;
  order: number | null;
  contentVersion: number | null;
}

/**
 * Runs a workflow action: read, decide, write in one batch. After a conflict it reads and decides again, so that the
 * result fits the current state. Throws what `decide` throws; `WORKFLOW_CONFLICT` after too many conflicts, and with
 * the changes when the content is no longer the one that `target` names (DEC-30).
 */
export async function performAction<P extends SubjectPlan, After extends ReadPlan = NoPlan>(
  context: RequestContext,
  target: Target,
  action: Action,
  reading: Reading<P>,
  details: ActionDetails<P, After>,
): Promise<ActionOutcome<After>> {
  const firstState = emptyState();
  let { rows } = reading;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) rows = await readInOneTrip(reading.plan);
    const { subjectRows, change } = await prepareAction(context, target, action, rows, details, firstState);
    if (!change) return { rows: subjectRows, committed: null };
    const result = toCommittedChange(change, await commit(context.store, change, change.plan));
    if (result) return { rows: subjectRows, committed: result };
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}

const emptyState = (): FirstState => ({ stepId: null, order: null, contentVersion: null });

/** One attempt, decided but not yet written. */
export interface PreparedAction<After extends ReadPlan> {
  subjectRows: SubjectRows;
  /** Null when this user has voted already. */
  change: PreparedChange<After> | null;
}

/** Decides one attempt and prepares its writes. Throws as `performAction` does. */
export async function prepareAction<P extends SubjectPlan, After extends ReadPlan>(
  context: RequestContext,
  target: Target,
  action: Action,
  rows: Rows<P>,
  details: ActionDetails<P, After>,
  firstState = emptyState(),
): Promise<PreparedAction<After>> {
  addLogFields({ verb: action });
  const isFirst = firstState.contentVersion === null;
  let subjectRows: SubjectRows | null = null;
  try {
    subjectRows = requireVisible(context, target.docType, (rows as Rows<SubjectPlan>).subject);
    return {
      subjectRows,
      change: await decideAndPrepare(context, target, action, { subjectRows, rows }, details, firstState),
    };
  } catch (error) {
    const reported = isFirst ? error : toConflict(error);
    throw subjectRows
      ? await withChanges(context, subjectRows, target.contentVersion ?? firstState.contentVersion, reported)
      : reported;
  }
}

async function decideAndPrepare<P extends ReadPlan, After extends ReadPlan>(
  context: RequestContext,
  target: Target,
  action: Action,
  { subjectRows, rows }: { subjectRows: SubjectRows; rows: Rows<P> },
  details: ActionDetails<P, After>,
  firstState: FirstState,
): Promise<PreparedChange<After> | null> {
  const actor = actorOf(context);
  const isFirst = firstState.contentVersion === null;
  firstState.stepId ??= subjectRows.document.currentStepId;
  const subject = subjectOf(subjectRows, context);
  firstState.order ??= openChangeOrder(subject);
  firstState.contentVersion ??= subject.contentVersion;
  const input = await details.input(subjectRows, rows);
  const decision = decide(subject, action, actor, context.settings, {
    ...input,
    // An approval that is taken back names its own step, which may not be the current one.
    workflowStepId:
      input.workflowStepId ??
      (action === 'take-back' || (input.workflowId && isFirst) ? null : firstState.stepId),
    changeOrderNumber: input.changeOrderNumber ?? (action === 'void' ? firstState.order : null),
    contentVersion: target.contentVersion ?? firstState.contentVersion,
  });
  if (decision.kind === 'ALREADY_DONE') return null;
  const change = withPayload(decision, {
    ...details.payload,
    // The content version that the client named, null if it named none (DEC-30).
    namedContentVersion: target.contentVersion ?? null,
  });
  await requireApprovableReductions(context, subjectRows, change);
  const periodEntry = await enterPeriod(context, subjectRows, change);
  const ownContent = (await details.content?.(subjectRows, rows)) ?? { stamp: subjectRows.document };
  return prepareChange(context, subjectRows, actor, change, {
    newContent:
      change.content === 'RESTORE'
        ? await readRestoredContent(context, subjectRows, action, details.restore?.(rows))
        : { ...ownContent, changes: [...(ownContent.changes ?? []), ...(details.changes?.() ?? [])] },
    writes: details.writes?.(change, subjectRows, rows) ?? [],
    relief: details.relief?.(rows) ?? { draws: null },
    periodEntry,
    ...(details.after && { after: details.after }),
  });
}

async function readRestoredContent(
  context: RequestContext,
  rows: SubjectRows,
  action: Action,
  prefetched: PlanRows<typeof restorePlan> | undefined,
): Promise<ContentChange> {
  const reads = prefetched ?? (await readInOneTrip(restorePlan(context, rows.document.id)));
  return restoredContent(context.store, rows, action, reads);
}

/** A user who lost access or permission between two attempts has lost a race (DEC-82). */
function toConflict(error: unknown): unknown {
  const lost = error instanceof Refusal && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN');
  return lost ? new Refusal('WORKFLOW_CONFLICT') : error;
}
