import { editable } from '#domain/document';
import { sharedDepartment, sharedReference } from '#domain/relief/shared-department';
import { useRelievable } from '../../forms/use-relievable.ts';
import { isOf } from './document.ts';
import type { StoredDocument } from './document.ts';

const noParties = { vendorExternalId: '', projectCompanyExternalId: '', currencyExternalId: '' };

/**
 * The department of the PO that all lines of a stored invoice reference, as `departmentRefusal` takes it. While the PO
 * loads, the invoice's department is used; the server decides. Loads nothing unless `isEnabled` (DEC-13).
 */
export function useOrderDepartmentId(document: StoredDocument, isEnabled: boolean): string | null {
  const isEditable = isOf(document, 'INVOICE') && editable(document.submissionStatus);
  const invoice =
    isEnabled && isEditable && sharedReference(document.wire.lineItems) !== null ? document.wire : null;
  const parties = invoice
    ? {
        vendorExternalId: invoice.vendor.externalId ?? '',
        projectCompanyExternalId: invoice.projectCompanyExternalId,
        currencyExternalId: invoice.projectCompanyCurrencyExternalId,
      }
    : noParties;
  const { orders } = useRelievable(parties, invoice?.id ?? null);
  if (!invoice) return null;
  if (!orders) return invoice.department?.id ?? null;
  return sharedDepartment(invoice.lineItems, orders)?.id ?? null;
}
