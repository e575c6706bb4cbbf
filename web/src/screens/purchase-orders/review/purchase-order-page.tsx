import { useAccountFields } from '../../../forms/document/model/use-reference-data.ts';
import { orderNumber } from '#domain/documents/document-number';
import { Day } from '../../../parts/display/date-format.tsx';
import { useSession } from '../../../session/session.tsx';
import { Block, Blocks, PrintedPage, AddressLines } from '../../documents/review/printed-page.tsx';
import { VendorBlock } from '../../documents/review/vendor-block.tsx';
import { PageLines } from './page-lines.tsx';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** The document as it would be printed. */
export function PurchaseOrderPage(props: { order: PurchaseOrder }) {
  const { order } = props;
  const { show } = useSession();
  const { data: fields } = useAccountFields();
  return (
    <PrintedPage
      label="Purchase order"
      title="Purchase Order"
      number={orderNumber(order)}
      detail={<Day day={order.poDate} />}
      from={[order.company, order.companyAddress, show.name]}
    >
      {order.status === 'APPROVED' ? null : (
        <p className="border-b border-line bg-caution-soft px-2 py-1 text-center text-xs font-medium text-caution">
          THIS PO IS NOT VALID UNTIL APPROVED
        </p>
      )}
      <VendorBlock source={order} getsMail />
      <Blocks>
        <Block term="Bill To">
          <AddressLines address={order.billToAddress} />
        </Block>
        <Block term="Ship To">
          <AddressLines address={order.shipToAddress} />
        </Block>
        <Block term="Department">{order.department?.name ?? '—'}</Block>
        <Block term="PO Contains">{order.category?.name ?? '—'}</Block>
        <Block term="Raised By">{order.creator.name}</Block>
      </Blocks>
      <p className="pb-4 text-lg font-medium break-words">{order.description}</p>
      <PageLines order={order} fields={fields ?? []} />
    </PrintedPage>
  );
}
