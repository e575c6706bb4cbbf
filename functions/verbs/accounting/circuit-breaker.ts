import { AccountingFailure } from '#edges/accounting/client';
import { accountingFor } from '#edges/accounting/open';
import type { Accounting } from '#edges/accounting/port';
import { log } from '#edges/log';
import { claimProbe, countFailure, endRest } from '#store/show/accounting/circuit-breaker';
import type { Circuit } from '#store/show/accounting/circuit-breaker';
import type { JobContext } from '#verbs/outbox/job-context';

/** How long accounting is left alone, and how long a single try whether it is back may take. */
const restMs = 60_000;
const trialMs = 30_000;
const resting = 'The accounting system has not responded for a while. Backlot keeps trying.';

/**
 * Asks a show's accounting, by the state of its circuit breaker. When it was not reached three times in a row it rests: everybody
 * is told so at once instead of waiting for it, and once a minute one of them tries, with a single attempt, whether it is
 * back. What it refuses is an answer, too. Throws `AccountingFailure`.
 */
export async function callAccounting<Answer>(
  { env, store, show }: JobContext,
  rest: Circuit,
  ask: (accounting: Accounting) => Promise<Answer>,
): Promise<Answer> {
  const isResting = rest !== null && rest.until !== null;
  if (isResting && !(await claimProbe(store, fromNow(0), fromNow(trialMs))))
    throw new AccountingFailure(resting, false);
  const ended = async () => {
    if (rest) await noted(() => endRest(store));
    if (isResting) log('info', 'accounting answers again', { show: show.id });
  };
  try {
    const answer = await ask(accountingFor(env, show, isResting ? { attempts: 1 } : {}));
    await ended();
    return answer;
  } catch (error) {
    if (!(error instanceof AccountingFailure)) throw error;
    if (error.refused) await ended();
    else if (await noted(() => countFailure(store, fromNow(restMs))))
      log('warn', 'accounting rests', { show: show.id });
    throw error;
  }
}

function fromNow(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

/** What came of a call counts, whether or not we could write down how accounting is. */
async function noted<Done>(write: () => Promise<Done>): Promise<Done | null> {
  try {
    return await write();
  } catch (error) {
    log('warn', 'accounting not noted', {}, error);
    return null;
  }
}
