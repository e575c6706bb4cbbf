import { isDay } from '#domain/values/days';
import { lineLimit } from '#domain/documents/document-draft';
import { splitOrderLine } from '#domain/series/episode-split';
import { draftTotalCents, emptyLine } from '#domain/documents/line';
import { orderLineFields, textBoxOf } from '#domain/documents/line-fields';
import type { LineDraft } from '#domain/documents/line';
import { toCents } from '#domain/values/money';
import { unitCostHeader } from '#domain/documents/rental-text';
import { Day } from '../../parts/display/date-format.tsx';
import { Money } from '../../parts/display/money.tsx';
import { memoPerLine } from '../document/lines/line-state.ts';
import { LineCodeCell } from '../document/lines/line-code-fields.tsx';
import { codeColumns, textColumns } from '../document/lines/line-editor.ts';
import type { LineColumn, LineEditor } from '../document/lines/line-editor.ts';
import { LineAmount } from '../document/lines/line-row.tsx';
import { LineTextCell } from '../document/lines/line-text-field.tsx';
import { isUntouched, itemTypeOf, itemTypes } from './item-types.ts';
import { OrderLineField } from './line-field.tsx';
import type { OrderLineContext } from './line-field.tsx';
import { pastedOrderLines } from './pasted-lines.ts';

/** The rental days determine the quantity (LI-23). */
const rentalColumn = { dependsOn: ['acquisitionType'], alsoSets: ['quantity'] } as const;

/** In rem. */
const rentalCostWidth = 8;

/** The rental dates have columns only if there is a rental (LI-06). */
function orderColumns(context: OrderLineContext): LineColumn[] {
  return [
    {
      name: 'itemType',
      label: 'Item Type',
      width: 8.5,
      parts: ['acquisitionType', 'rentalType'],
      alsoSets: ['quantity'],
    },
    { name: 'rentalStart', label: 'Rental Start', width: 7.25, ...rentalColumn },
    { name: 'rentalEnd', label: 'Rental End', width: 7.25, ...rentalColumn },
    { name: 'quantity', label: 'Quantity', width: 4.25, align: 'right' },
    {
      name: 'unitCost',
      label: 'Unit Cost',
      width: 6.5,
      wideWidth: 7.25,
      align: 'right',
      dependsOn: ['acquisitionType', 'rentalType', 'quantity'],
    },
    { name: 'description', label: 'Description', width: 11, grows: true },
    ...codeColumns(context),
    ...textColumns(orderLineFields),
    {
      name: 'totalCost',
      label: 'Amount',
      width: 6.75,
      wideWidth: 8,
      align: 'right',
      parts: ['quantity', 'unitCost'],
      dependsOn: ['acquisitionType', 'rentalType', 'rentalStart', 'rentalEnd'],
    },
  ];
}

/** The header fits both kinds of lines, and a rental has space for the calculation below the cost (LI-09). */
function costColumn(column: LineColumn, lines: readonly LineDraft[]): LineColumn {
  const label = unitCostHeader(lines);
  return label === column.label
    ? column
    : { ...column, label, width: rentalCostWidth, wideWidth: rentalCostWidth };
}

function hasCell(name: string, line: LineDraft): boolean {
  return line.acquisitionType === 'RENTAL' || (name !== 'rentalStart' && name !== 'rentalEnd');
}

function OrderLineCell(props: { name: string; line: LineDraft; context: OrderLineContext }) {
  const { name, line, context } = props;
  if (name === 'itemType') return itemTypes.find(({ id }) => id === itemTypeOf(line))?.text;
  if (name === 'quantity') return line.quantity;
  if (name === 'description' || textBoxOf(orderLineFields, name)) return <LineTextCell {...props} />;
  if (name === 'totalCost') return <LineAmount cents={draftTotalCents(line)} currency={context.currency} />;
  if (name === 'unitCost') {
    return line.unitCost === null ? null : (
      <Money cents={toCents(line.unitCost)} currency={context.currency} />
    );
  }
  if (name === 'rentalStart' || name === 'rentalEnd') {
    if (line.acquisitionType !== 'RENTAL') return null;
    return isDay(line[name]) ? <Day day={line[name]} /> : line[name];
  }
  return <LineCodeCell name={name} line={line} context={context} />;
}

function Summary(props: { line: LineDraft; currency: string }) {
  const { line, currency } = props;
  const cost = line.unitCost === null ? null : toCents(line.unitCost);
  return (
    <span className="figures block">
      {line.quantity} × {cost === null ? '—' : <Money cents={cost} currency={currency} />}
      {line.acquisitionType === 'RENTAL'
        ? ` · ${itemTypes.find(({ id }) => id === itemTypeOf(line))?.text}`
        : ''}
    </span>
  );
}

/** The lines of a purchase order (LI-06 to LI-31). */
export function purchaseOrderLineEditor(context: OrderLineContext): LineEditor<LineDraft> {
  return {
    context,
    tooMany: `A purchase order can have at most ${lineLimit} lines.`,
    columns: orderColumns(context),
    hasCell,
    fitted: (column, lines) => (column.name === 'unitCost' ? costColumn(column, lines) : column),
    cell: (name, line) => <OrderLineCell name={name} line={line} context={context} />,
    field: (props) => <OrderLineField {...props} context={context} />,
    cents: memoPerLine(draftTotalCents),
    summary: (line) => <Summary line={line} currency={context.currency} />,
    empty: emptyLine,
    keepsOne: false,
    isUntouched,
    offer: () => null,
    usualWidth: 76.75,
    note: () => null,
    split: splitOrderLine,
    pasted: (text, options) => pastedOrderLines(text, { ...context, ...options }),
  };
}
