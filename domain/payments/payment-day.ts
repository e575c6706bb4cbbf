import type { PaymentSummary } from './payment.ts';

/** DEC-95: the day of its creation, as accounting wrote it down; the list filters and sorts by it. */
export function paymentDay({ created }: Pick<PaymentSummary, 'created'>): string {
  return created.slice(0, 10);
}
