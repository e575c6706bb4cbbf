import { Refusal } from '#domain/codes';
import { tell } from '#edges/publish-realtime';
import type { Plan } from '#store/d1/query';
import type { Acted } from './perform-action.ts';
import type { Applied } from './apply-change.ts';
import type { SubjectRows } from '#store/show/documents/read-document';
import type { ShowContext } from '#verbs/request/context';
import { isFinal, logRefused } from '#verbs/outbox/job-context';
import { dispatchNew } from '#verbs/outbox/dispatch';
import type { AwaitedErrand, OutboxRow } from '#verbs/outbox/jobs';
import { tellAccounting } from '#verbs/accounting/push-document';
import type { PushRows } from '#verbs/accounting/push-document';
import { isAwaited } from '#verbs/outbox/synchronous-jobs';
import { publishDocumentChanges } from '#verbs/realtime/publish-document-change';

/**
 * What follows every committed change. Accounting is told while the user waits (DEC-32); everything else goes to its
 * queue. Throws `accounting_interface_error` carrying `extra` when accounting refused.
 */
export async function finish(
  context: ShowContext,
  acted: Acted<Plan>,
  extra: Record<string, unknown> = {},
): Promise<void> {
  const [settled] = await finishAll(context, [acted], extra);
  if (settled?.status === 'rejected') throw settled.reason;
}

type Committed = { rows: SubjectRows; applied: Applied<Plan> };

/** The same for several changes that were written together: one message to the screens, one call to each queue. */
export function finishAll(
  context: ShowContext,
  acted: readonly Acted<Plan>[],
  extra: Record<string, unknown> = {},
): Promise<PromiseSettledResult<void>[]> {
  const committed = acted.filter((one): one is Committed => one.applied !== null);
  const published = publishDocumentChanges(
    context,
    committed.map(({ rows, applied: { audience } }) => ({ before: rows, audience })),
  );
  context.later(published);
  const entries = committed.flatMap(({ applied: { outbox } }) => outbox.filter((entry) => !isAwaited(entry)));
  if (entries.length > 0) context.later(dispatchNew(context.env, entries));
  const pushes = acted.map(({ applied }) => {
    const push = applied?.outbox.find(isAwaited);
    return push && applied?.push ? pushNow(context, push, applied.push, extra) : Promise.resolve();
  });
  const pushed = committed
    .filter(({ applied: { push } }) => push !== null)
    .map(({ rows }) => rows.document.id);
  if (pushed.length > 0) context.later(publishAgain(context, published, pushes, pushed));
  return Promise.allSettled(pushes);
}

/** Publishes the changes of these documents once more, as their pushes have left them. */
async function publishAgain(
  { env }: ShowContext,
  published: ReturnType<typeof publishDocumentChanges>,
  pushes: readonly Promise<void>[],
  ids: readonly string[],
): Promise<void> {
  await Promise.allSettled(pushes);
  const messages = await published;
  await tell(env, ...messages.filter(({ data }) => ids.includes(data.id)));
}

async function pushNow(
  { env, store, show, now, user }: ShowContext,
  push: OutboxRow,
  rows: PushRows,
  extra: Record<string, unknown>,
): Promise<void> {
  const { firstName, lastName } = user;
  try {
    const attempt = { id: push.id, actorId: user.id, firstName, lastName };
    await tellAccounting({ env, store, show, now }, push.payload as unknown as AwaitedErrand, attempt, rows);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (isFinal(error)) logRefused(push);
    throw new Refusal('accounting_interface_error', { ...error.detail, body: extra });
  }
}
