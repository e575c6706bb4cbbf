import { Refusal } from '#domain/codes';
import { publish } from '#edges/publish-realtime';
import type { Plan } from '#store/d1/query';
import type { ActionOutcome } from './perform-action.ts';
import type { CommittedChange } from './apply-change.ts';
import type { SubjectRows } from '#store/show/documents/read-document';
import type { RequestContext } from '#verbs/request/context';
import { isPermanent, logRefused } from '#verbs/outbox/job-context';
import { dispatchNewJobs } from '#verbs/outbox/dispatch';
import type { AccountingPushJob } from '#verbs/outbox/jobs';
import { pushAll } from '#verbs/accounting/push-document';
import type { Push } from '#verbs/accounting/push-document';
import { isSynchronous } from '#verbs/outbox/synchronous-jobs';
import { publishDocumentChanges } from '#verbs/realtime/publish-changes';

/**
 * Runs what follows a committed change. The push to accounting runs while the user waits (DEC-32); everything else goes
 * to its queue. Throws `accounting_interface_error` carrying `extra` when accounting refused.
 */
export async function runAfterCommit(
  context: RequestContext,
  actions: ActionOutcome<Plan>,
  extra: Record<string, unknown> = {},
): Promise<void> {
  const [settled] = await runAllAfterCommit(context, [actions], extra);
  if (settled?.status === 'rejected') throw settled.reason;
}

type Committed = { rows: SubjectRows; committed: CommittedChange<Plan> };

/** Runs what follows several changes that were committed together: one realtime message, one send per queue. */
export async function runAllAfterCommit(
  context: RequestContext,
  actions: readonly ActionOutcome<Plan>[],
  extra: Record<string, unknown> = {},
): Promise<PromiseSettledResult<void>[]> {
  const changes = actions.filter((action): action is Committed => action.committed !== null);
  const published = publishDocumentChanges(
    context,
    changes.map(({ rows, committed: { audience } }) => ({ before: rows, audience })),
  );
  context.runAfterResponse(published);
  const entries = changes.flatMap(({ committed: { outbox } }) =>
    outbox.filter((entry) => !isSynchronous(entry)),
  );
  if (entries.length > 0) context.runAfterResponse(dispatchNewJobs(context.env, entries));
  const pushes = actions.map((action) => pushOf(context, action));
  const pushed = pushAll(
    context,
    pushes.filter((push) => push !== null),
  );
  if (pushes.some(Boolean)) context.runAfterResponse(publishAgain(context, published, pushed, pushes));
  const outcomes = (await pushed).values();
  return pushes.map((push) => {
    const outcome = push ? outcomes.next().value : undefined;
    return push && outcome?.status === 'rejected'
      ? { status: 'rejected', reason: pushError(context, push, outcome.reason, extra) }
      : { status: 'fulfilled', value: undefined };
  });
}

/** The push that accounting gets while the user waits; null without a push. */
function pushOf({ user }: RequestContext, { committed }: ActionOutcome<Plan>): Push | null {
  const entry = committed?.outbox.find(isSynchronous);
  if (!entry || !committed?.push) return null;
  const { firstName, lastName } = user;
  return {
    job: entry.payload as unknown as AccountingPushJob,
    attempt: { id: entry.id, actorId: user.id, firstName, lastName },
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

/** Publishes the pushed documents again, with the result of their pushes. */
async function publishAgain(
  { env, store }: RequestContext,
  published: ReturnType<typeof publishDocumentChanges>,
  pushed: Promise<unknown>,
  pushes: readonly (Push | null)[],
): Promise<void> {
  const ids = pushes.map((push) => push?.job.documentId);
  await pushed.catch(() => undefined);
  const messages = await published;
  await publish({ env, store }, ...messages.filter(({ data }) => ids.includes(data.id)));
}
