import { printedTexts, orderLineFields } from '#domain/documents/line-fields';
import { rentalCalculation, unitCostHeader } from '#domain/documents/rental-text';
import { codesOf } from './coding-columns.ts';
import { amountWidth, day, money } from './formatting.ts';
import type { Cell, Column, PrintSettings, Table, Total } from './page-model.ts';
import type { Line, PrintedPurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const widths = { number: 4.5, tax: 9, rentalCost: 15 } as const;

/** The approved version that a change order changes; null without a change order. */
function previousVersion(
  order: PrintedPurchaseOrder,
): PrintedPurchaseOrder['approvalHistory'][number] | null {
  const { approvalHistory, currentChangeOrderNumber: current } = order;
  return approvalHistory.findLast(({ changeOrderNumber }) => changeOrderNumber < current) ?? null;
}

const rentalTexts: Record<Line['rentalType'], string> = {
  UNDEFINED: 'Rental',
  DAILY: 'Rental, Daily',
  WEEKLY: 'Rental, Weekly',
  MONTHLY: 'Rental, Monthly',
  EPISODIC: 'Rental, Episodic',
};

function rentalText(line: Line, dates: PrintSettings): string {
  const days = [line.rentalStart, line.rentalEnd].flatMap((one) => (one ? [day(one, dates)] : []));
  return [rentalTexts[line.rentalType], days.join(' – ')].filter(Boolean).join(' · ');
}

const isRental = ({ acquisitionType }: Line) => acquisitionType === 'RENTAL';

/** Derives the columns and their widths from all lines. */
function layoutOf({ lineItems: lines, currency }: PrintedPurchaseOrder, { codeFields }: PrintSettings) {
  const hasRentals = lines.some(isRental);
  const unitCost = amountWidth(
    lines.map((line) => line.unitCost),
    currency,
  );
  const cost = hasRentals ? Math.max(unitCost, widths.rentalCost) : unitCost;
  const amount = amountWidth(
    lines.map((line) => line.totalCost),
    currency,
  );
  const quantity = Math.max(5, ...lines.map((line) => String(line.quantity).length)) + 2.5;
  const hasTax = lines.some(({ taxCode }) => Boolean(taxCode));
  const usedWidth = widths.number + quantity + cost + amount + (hasTax ? widths.tax : 0);
  const onlyRentals = hasRentals && lines.every(isRental);
  return {
    hasTax,
    onlyRentals,
    quantity,
    cost,
    amount,
    codes: codesOf(lines, codeFields, usedWidth),
    costName: unitCostHeader(lines),
  };
}

type Layout = ReturnType<typeof layoutOf>;

function columnsOf({ codes, hasTax, costName, quantity, cost, amount }: Layout): Column[] {
  return [
    { key: 'number', name: '#', width: widths.number },
    { key: 'description', name: 'Description' },
    ...codes.columns,
    ...(hasTax ? [{ key: 'tax', name: 'Tax Code', width: widths.tax }] : []),
    { key: 'quantity', name: 'Qty', width: quantity, isFigure: true },
    { key: 'cost', name: costName, width: cost, isFigure: true },
    { key: 'amount', name: 'Amount', width: amount, isFigure: true },
  ];
}

/** Every line with its codes; lines that a change order added are marked (LI-01, LI-09). */
export function orderTable(order: PrintedPurchaseOrder, settings: PrintSettings): Table {
  const { lineItems, currency } = order;
  const layout = layoutOf(order, settings);
  const { codes, hasTax, onlyRentals } = layout;
  const previousLineCount = previousVersion(order)?.lineItems.length ?? Number.POSITIVE_INFINITY;
  const row = (line: Line): Cell[] => [
    { text: String(line.lineNumber), tone: 'muted' },
    {
      text: line.description,
      ...(line.lineNumber > previousLineCount && { tag: `Change Order ${order.currentChangeOrderNumber}` }),
      under: [
        isRental(line) ? rentalText(line, settings) : '',
        rentalCalculation(line, currency),
        codes.under(line),
        ...printedTexts(orderLineFields, line),
      ],
    },
    ...codes.cells(line),
    ...(hasTax ? [{ text: line.taxCode ?? '' }] : []),
    { text: String(line.quantity) },
    {
      text: money(line.unitCost, currency),
      under: isRental(line) && !onlyRentals ? ['Total Rental Cost'] : [],
    },
    { text: money(line.totalCost, currency) },
  ];
  return { columns: columnsOf(layout), rows: lineItems.map(row) };
}

/** The approved total, the amount of the change order, and the new total (DEC-26). */
export function orderTotals(order: PrintedPurchaseOrder): Total[] {
  const { totalCost, currency, currentChangeOrderNumber } = order;
  const total = { name: `Total ${currency}`, amount: money(totalCost, currency), isGrand: true };
  const before = previousVersion(order);
  if (!before) return [total];
  return [
    { name: 'Previously approved total', amount: money(before.totalCost, currency) },
    {
      name: `Change Order ${currentChangeOrderNumber}`,
      amount: money(totalCost - before.totalCost, currency),
    },
    total,
  ];
}
