import type { Invoice } from './invoice.ts';
import type { Subject } from '#domain/lifecycle/subject';
import { common, without } from '#domain/lifecycle/subject-from-document';

export function invoiceSubject(invoice: Invoice): Subject {
  return {
    ...common('INVOICE', invoice),
    ...without,
    submitterId: null,
    departmentId: invoice.department?.id ?? null,
    vendorIsTemporary: invoice.vendor.isTemporary,
  };
}
