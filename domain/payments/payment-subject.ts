import type { Subject } from '#domain/lifecycle/subject';
import type { Payment } from './payment.ts';
import { commonSubjectFields, purchaseOrderDefaults } from '#domain/lifecycle/subject-from-document';

export function paymentSubject(payment: Payment): Subject {
  return {
    ...commonSubjectFields('PAYMENT', payment),
    ...purchaseOrderDefaults,
    submitterId: payment.submitterId,
    departmentId: null,
    vendorIsTemporary: false,
  };
}
