import { Refusal } from '#domain/codes';
import { standIns } from '#domain/lifecycle/subject';
import { publish } from '#edges/publish-realtime';
import type { ReadPlan } from '#store/d1/query';
import type { ActionOutcome } from './perform-action.ts';
import type { CommittedChange } from './prepare-change.ts';
import type { SubjectRows } from '#store/show/documents/read-document';
import type { RequestContext } from '#verbs/request/context';
import { isPermanent, logRefused } from '#verbs/outbox/job-context';
import type { PushAttempt } from '#verbs/outbox/job-context';
import { dispatchNewJobs } from '#verbs/outbox/dispatch';
import type { AccountingPushJob, Job } from '#verbs/outbox/jobs';
import { isSynchronous, pushDocument, pushJobOf } from '#verbs/accounting/push-document';
import type { PushRows } from '#verbs/accounting/push-document';
import type { Nudge } from '#verbs/realtime/nudge-messages';
import { publishDocumentChanges } from '#verbs/realtime/publish-changes';
import { fullName } from '#verbs/request/context';
import { subjectOf } from './subject.ts';

/**
 * Runs what follows a committed change. The push to accounting runs while the user waits (DEC-32); everything else goes
 * to its queue. Throws `accounting_interface_error` carrying `extra` when accounting refused.
 */
export async function runAfterCommit(
  context: RequestContext,
  action: ActionOutcome<ReadPlan>,
  extra: Record<string, unknown> = {},
): Promise<void> {
  const published = publishAndDispatch(context, [action]);
  const push = pushOf(context, action);
  if (!push) return;
  const pushed = pushDocument(context, push.job, push.attempt, push.rows);
  context.runAfterResponse(publishAgain(context, published, pushed));
  await pushed.catch((error: unknown) => {
    throw pushError(context, push, error, extra);
  });
}

type Committed = { rows: SubjectRows; committed: CommittedChange<ReadPlan> };

/**
 * Publishes changes that were committed together in one realtime message, and sends their jobs to the queues, except
 * pushes to accounting. Returns the published messages.
 */
export function publishAndDispatch(
  context: RequestContext,
  actions: readonly ActionOutcome<ReadPlan>[],
): ReturnType<typeof publishDocumentChanges> {
  const changes = actions.filter((action): action is Committed => action.committed !== null);
  const published = publishDocumentChanges(
    context,
    changes.map(({ rows, committed: { audience, outbox } }) => ({
      before: rows,
      audience,
      nudge: nudgeOf(context, rows, outbox),
    })),
  );
  context.runAfterResponse(published);
  const entries = changes.flatMap(({ committed: { outbox } }) =>
    outbox.filter((entry) => !isSynchronous(entry)),
  );
  if (entries.length > 0) context.runAfterResponse(dispatchNewJobs(context.env, entries));
  return published;
}

/** Returns whom a change nudges: those whom it notifies of that by e-mail, too (NUDGE-04, NUDGE-12). */
function nudgeOf(
  context: RequestContext,
  rows: SubjectRows,
  outbox: CommittedChange<ReadPlan>['outbox'],
): Nudge | null {
  const userIds = outbox.flatMap(({ payload }) => {
    const job = payload as unknown as Job;
    return job.kind === 'notify' && job.event === 'NUDGE' ? [job.userId] : [];
  });
  if (userIds.length === 0) return null;
  const covering = standIns(subjectOf(rows, context));
  const absentOf = (id: string) =>
    covering.flatMap(({ userId, onBehalfOf }) => (userId === id ? [onBehalfOf.name] : []));
  return {
    document: { ...rows.document, prefix: rows.purchaseOrder?.prefix ?? '' },
    milestone: context.settings.displayPoNumbers,
    userName: fullName(context.user),
    absentNames: new Map(userIds.map((userId) => [userId, absentOf(userId)])),
  };
}

interface Push {
  job: AccountingPushJob;
  attempt: PushAttempt;
  rows: PushRows;
}

/** The push that accounting gets while the user waits; null without a push. */
function pushOf({ user }: RequestContext, { committed }: ActionOutcome<ReadPlan>): Push | null {
  const push = committed && pushJobOf(committed.outbox);
  if (!push || !committed.push) return null;
  const { firstName, lastName } = user;
  return {
    job: push.job,
    attempt: { id: push.id, actorId: user.id, firstName, lastName },
    rows: committed.push,
  };
}

function pushError(
  { store }: RequestContext,
  { job, attempt }: Push,
  error: unknown,
  extra: Record<string, unknown>,
): unknown {
  if (!(error instanceof Refusal)) return error;
  if (isPermanent(error)) logRefused({ id: attempt.id, showId: store.showId, kind: job.kind });
  return new Refusal('accounting_interface_error', { ...error.detail, body: extra });
}

/** Publishes the pushed document again, with the result of its push. */
async function publishAgain(
  { env, store }: RequestContext,
  published: ReturnType<typeof publishDocumentChanges>,
  pushed: Promise<unknown>,
): Promise<void> {
  await pushed.catch(() => undefined);
  await publish({ env, store }, ...(await published));
}
