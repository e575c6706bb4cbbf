import { ReceiptText } from 'lucide-react';
import type { PurchaseOrder } from '#domain/purchase-order';
import { toCents } from '#domain/money';
import { ButtonLink } from '../../../parts/button.tsx';
import { useSession } from '../../../session/session.tsx';
import { kinds } from '../../documents/kinds.ts';

/** RL-10, DEC-38: whoever enters invoices begins one from the PO that it is about, for as long as something of it is left. */
export function EnterInvoice({ order }: { order: PurchaseOrder }) {
  const { can, config, rights } = useSession();
  const mayEnter = rights.invoices && can('CreateInvoices', 'FULL');
  const isLeft = order.lineItems.some(({ remainingBalance }) => toCents(remainingBalance) > 0);
  const relieves = config.settings.purchaseOrderRelieveResources && order.foundInAccountingSystem;
  if (!mayEnter || !relieves || order.status !== 'APPROVED' || !isLeft) return null;
  return (
    <div className="flex justify-end">
      <ButtonLink href={`${kinds.INVOICE.home}/create?order=${encodeURIComponent(order.id)}`}>
        <ReceiptText aria-hidden className="size-4" />
        Enter Invoice
      </ButtonLink>
    </div>
  );
}
