import type { PaymentSummary } from './payment-response.ts';

/** Returns the day of its creation in accounting, by which lists filter and sort (DEC-95). */
export function paymentDay({ created }: Pick<PaymentSummary, 'created'>): string {
  return created.slice(0, 10);
}
