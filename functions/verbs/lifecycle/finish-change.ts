import { Refusal } from '#domain/codes';
import { tell } from '#edges/publish-realtime';
import type { Plan } from '#store/d1/query';
import type { Acted } from './perform-action.ts';
import type { Applied } from './apply-change.ts';
import type { SubjectRows } from '#store/show/documents/read-document';
import type { RequestContext } from '#verbs/request/context';
import { isPermanent, logRefused } from '#verbs/outbox/job-context';
import { dispatchNewJobs } from '#verbs/outbox/dispatch';
import type { AccountingPushJob } from '#verbs/outbox/jobs';
import { pushAll } from '#verbs/accounting/push-document';
import type { Push } from '#verbs/accounting/push-document';
import { isSynchronous } from '#verbs/outbox/synchronous-jobs';
import { publishDocumentChanges } from '#verbs/realtime/publish-document-change';

/**
 * What follows every committed change. Accounting is told while the user waits (DEC-32); everything else goes to its
 * queue. Throws `accounting_interface_error` carrying `extra` when accounting refused.
 */
export async function finish(
  context: RequestContext,
  acted: Acted<Plan>,
  extra: Record<string, unknown> = {},
): Promise<void> {
  const [settled] = await finishAll(context, [acted], extra);
  if (settled?.status === 'rejected') throw settled.reason;
}

type Committed = { rows: SubjectRows; applied: Applied<Plan> };

/** The same for several changes that were written together: one message to the screens, one call to each queue. */
export async function finishAll(
  context: RequestContext,
  acted: readonly Acted<Plan>[],
  extra: Record<string, unknown> = {},
): Promise<PromiseSettledResult<void>[]> {
  const committed = acted.filter((one): one is Committed => one.applied !== null);
  const published = publishDocumentChanges(
    context,
    committed.map(({ rows, applied: { audience } }) => ({ before: rows, audience })),
  );
  context.later(published);
  const entries = committed.flatMap(({ applied: { outbox } }) =>
    outbox.filter((entry) => !isSynchronous(entry)),
  );
  if (entries.length > 0) context.later(dispatchNewJobs(context.env, entries));
  const pushes = acted.map((one) => pushOf(context, one));
  const pushed = pushAll(
    context,
    pushes.filter((push) => push !== null),
  );
  if (pushes.some(Boolean)) context.later(publishAgain(context, published, pushed, pushes));
  const outcomes = (await pushed).values();
  return pushes.map((push) => {
    const outcome = push ? outcomes.next().value : undefined;
    return push && outcome?.status === 'rejected'
      ? { status: 'rejected', reason: pushError(context, push, outcome.reason, extra) }
      : { status: 'fulfilled', value: undefined };
  });
}

/** What accounting is sent of a change while the user waits; null: nothing. */
function pushOf({ user }: RequestContext, { applied }: Acted<Plan>): Push | null {
  const entry = applied?.outbox.find(isSynchronous);
  if (!entry || !applied?.push) return null;
  const { firstName, lastName } = user;
  return {
    job: entry.payload as unknown as AccountingPushJob,
    attempt: { id: entry.id, actorId: user.id, firstName, lastName },
    rows: applied.push,
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

/** Publishes the changes of pushed documents once more, as their pushes have left them. */
async function publishAgain(
  { env }: RequestContext,
  published: ReturnType<typeof publishDocumentChanges>,
  pushed: Promise<unknown>,
  pushes: readonly (Push | null)[],
): Promise<void> {
  const ids = pushes.map((push) => push?.job.documentId);
  await pushed.catch(() => undefined);
  const messages = await published;
  await tell(env, ...messages.filter(({ data }) => ids.includes(data.id)));
}
