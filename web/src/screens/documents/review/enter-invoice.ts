import { noInvoice } from '#domain/no-invoice';
import { useSession } from '../../../session/session.tsx';
import type { StoredDocument } from '../document.ts';
import { kinds } from '../kinds.ts';

export const enterInvoice = 'Enter Invoice';

/**
 * DEC-38: where whoever enters invoices begins one from the PO that it is about; null for anybody else, for other documents
 * and as long as nothing of it can be invoiced.
 */
export function useEnterInvoice({ docType, wire }: StoredDocument): string | null {
  const { can, config, rights } = useSession();
  if (docType !== 'PO' || !rights.invoices || !can('CreateInvoices', 'FULL')) return null;
  if (noInvoice(wire, config.settings.purchaseOrderRelieveResources) !== null) return null;
  return `${kinds.INVOICE.home}/create?order=${encodeURIComponent(wire.id)}`;
}
