import { useParams } from 'react-router';
import { keys } from '../../../keys.ts';
import { preloadData } from '../../../session/preload.ts';
import { useSession } from '../../../session/session.tsx';
import type { Prefetch } from '../../../session/startup.ts';
import type { DocumentOf } from '../../documents/document.ts';
import { readDocument } from '../../documents/calls.ts';
import { DocumentReview } from '../../documents/review/document-review.tsx';
import type { DocumentPageProps } from '../../documents/review/review-body.tsx';
import { Settlements } from '../../documents/review/settlements.tsx';
import { ChangeOrderComparison } from './change-order-comparison.tsx';
import { InvoicedPanel } from './invoiced-panel.tsx';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { useAccountFields } from '../../../forms/document/model/use-reference-data.ts';
import { orderNumber } from '#domain/documents/document-number';
import { Day } from '../../../parts/display/date-format.tsx';
import { Block, Blocks, PrintedPage, AddressLines } from '../../documents/review/printed-page.tsx';
import { VendorBlock } from '../../documents/review/vendor-block.tsx';
import { PageLines } from './page-lines.tsx';
import { Link } from 'react-aria-components/Link';
import type { Persona } from '#domain/document';
import { formatMoney, toCents } from '#domain/values/money';
import type { PossibleSplit } from '#domain/purchase-orders/purchase-order-response';
import { Card } from '../../../parts/page/card.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { reviewPath } from '../../documents/paths.ts';

function hiddenText(count: number): string {
  return count === 1 ? 'One more order that you cannot open.' : `${count} more orders that you cannot open.`;
}

/** Orders of the vendor that are each within a limit, but together exceed it (PO-66). */
function SplitCard(props: { split: PossibleSplit | null; persona: Persona }) {
  const { split, persona } = props;
  if (!split) return null;
  const { currency, orders, hiddenOrders } = split;
  const total = formatMoney(toCents(split.total), currency);
  const limit = formatMoney(toCents(split.limit), currency);
  return (
    <Card title="Possible Split Order">
      <div className="grid gap-2 text-sm">
        <p>
          {`Together with the vendor’s other orders from the same week, this comes to ${total}. Each one is within the limit of ${limit}, but together they exceed it.`}
        </p>
        <ul className="grid gap-1">
          {orders.map((order) => (
            <li key={order.id} className="flex flex-wrap items-baseline gap-x-3">
              <Link
                href={reviewPath('PO', order.id, persona)}
                className="touch:inline-flex touch:min-h-11 touch:items-center figures rounded-sm font-medium underline underline-offset-2 data-hovered:no-underline"
              >
                {order.number}
              </Link>
              <Day day={order.date} />
              <Money cents={toCents(order.totalCost)} currency={currency} />
            </li>
          ))}
          {hiddenOrders > 0 ? <li className="text-ink-muted">{hiddenText(hiddenOrders)}</li> : null}
        </ul>
      </div>
    </Card>
  );
}

/** The document as it would be printed. */
function PurchaseOrderPage(props: { order: PurchaseOrder }) {
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
        {order.accountingPeriod ? <Block term="Period">{order.accountingPeriod}</Block> : null}
      </Blocks>
      <p className="pb-4 text-lg font-medium break-words">{order.description}</p>
      <PageLines order={order} fields={fields ?? []} />
    </PrintedPage>
  );
}

function DocumentPage(props: DocumentPageProps<'PO'>) {
  const { document, persona } = props;
  const { settlements, currency } = document.wire;
  return (
    <>
      <PurchaseOrderPage order={document.wire} />
      <InvoicedPanel order={document.wire} persona={persona} />
      <Settlements settlements={settlements} currency={currency} persona={persona} namesInvoices />
    </>
  );
}

const content = {
  Change: ({ document }: { document: DocumentOf<'PO'> }) => <ChangeOrderComparison order={document.wire} />,
  Flags: ({ document, persona }: { document: DocumentOf<'PO'>; persona: Persona }) => (
    <SplitCard split={document.wire.possibleSplit} persona={persona} />
  ),
  Page: DocumentPage,
};

/** Prefetches the document of the address, if the address names the persona. */
export const prefetch: Prefetch = ({ show }, at) => {
  const [, id = '', as = ''] = /^\/po\/review\/([^/]+)\/(creator|approver)\/?$/i.exec(at.pathname) ?? [];
  const persona = as.toUpperCase() === 'CREATOR' ? 'CREATOR' : 'APPROVER';
  if (!id) return Promise.resolve();
  return preloadData(keys.document('PO', id, persona), () => readDocument('PO', show.id, id, persona));
};

/** `/po/review/:id/creator|approver` (SH-11 to SH-13). */
export function ReviewScreen() {
  const { id = '' } = useParams();
  const { persona } = useSession();
  return <DocumentReview docType="PO" id={id} persona={persona} {...content} />;
}
