import { maxFailuresPerCall } from '#domain/operations/health';
import type { FailureSelection } from '#domain/operations/health';
import { log } from '#edges/log';
import { readInOneTrip } from '#store/d1/query';
import {
  countSelectedFailures,
  dismissFailures,
  retryFailures,
  selectedFailuresQuery,
} from '#store/show/operations/health';
import type { Settling } from '#store/show/operations/health';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import { once, storedAnswerPlan, writeKept } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import type { AdministeredShow } from '#verbs/management/open-administered-show';

/** How many were settled by this call, and how many of those that were meant are left for another one. */
interface Settled {
  settled: number;
  left: number;
}

/**
 * What becomes of things that were given up: a push, the release of a payment, an e-mail (DEC-32). `retried`, they are as
 * if they were new, under the key by which their receiver knows them, so that nothing but an e-mail may come twice;
 * `dismissed`, nothing more is to be done about them. What is not given up (any more) is passed over.
 */
export async function resolveFailures(
  tended: AdministeredShow,
  how: Settling,
  selection: FailureSelection,
  repeat: Repeat | null,
): Promise<Settled> {
  const { env, store, show, now, later } = tended;
  const { stored, failures } = await readInOneTrip({
    ...storedAnswerPlan(tended, repeat),
    failures: selectedFailuresQuery(store, how, selection, maxFailuresPerCall + 1),
  });
  return once(tended, repeat, stored, async (keep) => {
    const these = failures.slice(0, maxFailuresPerCall);
    const left =
      failures.length > these.length
        ? (await countSelectedFailures(store, how, selection)) - these.length
        : 0;
    const answer = { settled: these.length, left };
    if (these.length === 0) {
      await writeKept(tended, keep(answer));
      return answer;
    }
    const change = how === 'retried' ? retryFailures : dismissFailures;
    await store.write([
      change(
        store,
        these.map(({ id }) => id),
        now,
      ),
      ...keep(answer),
    ]);
    log('info', `failures ${how}`, { show: show.id, count: these.length });
    if (how === 'retried') later(dispatchJobs(env, store.db, these, now));
    return answer;
  });
}
