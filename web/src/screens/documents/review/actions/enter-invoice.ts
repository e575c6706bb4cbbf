import { noInvoice } from '#domain/relief/no-invoice-reason';
import { useDepartments } from '../../../../forms/document/model/use-reference-data.ts';
import { useSession } from '../../../../session/session.tsx';
import type { StoredDocument } from '../../document.ts';
import { kinds } from '../../paths.ts';

export const enterInvoice = 'Enter Invoice';

export const departmentClosed =
  'The department of this PO is no longer active. Create a new invoice and choose another department.';

export interface InvoiceEntry {
  href: string;
  /** Why the invoice cannot keep the department of the PO, in words (DEC-13); null: it can. */
  reason: string | null;
}

/**
 * DEC-38: where whoever enters invoices begins one from the PO that it is about; null for anybody else, for other documents
 * and as long as nothing of it can be invoiced.
 */
export function useEnterInvoice({ docType, wire }: StoredDocument): InvoiceEntry | null {
  const { can, config, rights } = useSession();
  const entersInvoices = docType === 'PO' && rights.invoices && can('CreateInvoices', 'FULL');
  const isReliefOn = config.settings.purchaseOrderRelieveResources;
  const isOffered = entersInvoices && noInvoice(wire, isReliefOn, null) === null;
  const { data: departments } = useDepartments(isOffered);
  if (!isOffered) return null;
  const activeIds = departments?.filter(({ isActive }) => isActive).map(({ id }) => id) ?? null;
  const isClosed = noInvoice(wire, isReliefOn, activeIds) !== null;
  return {
    href: `${kinds.INVOICE.home}/create?order=${encodeURIComponent(wire.id)}`,
    reason: isClosed ? departmentClosed : null,
  };
}
