import { Link } from 'react-aria-components/Link';
import type { Persona } from '#domain/document';
import { balanceAfterChangeCents } from '#domain/purchase-orders/line-reduction';
import { formatMoney, toCents } from '#domain/values/money';
import { Card } from '../../../parts/page/card.tsx';
import { StatusChip } from '../../../parts/display/chip.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { ShareBar } from '../../../parts/display/share-bar.tsx';
import { reviewPath } from '../../documents/paths.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { InvoicedBy } from '#domain/relief/relief-response';

function sum(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + toCents(amount), 0);
}

/** In cents: the total of the PO, what invoices or accounting have relieved, and what is left. */
function reliefAmounts(order: PurchaseOrder) {
  const committed = toCents(order.totalCost);
  const left = order.lineItems.reduce((cents, line) => cents + balanceAfterChangeCents(line), 0);
  return { committed, relieved: committed - left, left };
}

function AmountField(props: { term: string; cents: number; currency: string }) {
  return (
    <div className="max-sm:flex max-sm:items-baseline max-sm:justify-between">
      <dt className="text-xs text-ink-muted">{props.term}</dt>
      <dd className="text-lg font-semibold">
        <Money cents={props.cents} currency={props.currency} />
      </dd>
    </div>
  );
}

const head = 'border-b border-line-strong pb-1.5 text-xs font-medium text-ink-muted';
const cell = 'border-b border-line py-2 align-baseline in-[tr:last-child]:border-b-0';

function Row(props: { entry: InvoicedBy; order: PurchaseOrder; persona: Persona }) {
  const { entry, order, persona } = props;
  const line = order.lineItems.find(({ id }) => id === entry.poLineItemId);
  return (
    <tr>
      <td className={`${cell} pr-3`}>
        <Link
          href={reviewPath('INVOICE', entry.invoiceId, persona)}
          className="touch:inline-flex touch:min-h-11 touch:items-center rounded-sm font-medium underline underline-offset-2 data-hovered:no-underline"
        >
          {entry.number}
        </Link>
        <span className="pl-2 text-xs whitespace-nowrap text-ink-muted">{`line ${entry.lineNumber}`}</span>
      </td>
      <td className={`${cell} pr-3 max-sm:hidden`}>
        <StatusChip status={entry.status} submissionStatus={entry.submissionStatus} />
      </td>
      <td className={`${cell} pr-3`}>
        <span className="figures">{line?.lineNumber}</span>
        <span className="pl-2 text-ink-muted max-sm:hidden">{line?.description}</span>
      </td>
      <td className={`${cell} text-right`}>
        <Money cents={toCents(entry.amount)} currency={order.currency} />
      </td>
    </tr>
  );
}

function Invoices(props: { order: PurchaseOrder; persona: Persona }) {
  const { order } = props;
  return (
    <table aria-label="Invoices against this purchase order" className="w-full text-sm">
      <thead>
        <tr className="text-left">
          <th scope="col" className={head}>
            Invoice
          </th>
          <th scope="col" className={`${head} max-sm:hidden`}>
            Status
          </th>
          <th scope="col" className={head}>
            PO Line
          </th>
          <th scope="col" className={`${head} text-right`}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {order.invoicedBy.map((entry) => (
          <Row key={`${entry.invoiceId} ${entry.lineNumber}`} entry={entry} {...props} />
        ))}
      </tbody>
    </table>
  );
}

/** Amounts that are not in the table: invoices that the user cannot see, and relief that only accounting knows. */
function OtherRelief(props: { order: PurchaseOrder; relieved: number }) {
  const { order, relieved } = props;
  const { currency } = order;
  const hidden = toCents(order.invoicedAmount) - sum(order.invoicedBy.map(({ amount }) => amount));
  const booked = relieved - toCents(order.invoicedAmount);
  return (
    <>
      {hidden === 0 ? null : (
        <p className="text-sm text-ink-muted">
          <Money cents={hidden} currency={currency} /> is on invoices that you cannot open.
        </p>
      )}
      {booked === 0 ? null : (
        <p className="text-sm text-ink-muted">
          <Money cents={Math.abs(booked)} currency={currency} />
          {booked > 0
            ? ' was taken up in the accounting system itself.'
            : ' of it is not yet in what the accounting system says is left.'}
        </p>
      )}
    </>
  );
}

/** The relief of a PO, as a bar and per invoice. Nothing while there is none (DEC-39). */
export function InvoicedPanel(props: { order: PurchaseOrder; persona: Persona }) {
  const { order, persona } = props;
  const { currency } = order;
  const { committed, relieved, left } = reliefAmounts(order);
  if (relieved === 0 && order.invoicedAmount === 0) return null;
  const text = `${formatMoney(relieved, currency)} of ${formatMoney(committed, currency)}`;
  return (
    <Card title="Invoiced">
      <div className="grid gap-4">
        <dl
          aria-label="Committed and invoiced"
          className="grid grid-cols-3 gap-x-6 gap-y-1 max-sm:grid-cols-1"
        >
          <AmountField term="Committed" cents={committed} currency={currency} />
          <AmountField term="Invoiced" cents={relieved} currency={currency} />
          <AmountField term={left < 0 ? 'Over by' : 'Left'} cents={Math.abs(left)} currency={currency} />
        </dl>
        <ShareBar label="Invoiced of committed" taken={relieved} whole={committed} text={text} />
        {order.invoicedBy.length > 0 ? <Invoices order={order} persona={persona} /> : null}
        <OtherRelief order={order} relieved={relieved} />
      </div>
    </Card>
  );
}
