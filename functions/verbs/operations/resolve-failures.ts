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
import type { FailureResolution } from '#store/show/operations/health';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import { withIdempotency, storedAnswerPlan, writeAnswer } from '#verbs/request/idempotency';
import type { AdministeredShow } from '#verbs/management/open-administered-show';

/** How many failures this call resolved, and how many selected ones are left for another call. */
interface Settled {
  settled: number;
  left: number;
}

/**
 * Retries or dismisses failed jobs: a push, the release of a payment, an e-mail (DEC-32). Retried jobs are reset and
 * keep the key by which their receiver recognizes duplicates, so that only an e-mail can arrive twice. Jobs that are no
 * longer failed are skipped.
 */
export async function resolveFailures(
  administered: AdministeredShow,
  resolution: FailureResolution,
  selection: FailureSelection,
): Promise<Settled> {
  const { env, store, show, now, runAfterResponse } = administered;
  const { stored, failures } = await readInOneTrip({
    ...storedAnswerPlan(administered),
    failures: selectedFailuresQuery(store, resolution, selection, maxFailuresPerCall + 1),
  });
  return withIdempotency(administered, stored, async (answerRow) => {
    const selected = failures.slice(0, maxFailuresPerCall);
    const left =
      failures.length > selected.length
        ? (await countSelectedFailures(store, resolution, selection)) - selected.length
        : 0;
    const answer = { settled: selected.length, left };
    if (selected.length === 0) {
      await writeAnswer(administered, answerRow(answer));
      return answer;
    }
    const change = resolution === 'retried' ? retryFailures : dismissFailures;
    await store.write([
      change(
        store,
        selected.map(({ id }) => id),
        now,
      ),
      ...answerRow(answer),
    ]);
    log('info', `failures ${resolution}`, { show: show.id, count: selected.length });
    if (resolution === 'retried') runAfterResponse(dispatchJobs(env, store.db, selected, now));
    return answer;
  });
}
