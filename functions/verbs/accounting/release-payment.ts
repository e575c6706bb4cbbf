import { Refusal } from '#domain/codes';
import { attemptOf, recordAttempts } from './push-attempt.ts';
import type { Attempt, JobContext } from '#verbs/outbox/job-context';
import { callAccounting } from './circuit-breaker.ts';
import type { PushRows } from './push-document.ts';

const overtaken = 'The payment changed before it reached the accounting system.';

/** A fully approved payment that is to be released, and the version that approved it. */
export interface Release {
  rows: PushRows;
  job: { documentId: string; revision: number };
  attempt: Attempt;
}

/**
 * Releases fully approved payments in accounting (DEC-28 row 3, DEC-32), and writes what came of it in one batch. `revision`
 * is the version that approved a payment: the same however often this is tried, so that nothing is paid twice. Settles for
 * each, with `accounting_interface_error` for one that was not released.
 */
export async function releasePayments(
  context: JobContext,
  releases: readonly Release[],
): Promise<PromiseSettledResult<void>[]> {
  const outcomes = await Promise.allSettled(releases.map((release) => attemptRelease(context, release)));
  const records = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.record] : []));
  await recordAttempts(context, records);
  return outcomes.map((one) => {
    if (one.status === 'rejected') return one;
    const { refusal } = one.value;
    return refusal ? { status: 'rejected', reason: refusal } : { status: 'fulfilled', value: undefined };
  });
}

async function attemptRelease(context: JobContext, { rows, job, attempt }: Release) {
  const { payment, circuit } = rows;
  if (!payment) throw new Refusal('NOT_FOUND');
  return attemptOf(context, rows, { ...payment, prefix: '' }, attempt, async () => {
    if (payment.status !== 'APPROVED')
      throw new Refusal('accounting_interface_error', { message: overtaken });
    const { documentId: docId, revision } = job;
    const { externalId, totalCents } = payment;
    const released = { docId, revision, externalId, totalCents };
    await callAccounting(context, circuit, (accounting) => accounting.releasePayment(released));
  });
}
