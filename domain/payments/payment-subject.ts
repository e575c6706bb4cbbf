import type { Subject } from '#domain/lifecycle/subject';
import type { Payment } from './payment.ts';
import { common, without } from '#domain/lifecycle/subject-from-document';

export function paymentSubject(payment: Payment): Subject {
  return {
    ...common('PAYMENT', payment),
    ...without,
    submitterId: payment.submitterId,
    departmentId: null,
    vendorIsTemporary: false,
  };
}
