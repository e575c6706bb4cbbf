import type { Subject } from '#domain/lifecycle/subject';
import { commonSubjectFields, purchaseOrderDefaults } from '#domain/lifecycle/subject-from-document';
import type { Payment } from './payment-response.ts';

export function paymentSubject(payment: Payment): Subject {
  return {
    ...commonSubjectFields('PAYMENT', payment),
    ...purchaseOrderDefaults,
    submitterId: payment.submitterId,
    departmentId: null,
    vendorIsTemporary: false,
  };
}
