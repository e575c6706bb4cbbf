import type { Line } from '#domain/line';
import type { AccountColumn } from './facts.ts';
import { accountColumns, codeOf, day, money, versionBefore } from './facts.ts';
import type { PrintedOrder } from './printed-order.ts';

/** The table's width and the least that a description needs, in digits: without that, codes stand under it. */
const tableWidth = 94;
const descriptionWidth = 28;
const numberWidth = 4.5;
const codeWidth = 9;
const taxWidth = 9;
const quantityWidth = 7.5;
const rentalCostWidth = 15;

interface Layout {
  columns: readonly AccountColumn[];
  inColumns: boolean;
  hasTax: boolean;
  rentals: 'none' | 'some' | 'all';
  /** Lines up to this number stood in the approved version before the change order. */
  oldLines: number;
  unitCostWidth: number;
  amountWidth: number;
}

function layoutOf({ purchaseOrder }: PrintedOrder): Layout {
  const { lineItems } = purchaseOrder;
  const columns = accountColumns(lineItems);
  const rentals = lineItems.filter(({ acquisitionType }) => acquisitionType === 'RENTAL').length;
  const hasTax = lineItems.some(({ taxCode }) => Boolean(taxCode));
  const room = (amounts: number[]) =>
    Math.max(8, ...amounts.map((one) => money(one, purchaseOrder).length)) + 2;
  const ownRoom = room(lineItems.map(({ unitCost }) => unitCost));
  const unitCostWidth = rentals > 0 ? Math.max(ownRoom, rentalCostWidth) : ownRoom;
  const amountWidth = room(lineItems.map((line) => line.totalCost));
  const figures = quantityWidth + unitCostWidth + amountWidth;
  const taken = numberWidth + figures + (hasTax ? taxWidth : 0) + codeWidth * columns.length;
  return {
    columns,
    inColumns: tableWidth - taken >= descriptionWidth,
    hasTax,
    rentals: rentals === 0 ? 'none' : rentals === lineItems.length ? 'all' : 'some',
    oldLines: versionBefore(purchaseOrder)?.lineItems.length ?? Number.POSITIVE_INFINITY,
    unitCostWidth,
    amountWidth,
  };
}

const rentalWords: Record<Line['rentalType'], string> = {
  UNDEFINED: 'Rental',
  DAILY: 'Rental, Daily',
  WEEKLY: 'Rental, Weekly',
  MONTHLY: 'Rental, Monthly',
  EPISODIC: 'Rental, Episodic',
};

function rentalText(line: Line, order: PrintedOrder): string {
  const days = [line.rentalStart, line.rentalEnd].flatMap((one) => (one ? [day(one, order)] : []));
  return [rentalWords[line.rentalType], days.join(' – ')].filter(Boolean).join(' · ');
}

function codesText(line: Line, columns: readonly AccountColumn[]): string {
  return columns
    .filter((column) => codeOf(line, column) !== '')
    .map((column) => `${column.name} ${codeOf(line, column)}`)
    .join(' · ');
}

interface RowProps {
  line: Line;
  order: PrintedOrder;
  layout: Layout;
}

function Row({ line, order, layout }: RowProps) {
  const { purchaseOrder } = order;
  const rental = line.acquisitionType === 'RENTAL';
  return (
    <tr>
      <td class="muted">{line.lineNumber}</td>
      <td>
        {line.description}
        {line.lineNumber > layout.oldLines && (
          <span class="new"> Change Order {purchaseOrder.currentChangeOrderNumber}</span>
        )}
        {rental && <span class="under">{rentalText(line, order)}</span>}
        {!layout.inColumns && <span class="under">{codesText(line, layout.columns)}</span>}
      </td>
      {layout.inColumns && layout.columns.map((column) => <td key={column.key}>{codeOf(line, column)}</td>)}
      {layout.hasTax && <td>{line.taxCode}</td>}
      <td class="figure">{line.quantity}</td>
      <td class="figure">
        {money(line.unitCost, purchaseOrder)}
        {rental && layout.rentals === 'some' && <span class="under">Total Rental Cost</span>}
      </td>
      <td class="figure">{money(line.totalCost, purchaseOrder)}</td>
    </tr>
  );
}

interface TotalProps {
  name: string;
  amount: string;
  span: number;
  grand?: boolean;
}

function Total({ name, amount, span, grand = false }: TotalProps) {
  return (
    <tr class={grand ? 'totals grand' : 'totals'}>
      <td class="label" colspan={span - 2}>
        {name}
      </td>
      <td class="figure" colspan={2}>
        <span>{amount}</span>
      </td>
    </tr>
  );
}

function Totals({ order, span }: { order: PrintedOrder; span: number }) {
  const { purchaseOrder } = order;
  const before = versionBefore(purchaseOrder);
  const { totalCost, currency, currentChangeOrderNumber } = purchaseOrder;
  return (
    <>
      {before && (
        <>
          <Total
            name="Previously approved total"
            amount={money(before.totalCost, purchaseOrder)}
            span={span}
          />
          <Total
            name={`Change Order ${currentChangeOrderNumber}`}
            amount={money(totalCost - before.totalCost, purchaseOrder)}
            span={span}
          />
        </>
      )}
      <Total name={`Total ${currency}`} amount={money(totalCost, purchaseOrder)} span={span} grand />
    </>
  );
}

function width(digits: number) {
  return { width: `${digits}ch` };
}

function Columns({ layout }: { layout: Layout }) {
  return (
    <colgroup>
      <col style={width(numberWidth)} />
      <col />
      {layout.inColumns && layout.columns.map(({ key }) => <col key={key} style={width(codeWidth)} />)}
      {layout.hasTax && <col style={width(taxWidth)} />}
      <col style={width(quantityWidth)} />
      <col style={width(layout.unitCostWidth)} />
      <col style={width(layout.amountWidth)} />
    </colgroup>
  );
}

/** LI-01, LI-09: every line under a repeated heading; the last line and the totals never part. */
export function Lines(order: PrintedOrder) {
  const { lineItems } = order.purchaseOrder;
  const layout = layoutOf(order);
  const span = 5 + (layout.inColumns ? layout.columns.length : 0) + (layout.hasTax ? 1 : 0);
  return (
    <section>
      <table>
        <Columns layout={layout} />
        <thead>
          <tr>
            <th>#</th>
            <th>Description</th>
            {layout.inColumns && layout.columns.map(({ key, name }) => <th key={key}>{name}</th>)}
            {layout.hasTax && <th>Tax Code</th>}
            <th class="figure">Qty</th>
            <th class="figure">{layout.rentals === 'all' ? 'Total Rental Cost' : 'Unit Cost'}</th>
            <th class="figure">Amount</th>
          </tr>
        </thead>
        <tbody>
          {lineItems.slice(0, -1).map((line) => (
            <Row key={line.id} line={line} order={order} layout={layout} />
          ))}
        </tbody>
        <tbody class="closing">
          {lineItems.slice(-1).map((line) => (
            <Row key={line.id} line={line} order={order} layout={layout} />
          ))}
          <Totals order={order} span={span} />
        </tbody>
      </table>
    </section>
  );
}
