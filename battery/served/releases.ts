import type { Payment } from '../../domain/payments/payment.ts';
import { ask } from '../../tests/e2e/support/data/books.ts';
import type { Cashier } from '../../tests/e2e/support/data/payments.ts';

/** How often accounting released each document. */
export async function releasesIn({ books }: Cashier): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let after = 0; ;) {
    const { entries } = JSON.parse(await (await ask(books, `/ledger?after=${after}`)).text()) as {
      entries: { seq: number; kind: string; docId: string }[];
    };
    for (const { kind, docId } of entries)
      if (kind === 'PAYMENT_RELEASE') found.set(docId, (found.get(docId) ?? 0) + 1);
    const last = entries.at(-1);
    if (!last) return found;
    after = last.seq;
  }
}

/** One entry in the send history, however often accounting was asked. */
export function isSentOnce({ sendHistoryResource }: Payment): boolean {
  return sendHistoryResource.map(({ isSuccessful }) => isSuccessful).join() === 'true';
}
