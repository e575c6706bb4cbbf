import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import { decide } from '#domain/lifecycle/lifecycle';
import type { FieldChange } from '#domain/history/document-changes';
import type { Change, DecideInput } from '#domain/lifecycle/decision';
import type { Action } from '#domain/lifecycle/transition';
import { openChangeOrder } from '#domain/lifecycle/subject';
import { about } from '#edges/log';
import type { ShowStore, Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { NoPlan, Plan, PlanRows, Reading, Rows } from '#store/d1/query';
import { commit } from '#store/show/documents/commit';
import { subjectQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import { applied, maxAttempts, prepareChange } from './apply-change.ts';
import type { Applied, ContentChange, PreparedChange } from './apply-change.ts';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { storedAnswerPlan } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import type { ReliefRows } from './relief-limit.ts';
import { withChanges } from './require-current-content.ts';
import { restoredContent, restorePlan } from './restored-content.ts';
import { actorOf, subjectOf } from './subject.ts';
import { reached } from './reachable-document.ts';

/** The document that an action is about. */
export const subjectPlan = ({ store }: { store: ShowStore }, id: string) => ({
  subject: subjectQuery(store, id),
});
/** The document that a request changes, and the answer stored under the request's idempotency key (DEC-99). */
export const documentChangePlan = (
  context: Pick<MembershipContext, 'store' | 'user'>,
  id: string,
  repeat: Repeat | null,
) => ({
  ...storedAnswerPlan(context, repeat),
  ...subjectPlan(context, id),
});
/** What every action reads, and perhaps more. */
export type SubjectPlan = Plan & ReturnType<typeof subjectPlan>;

export interface Acted<After extends Plan = NoPlan> {
  rows: SubjectRows;
  /** Null: this user's vote already stood, and nothing was written. */
  applied: Applied<After> | null;
}

/** Which document, and which content of it the caller saw; null or absent: none is named (DEC-30). */
export interface Target {
  docType: DocType;
  id: string;
  contentVersion?: number | null;
}

/** What a verb brings to an action; `rows` is what the attempt has read. */
export interface ActionDetails<P extends Plan, After extends Plan> {
  input: (subject: SubjectRows, rows: Rows<P>) => Promise<DecideInput> | DecideInput;
  /** Statements for the batch of the change. */
  writes?: (change: Change) => readonly Write[];
  /** What the event lists besides (DEC-90). */
  changes?: () => readonly FieldChange[];
  relief?: (rows: Rows<P>) => ReliefRows;
  /** What a restored purchase order is made of; without it, it is read when it is needed. */
  restore?: (rows: Rows<P>) => PlanRows<typeof restorePlan>;
  /** What is read behind the change, in the same trip. */
  after?: After;
}

/** What the first attempt saw: later attempts must not act on another step, change order or content (DEC-30, DEC-82). */
interface FirstSight {
  stepId: string | null;
  order: number | null;
  contentVersion: number | null;
}

/**
 * Every workflow action goes through here: read, decide, one batch. A writer who was overtaken reads and decides again, so
 * that the answer fits what is there now. Throws what `decide` throws; `WORKFLOW_CONFLICT` when overtaken too often, and
 * with what has changed when another content is current than the one named (DEC-30).
 */
export async function act<P extends SubjectPlan, After extends Plan = NoPlan>(
  context: RequestContext,
  target: Target,
  action: Action,
  reading: Reading<P>,
  details: ActionDetails<P, After>,
): Promise<Acted<After>> {
  const seen = nothingSeen();
  let { rows } = reading;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) rows = await readInOneTrip(reading.plan);
    const { subject, change } = await prepareAction(context, target, action, rows, details, seen);
    if (!change) return { rows: subject, applied: null };
    const written = applied(change, await commit(context.store, change, change.plan));
    if (written) return { rows: subject, applied: written };
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}

const nothingSeen = (): FirstSight => ({ stepId: null, order: null, contentVersion: null });

/** One attempt, decided but not yet written. */
export interface PreparedAction<After extends Plan> {
  subject: SubjectRows;
  /** Null: this user's vote already stands. */
  change: PreparedChange<After> | null;
}

/** Decides one attempt, and prepares what it writes. Throws as `act` does. */
export async function prepareAction<P extends SubjectPlan, After extends Plan>(
  context: RequestContext,
  target: Target,
  action: Action,
  rows: Rows<P>,
  details: ActionDetails<P, After>,
  seen = nothingSeen(),
): Promise<PreparedAction<After>> {
  about({ verb: action });
  const isFirst = seen.contentVersion === null;
  let subject: SubjectRows | null = null;
  try {
    subject = reached(context, target.docType, (rows as Rows<SubjectPlan>).subject);
    return { subject, change: await decided(context, target, action, { subject, rows }, details, seen) };
  } catch (error) {
    const reported = isFirst ? error : overtaken(error);
    throw subject
      ? await withChanges(context, subject, target.contentVersion ?? seen.contentVersion, reported)
      : reported;
  }
}

async function decided<P extends Plan, After extends Plan>(
  context: RequestContext,
  target: Target,
  action: Action,
  { subject: rows, rows: reads }: { subject: SubjectRows; rows: Rows<P> },
  details: ActionDetails<P, After>,
  seen: FirstSight,
): Promise<PreparedChange<After> | null> {
  const actor = actorOf(context);
  const isFirst = seen.contentVersion === null;
  seen.stepId ??= rows.document.currentStepId;
  const subject = subjectOf(rows);
  seen.order ??= openChangeOrder(subject);
  seen.contentVersion ??= subject.contentVersion;
  const given = await details.input(rows, reads);
  const decision = decide(subject, action, actor, context.settings, {
    ...given,
    workflowStepId: given.workflowStepId ?? (given.workflowId && isFirst ? null : seen.stepId),
    changeOrderNumber: given.changeOrderNumber ?? (action === 'void' ? seen.order : null),
    contentVersion: target.contentVersion ?? seen.contentVersion,
  });
  if (decision.kind === 'ALREADY_DONE') return null;
  const change = naming(decision, target.contentVersion ?? null);
  return prepareChange(context, rows, actor, change, {
    content:
      change.content === 'RESTORE'
        ? await restored(context, rows, action, details.restore?.(reads))
        : { stamp: rows.document, changes: details.changes?.() ?? [] },
    writes: details.writes?.(change) ?? [],
    relief: details.relief?.(reads) ?? { draws: null },
    ...(details.after && { after: details.after }),
  });
}

async function restored(
  context: RequestContext,
  rows: SubjectRows,
  action: Action,
  known: PlanRows<typeof restorePlan> | undefined,
): Promise<ContentChange> {
  const reads = known ?? (await readInOneTrip(restorePlan(context, rows.document.id)));
  return restoredContent(context.store, rows, action, reads);
}

/** The event says which content the client named, null for a client of the contract, which names none (DEC-30). */
function naming(change: Change, contentVersion: number | null): Change {
  const payload = { ...change.event.payload, namedContentVersion: contentVersion };
  return { ...change, event: { ...change.event, payload } };
}

/** A user who could see it, and had the right, a moment ago has lost a race (DEC-82). */
function overtaken(error: unknown): unknown {
  const lost = error instanceof Refusal && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN');
  return lost ? new Refusal('WORKFLOW_CONFLICT') : error;
}
