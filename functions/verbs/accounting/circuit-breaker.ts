import { AccountingFailure } from '#edges/accounting/client';
import { accountingFor } from '#edges/accounting/open';
import type { Accounting } from '#edges/accounting/port';
import { log } from '#edges/log';
import { claimProbe, countFailure, closeCircuit } from '#store/show/accounting/circuit-breaker';
import type { Circuit } from '#store/show/accounting/circuit-breaker';
import type { JobContext } from '#verbs/outbox/job-context';

/** Circuit breaker: how long the circuit stays open, and the lease of the single call that probes it. */
const openMs = 60_000;
const probeMs = 30_000;
const openMessage = 'The accounting system has not responded for a while. Backlot keeps trying.';

/**
 * Calls a show's accounting system through its circuit breaker. After three failures in a row the circuit opens: calls
 * fail at once, and once a minute a single call with one attempt probes whether accounting is back. A refusal by
 * accounting counts as reached. Throws `AccountingFailure`.
 */
export async function callAccounting<Answer>(
  { env, store, show }: JobContext,
  circuit: Circuit,
  call: (accounting: Accounting) => Promise<Answer>,
): Promise<Answer> {
  const isOpen = circuit !== null && circuit.until !== null;
  if (isOpen && !(await claimProbe(store, fromNow(0), fromNow(probeMs))))
    throw new AccountingFailure(openMessage, false);
  const close = async () => {
    if (circuit) await bestEffort(() => closeCircuit(store));
    if (isOpen) log('info', 'accounting circuit closed', { show: show.id });
  };
  try {
    const answer = await call(accountingFor(env, show, isOpen ? { attempts: 1 } : {}));
    await close();
    return answer;
  } catch (error) {
    if (!(error instanceof AccountingFailure)) throw error;
    if (error.refused) await close();
    else if (await bestEffort(() => countFailure(store, fromNow(openMs))))
      log('warn', 'accounting circuit open', { show: show.id });
    throw error;
  }
}

function fromNow(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

/** The result of a call counts even when the state of the circuit could not be stored. */
async function bestEffort<Done>(write: () => Promise<Done>): Promise<Done | null> {
  try {
    return await write();
  } catch (error) {
    log('warn', 'accounting circuit not saved', {}, error);
    return null;
  }
}
