import type { PaymentType } from './payment.ts';

/** Names of accounting's codes; the code itself is shown next to them (PA-06). */
export const paymentTypeWords: Record<PaymentType, string> = {
  CI: 'Check',
  CCNF: 'Check',
  ACH: 'ACH transfer',
  ACHNF: 'ACH transfer',
  EPAY: 'Electronic payment',
  EPAYNF: 'Electronic payment',
};
