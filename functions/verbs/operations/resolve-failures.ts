import { failuresAtOnce } from '#domain/operations/health';
import type { FailuresMeant } from '#domain/operations/health';
import { log } from '#edges/log';
import { countMeant, dismissFailures, readMeant, reopenFailures } from '#store/show/operations/health';
import type { Settling } from '#store/show/operations/health';
import { dispatchOutbox } from '#verbs/outbox/dispatch';
import { once, writeKept } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import type { TendedShow } from '#verbs/management/open-administered-show';

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
export function settleFailures(
  tended: TendedShow,
  how: Settling,
  meant: FailuresMeant,
  repeat: Repeat | null,
): Promise<Settled> {
  const { env, store, show, now, later } = tended;
  store.foreseen.begin(readMeant, store, how, meant, failuresAtOnce + 1);
  return once(tended, repeat, undefined, async (keep) => {
    const all = await store.foreseen.ask(readMeant, store, how, meant, failuresAtOnce + 1);
    const these = all.slice(0, failuresAtOnce);
    const left = all.length > these.length ? (await countMeant(store, how, meant)) - these.length : 0;
    const answer = { settled: these.length, left };
    if (these.length === 0) {
      await writeKept(tended, keep(answer));
      return answer;
    }
    const change = how === 'retried' ? reopenFailures : dismissFailures;
    await store.write([
      change(
        store,
        these.map(({ id }) => id),
        now,
      ),
      ...keep(answer),
    ]);
    log('info', `failures ${how}`, { show: show.id, count: these.length });
    if (how === 'retried') later(dispatchOutbox(env, store.db, these, now));
    return answer;
  });
}
