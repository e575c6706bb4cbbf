import type { Subject } from '#domain/lifecycle/subject';
import { commonSubjectFields, purchaseOrderDefaults } from '#domain/lifecycle/subject-from-document';
import type { Invoice } from './invoice-response.ts';

export function invoiceSubject(invoice: Invoice): Subject {
  return {
    ...commonSubjectFields('INVOICE', invoice),
    ...purchaseOrderDefaults,
    submitterId: null,
    departmentId: invoice.department?.id ?? null,
    vendorIsTemporary: invoice.vendor.isTemporary,
  };
}
