import { Link } from 'react-aria-components/Link';
import type { Persona } from '#domain/document';
import { formatMoney, toCents } from '#domain/values/money';
import { Card } from '../../../parts/page/card.tsx';
import { Day } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { reviewPath } from '../../documents/paths.ts';
import type { PossibleSplit } from '#domain/purchase-orders/purchase-order-response';

function hiddenText(count: number): string {
  return count === 1 ? 'One more order that you cannot open.' : `${count} more orders that you cannot open.`;
}

/** Orders of the vendor that are each within a limit, but together exceed it (PO-66). */
export function SplitCard(props: { split: PossibleSplit | null; persona: Persona }) {
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
