import { Refusal } from '#domain/codes';
import type { Acted } from './perform-action.ts';
import type { ShowContext } from '#verbs/request/context';
import { isFinal, logRefused } from '#verbs/outbox/job-context';
import { inOneBreath } from '#verbs/request/coalesce';
import { dispatchNew } from '#verbs/outbox/dispatch';
import type { AwaitedErrand, OutboxRow } from '#verbs/outbox/jobs';
import { tellAccounting } from '#verbs/accounting/push-document';
import { isAwaited } from '#verbs/outbox/synchronous-jobs';
import { tellAgain, tellChange } from '#verbs/realtime/publish-document-change';

/** What several changes that were written together ask for goes to its queue in one call. */
const sendTogether = inOneBreath<OutboxRow>(dispatchNew);

/**
 * What follows every committed change. Accounting is told while the user waits (DEC-32); everything else goes to its
 * queue. Throws `accounting_interface_error` carrying `extra` when accounting refused.
 */
export async function finish(
  context: ShowContext,
  { rows, applied }: Acted,
  extra: Record<string, unknown> = {},
): Promise<void> {
  if (!applied) return;
  const { store, env, now } = context;
  const id = rows.document.id;
  const told = tellChange(context, rows, id);
  context.later(told);
  const push = applied.outbox.find(isAwaited);
  const others = applied.outbox.filter((entry) => entry !== push);
  context.later(sendTogether(env, store, others));
  if (!push) return;
  const { firstName, lastName } = context.user;
  try {
    const attempt = { id: push.id, actorId: context.user.id, firstName, lastName };
    const errand = push.payload as unknown as AwaitedErrand;
    await tellAccounting({ env, store, show: context.show, now }, errand, attempt);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (isFinal(error)) logRefused(push);
    throw new Refusal('accounting_interface_error', { ...error.detail, body: extra });
  } finally {
    context.later(tellAgain(context, told, id));
  }
}
