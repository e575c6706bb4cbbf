import { useMemo } from 'react';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import { formatMoney, toCents } from '#domain/values/money';
import { orderNumber } from '#domain/documents/order-number';
import type { RelievablePo } from '#domain/relief/relief-reference';
import { invoiceIssueTexts } from '#domain/documents/validation';
import { ComboBox } from '../../parts/fields/combo-box.tsx';
import { Select } from '../../parts/fields/select.tsx';
import type { Option } from '../../parts/fields/select.tsx';
import { ClosedCell } from '../document/lines/disabled-cell.tsx';
import type { LineContext, LineFieldProps } from '../document/lines/line-editor.ts';
import { NotRelievableHint } from './relief-message.tsx';
import { isLost, withOrder, withPoLine } from './relief.ts';
import type { Relief } from './relief.ts';

type FieldProps = LineFieldProps<InvoiceLineDraft> & { context: LineContext; relief: Relief };

const noOrders: readonly RelievablePo[] = [];

function left(lines: RelievablePo['lineItems'], currency: string): string {
  const cents = lines.reduce((sum, { remainingBalance }) => sum + toCents(remainingBalance), 0);
  return `${formatMoney(cents, currency)} left`;
}

/** What a PO is about, so that it is known without its number. */
function about({ lineItems: [first, ...others] }: RelievablePo): string {
  const named = first?.description.slice(0, 40) ?? '';
  return others.length === 0 ? named : `${named}, ${others.length} more`;
}

function orderOptions(orders: readonly RelievablePo[], currency: string): Option[] {
  return orders.map((order) => ({
    id: order.poNumber,
    text: orderNumber(order),
    detail: `${about(order)} · ${left(order.lineItems, currency)}`,
  }));
}

function whole({ reason, whyNone }: Relief): string {
  return [reason?.text ?? '', whyNone ?? ''].filter(Boolean).join('. ');
}

/** RL-01, RL-10: the PO that the line relieves. A number that is typed and not on offer stays, and is blamed. */
export function OrderField(props: FieldProps) {
  const { line, context, relief, label, hideLabel = false, onChange } = props;
  const orders = relief.orders ?? noOrders;
  const { referencePo: number } = line;
  const options = useMemo(() => orderOptions(orders, context.currency), [orders, context.currency]);
  if (relief.reason !== null && number === '')
    return <ClosedCell {...{ label, hideLabel }} short={relief.reason.short} reason={whole(relief)} />;
  const chosen = options.find(({ id }) => id === number) ?? { id: number, text: number };
  const set = (text: string) => onChange((now) => withOrder(now, text, orders, context));
  return (
    <ComboBox
      label={label}
      hideLabel={hideLabel}
      error={isLost(line, relief.orders) ? invoiceIssueTexts.reference_po : props.error}
      value={number === '' ? null : chosen}
      onChange={(option) => set(option?.id ?? '')}
      onOther={set}
      options={options}
      isComing={relief.isComing ?? false}
      opensOn="input"
      emptyText="No options available"
      renderWhy={(typed) => <NotRelievableHint typed={typed} parties={relief.parties} />}
    />
  );
}

const wholeOrder: Option = { id: '', text: 'Whole PO' };

/** RL-10: the line of that PO. */
export function OrderLineField(props: FieldProps) {
  const { line, context, relief, label, hideLabel = false, onChange } = props;
  const orders = relief.orders ?? noOrders;
  const order = orders.find(({ poNumber }) => poNumber === line.referencePo);
  if (!order) {
    const reason = line.referencePo === '' ? 'Select a PO' : invoiceIssueTexts.reference_po;
    return <ClosedCell label={label} hideLabel={hideLabel} short="PO first" reason={reason} />;
  }
  const options = order.lineItems.map((one): Option => ({
    id: String(one.lineNumber),
    text: `${one.lineNumber} ${one.description}`,
    detail: `${left([one], context.currency)} of ${formatMoney(toCents(one.totalCost), context.currency)}`,
  }));
  const number = line.referencePoLineNumber;
  return (
    <Select
      label={label}
      hideLabel={hideLabel}
      error={props.error}
      compact={hideLabel}
      value={number === null ? '' : String(number)}
      options={[wholeOrder, ...options]}
      onChange={(id) => onChange((now) => withPoLine(now, id ? Number(id) : null, orders, context))}
    />
  );
}

/** What the two cells say while they are not edited. */
export function OrderCell(props: { name: string; line: InvoiceLineDraft; relief: Relief | null }) {
  const { name, line, relief } = props;
  const order = relief?.orders?.find(({ poNumber }) => poNumber === line.referencePo);
  if (name === 'referencePo') return order ? orderNumber(order) : line.referencePo;
  if (line.referencePo === '') return null;
  if (line.referencePoLineNumber === null) return wholeOrder.text;
  const named = order?.lineItems.find(({ lineNumber }) => lineNumber === line.referencePoLineNumber);
  return [line.referencePoLineNumber, named?.description].filter(Boolean).join(' ');
}
