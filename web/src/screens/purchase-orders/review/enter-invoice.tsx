import { ReceiptText } from 'lucide-react';
import type { PurchaseOrder } from '#domain/purchase-order';
import { noInvoice } from '#domain/relief-reference';
import { ButtonLink } from '../../../parts/button.tsx';
import { useSession } from '../../../session/session.tsx';
import { kinds } from '../../documents/kinds.ts';

/** DEC-38: whoever enters invoices begins one from the PO that it is about, for as long as that can be invoiced. */
export function EnterInvoice({ order }: { order: PurchaseOrder }) {
  const { can, config, rights } = useSession();
  const mayEnter = rights.invoices && can('CreateInvoices', 'FULL');
  if (!mayEnter || noInvoice(order, config.settings.purchaseOrderRelieveResources) !== null) return null;
  return (
    <div className="flex justify-end">
      <ButtonLink href={`${kinds.INVOICE.home}/create?order=${encodeURIComponent(order.id)}`}>
        <ReceiptText aria-hidden className="size-4" />
        Enter Invoice
      </ButtonLink>
    </div>
  );
}
