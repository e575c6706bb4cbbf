import type { PaymentType } from './payment.ts';

/** PA-06: what accounting's codes mean to people; the code itself stands beside it. */
export const paymentTypeWords: Record<PaymentType, string> = {
  CI: 'Check',
  CCNF: 'Check',
  ACH: 'ACH transfer',
  ACHNF: 'ACH transfer',
  EPAY: 'Electronic payment',
  EPAYNF: 'Electronic payment',
};
