import { editable } from '#domain/document';
import { sharedDepartment, sharedReference } from '#domain/relief/shared-department';
import { useRelievable } from '../../forms/use-relievable.ts';
import { isOf } from './document.ts';
import type { StoredDocument } from './document.ts';

const nobody = { vendorExternalId: '', projectCompanyExternalId: '', currencyExternalId: '' };

/**
 * DEC-13: the department of the PO that all lines of a stored invoice reference, as `departmentRefusal` takes it. Until
 * the PO is loaded, its department counts as that of the invoice: the server decides. Nothing is loaded unless `isWanted`.
 */
export function useOrderDepartmentId(document: StoredDocument, isWanted: boolean): string | null {
  const isEditable = isOf(document, 'INVOICE') && editable(document.submissionStatus);
  const invoice =
    isWanted && isEditable && sharedReference(document.wire.lineItems) !== null ? document.wire : null;
  const parties = invoice
    ? {
        vendorExternalId: invoice.vendor.externalId ?? '',
        projectCompanyExternalId: invoice.projectCompanyExternalId,
        currencyExternalId: invoice.projectCompanyCurrencyExternalId,
      }
    : nobody;
  const { orders } = useRelievable(parties, invoice?.id ?? null);
  if (!invoice) return null;
  if (!orders) return invoice.department?.id ?? null;
  return sharedDepartment(invoice.lineItems, orders)?.id ?? null;
}
