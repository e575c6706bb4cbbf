import type { PurchaseOrder, ResolvedAddress } from '#domain/purchase-order';
import { numberText } from '../../../forms/purchase-order/number.ts';
import { useAccountFields } from '../../../forms/purchase-order/reference.ts';
import { Day } from '../../../parts/date-format.tsx';
import { useSession } from '../../../session/session.tsx';
import { SheetLines } from './sheet-lines.tsx';
import { Block, VendorBlock } from './vendor-block.tsx';

function Place(props: { address: ResolvedAddress | null }) {
  const { address } = props;
  if (!address) return '—';
  const lines = [address.name, address.address1, address.address2].filter(Boolean);
  return lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}

/** The document as it would print. */
export function Sheet(props: { order: PurchaseOrder }) {
  const { order } = props;
  const { show } = useSession();
  const { data: fields } = useAccountFields();
  return (
    <article
      aria-label="Purchase order"
      className="rounded-lg border border-line bg-surface-raised px-8 py-7 max-sm:px-4 max-sm:py-5"
    >
      <header className="flex flex-wrap items-start justify-between gap-4 border-b border-line-strong pb-4">
        <div className="min-w-0">
          <p className="text-lg font-semibold">{order.company}</p>
          <p className="text-sm text-ink-muted">{order.companyAddress}</p>
          <p className="text-sm text-ink-muted">{show.name}</p>
        </div>
        <div className="text-right max-sm:text-left">
          <p className="text-xs font-medium tracking-wide text-ink-muted uppercase">Purchase Order</p>
          <p className="figures text-2xl font-semibold">{numberText(order)}</p>
          <p className="text-sm">
            <Day day={order.poDate} />
          </p>
        </div>
      </header>
      {order.status === 'APPROVED' ? null : (
        <p className="border-b border-line bg-caution-soft px-2 py-1 text-center text-xs font-medium text-caution">
          THIS PO IS NOT VALID UNTIL APPROVED
        </p>
      )}
      <VendorBlock order={order} />
      <dl className="grid grid-cols-3 gap-x-6 gap-y-3 max-md:grid-cols-2 py-4 text-sm max-sm:grid-cols-1">
        <Block term="Bill To">
          <Place address={order.billToAddress} />
        </Block>
        <Block term="Ship To">
          <Place address={order.shipToAddress} />
        </Block>
        <Block term="Department">{order.department?.name ?? '—'}</Block>
        <Block term="PO Contains">{order.category?.name ?? '—'}</Block>
        <Block term="Raised By">{order.creator.name}</Block>
      </dl>
      <p className="pb-4 text-lg font-medium break-words">{order.description}</p>
      <SheetLines order={order} fields={fields ?? []} />
    </article>
  );
}
