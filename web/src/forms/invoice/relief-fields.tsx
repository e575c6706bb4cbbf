import { useMemo } from 'react';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import { formatMoney, toCents } from '#domain/values/money';
import { orderNumber } from '#domain/documents/document-number';
import { invoiceIssueTexts } from '#domain/documents/validation';
import { ComboBox } from '../../parts/fields/combo-box.tsx';
import { Select } from '../../parts/fields/select.tsx';
import type { Option } from '../../parts/fields/select.tsx';
import { DisabledCell } from '../document/lines/disabled-cell.tsx';
import type { LineContext, LineFieldProps } from '../document/lines/line-editor.ts';
import { NotRelievableHint } from './relief-message.tsx';
import { isUnavailable, withOrder, withPoLine } from './relief.ts';
import type { Relief } from './relief.ts';
import type { RelievablePo } from '#domain/relief/relief-response';

type FieldProps = LineFieldProps<InvoiceLineDraft> & { context: LineContext; relief: Relief };

const noOrders: readonly RelievablePo[] = [];

function leftText(lines: RelievablePo['lineItems'], currency: string): string {
  const cents = lines.reduce((sum, { remainingBalance }) => sum + toCents(remainingBalance), 0);
  return `${formatMoney(cents, currency)} left`;
}

/** A short description of a PO, to recognize it without its number. */
function describeOrder({ lineItems: [first, ...others] }: RelievablePo): string {
  const named = first?.description.slice(0, 40) ?? '';
  return others.length === 0 ? named : `${named}, ${others.length} more`;
}

function orderOptions(orders: readonly RelievablePo[], currency: string): Option[] {
  return orders.map((order) => ({
    id: order.poNumber,
    text: orderNumber(order),
    detail: `${describeOrder(order)} · ${leftText(order.lineItems, currency)}`,
  }));
}

function fullReason({ reason, whyNone }: Relief): string {
  return [reason?.text ?? '', whyNone ?? ''].filter(Boolean).join('. ');
}

/** The PO that the line relieves. An unavailable number stays, with an error (RL-01, RL-10). */
export function OrderField(props: FieldProps) {
  const { line, context, relief, label, hideLabel = false, onChange } = props;
  const orders = relief.orders ?? noOrders;
  const { referencePo: number } = line;
  const options = useMemo(() => orderOptions(orders, context.currency), [orders, context.currency]);
  if (relief.reason !== null && number === '')
    return <DisabledCell {...{ label, hideLabel }} short={relief.reason.short} reason={fullReason(relief)} />;
  const chosen = options.find(({ id }) => id === number) ?? { id: number, text: number };
  const set = (text: string) => onChange((now) => withOrder(now, text, orders, context));
  return (
    <ComboBox
      label={label}
      hideLabel={hideLabel}
      error={isUnavailable(line, relief.orders) ? invoiceIssueTexts.reference_po : props.error}
      value={number === '' ? null : chosen}
      onChange={(option) => set(option?.id ?? '')}
      onOther={set}
      options={options}
      isLoadingOptions={relief.isLoadingOptions ?? false}
      opensOn="input"
      emptyText="No options available"
      renderWhy={(typed) => <NotRelievableHint typed={typed} parties={relief.parties} />}
    />
  );
}

const wholeOrder: Option = { id: '', text: 'Whole PO' };

/** The line of that PO (RL-10). */
export function OrderLineField(props: FieldProps) {
  const { line, context, relief, label, hideLabel = false, onChange } = props;
  const orders = relief.orders ?? noOrders;
  const order = orders.find(({ poNumber }) => poNumber === line.referencePo);
  if (!order) {
    const reason = line.referencePo === '' ? 'Select a PO' : invoiceIssueTexts.reference_po;
    return <DisabledCell label={label} hideLabel={hideLabel} short="PO first" reason={reason} />;
  }
  const options = order.lineItems.map((one): Option => ({
    id: String(one.lineNumber),
    text: `${one.lineNumber} ${one.description}`,
    detail: `${one.isClosed ? 'Closed · ' : ''}${leftText([one], context.currency)} of ${formatMoney(toCents(one.totalCost), context.currency)}`,
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

/** The two cells while they are not edited. */
export function OrderCell(props: { name: string; line: InvoiceLineDraft; relief: Relief | null }) {
  const { name, line, relief } = props;
  const order = relief?.orders?.find(({ poNumber }) => poNumber === line.referencePo);
  if (name === 'referencePo') return order ? orderNumber(order) : line.referencePo;
  if (line.referencePo === '') return null;
  if (line.referencePoLineNumber === null) return wholeOrder.text;
  const named = order?.lineItems.find(({ lineNumber }) => lineNumber === line.referencePoLineNumber);
  return [line.referencePoLineNumber, named?.description].filter(Boolean).join(' ');
}
