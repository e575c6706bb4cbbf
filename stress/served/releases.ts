import { callAccounting } from '../../tests/e2e/support/data/accounting.ts';
import type { PaymentShow } from '../../tests/e2e/support/data/payments.ts';
import type { Payment } from '#domain/payments/payment-response';

/** Returns the number of releases per document. */
export async function releasesIn({ books }: PaymentShow): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let after = 0; ;) {
    const { entries } = JSON.parse(await (await callAccounting(books, `/ledger?after=${after}`)).text()) as {
      entries: { seq: number; kind: string; docId: string }[];
    };
    for (const { kind, docId } of entries)
      if (kind === 'PAYMENT_RELEASE') found.set(docId, (found.get(docId) ?? 0) + 1);
    const last = entries.at(-1);
    if (!last) return found;
    after = last.seq;
  }
}

/** Whether the send history has one entry, however often accounting was called. */
export function isSentOnce({ sendHistoryResource }: Payment): boolean {
  return sendHistoryResource.map(({ isSuccessful }) => isSuccessful).join() === 'true';
}
