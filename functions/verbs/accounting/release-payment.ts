import { Refusal } from '#domain/codes';
import { attempted } from './push-attempt.ts';
import type { Attempt, Errands } from '#verbs/outbox/job-context';
import { reachAccounting } from './circuit-breaker.ts';
import type { PushRows } from './push-document.ts';

const overtaken = 'The payment changed before it reached the accounting system.';

/**
 * Releases a fully approved payment in accounting (DEC-28 row 3, DEC-32). `revision` is the version that approved it:
 * the same however often this is tried, so that nothing is paid twice. Throws `accounting_interface_error`.
 */
export async function releasePayment(
  errands: Errands,
  rows: PushRows,
  { documentId, revision }: { documentId: string; revision: number },
  attempt: Attempt,
): Promise<void> {
  const { payment, circuit } = rows;
  if (!payment) throw new Refusal('NOT_FOUND');
  await attempted(errands, rows, { ...payment, prefix: '' }, attempt, async () => {
    if (payment.status !== 'APPROVED') {
      throw new Refusal('accounting_interface_error', { message: overtaken });
    }
    const { externalId, totalCents } = payment;
    const released = { docId: documentId, revision, externalId, totalCents };
    await reachAccounting(errands, circuit, (accounting) => accounting.releasePayment(released));
  });
}
