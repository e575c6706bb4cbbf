import { invoiceRefusal } from '#domain/relief/invoice-refusal';
import { useDepartments } from '../../../../forms/document/model/use-reference-data.ts';
import { useSession } from '../../../../session/session.tsx';
import type { StoredDocument } from '../../document.ts';
import { kinds } from '../../paths.ts';

export const enterInvoice = 'Enter Invoice';

export const departmentClosed =
  'The department of this PO is no longer active. Create a new invoice and choose another department.';

export interface InvoiceEntry {
  href: string;
  /** Why the invoice cannot keep the PO's department (DEC-13). Null if it can. */
  reason: string | null;
}

/**
 * The link that starts an invoice from this PO. Null for users who may not enter invoices, for other documents, and
 * while nothing of the PO can be invoiced (DEC-38).
 */
export function useEnterInvoice({ docType, wire }: StoredDocument): InvoiceEntry | null {
  const { can, config, rights } = useSession();
  const entersInvoices = docType === 'PO' && rights.invoices && can('CreateInvoices', 'FULL');
  const isReliefOn = config.settings.purchaseOrderRelieveResources;
  const isOffered = entersInvoices && invoiceRefusal(wire, isReliefOn, null) === null;
  const { data: departments } = useDepartments(isOffered);
  if (!isOffered) return null;
  const activeIds = departments?.filter(({ isActive }) => isActive).map(({ id }) => id) ?? null;
  const isClosed = invoiceRefusal(wire, isReliefOn, activeIds) !== null;
  return {
    href: `${kinds.INVOICE.home}/create?order=${encodeURIComponent(wire.id)}`,
    reason: isClosed ? departmentClosed : null,
  };
}
