import type { AccountField } from '#domain/chart-of-accounts';
import type { Line } from '#domain/line';
import { toCents } from '#domain/money';
import type { PurchaseOrder } from '#domain/purchase-order';
import { Day } from '../../../parts/date-format.tsx';
import { Money } from '../../../parts/money.tsx';

const head = 'border-b border-line-strong pb-1.5 text-xs font-medium text-ink-muted';
const cell = 'border-b border-line py-2 align-top';

function Rental(props: { line: Line }) {
  const { line } = props;
  if (line.acquisitionType !== 'RENTAL') return null;
  const kind = line.rentalType === 'UNDEFINED' ? 'Rental' : `Rental, ${line.rentalType.toLowerCase()}`;
  return (
    <span className="block text-xs text-ink-muted">
      {kind}
      {line.rentalStart ? ', ' : ''}
      <Day day={line.rentalStart} />
      {line.rentalEnd ? ' to ' : ''}
      <Day day={line.rentalEnd} />
    </span>
  );
}

/** The codes of a line in the chart's order, each with its column's name. */
function Coding(props: { line: Line; fields: readonly AccountField[] }) {
  const { line, fields } = props;
  const codes = fields.flatMap(({ config_type, header }) =>
    line.coding[config_type] ? [`${header} ${line.coding[config_type]}`] : [],
  );
  const tax = line.taxCode ? [`Tax ${line.taxCode}`] : [];
  if (codes.length + tax.length === 0) return null;
  return <span className="figures block text-xs text-ink-muted">{[...codes, ...tax].join(' · ')}</span>;
}

/** The ruled table of a printed PO. */
export function SheetLines(props: { order: PurchaseOrder; fields: readonly AccountField[] }) {
  const { order, fields } = props;
  const { currency } = order;
  return (
    <table aria-label="Line items" className="w-full text-sm">
      <thead>
        <tr>
          <th scope="col" className={`${head} w-8 text-left`}>
            #
          </th>
          <th scope="col" className={`${head} text-left`}>
            Description
          </th>
          <th scope="col" className={`${head} w-16 text-right max-sm:hidden`}>
            Quantity
          </th>
          <th scope="col" className={`${head} w-28 text-right max-sm:hidden`}>
            Unit Cost
          </th>
          <th scope="col" className={`${head} w-32 text-right max-sm:w-24`}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {order.lineItems.map((line) => (
          <tr key={line.id}>
            <td className={`${cell} figures text-ink-muted`}>{line.lineNumber}</td>
            <td className={`${cell} pr-3 break-words`}>
              {line.description}
              <Rental line={line} />
              <Coding line={line} fields={fields} />
              <span className="figures hidden text-xs text-ink-muted max-sm:block">
                {line.quantity} × <Money cents={toCents(line.unitCost)} currency={currency} />
              </span>
            </td>
            <td className={`${cell} figures text-right max-sm:hidden`}>{line.quantity}</td>
            <td className={`${cell} text-right max-sm:hidden`}>
              <Money cents={toCents(line.unitCost)} currency={currency} />
            </td>
            <td className={`${cell} text-right`}>
              <Money cents={toCents(line.totalCost)} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={4} className="pt-3 pr-4 text-right font-medium max-sm:hidden">
            Total
          </th>
          <th scope="row" colSpan={2} className="hidden pt-3 text-left font-medium max-sm:table-cell">
            Total
          </th>
          <td className="pt-3 text-right text-lg font-semibold">
            <Money cents={toCents(order.totalCost)} currency={currency} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
