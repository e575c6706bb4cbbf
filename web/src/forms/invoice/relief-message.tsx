import { useDeferredValue } from 'react';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import type { ReliefParties } from '#domain/relief/relief-reference';
import { useNotRelievableReason } from './unavailable-purchase-orders.ts';
import { isUnavailable } from './relief.ts';
import type { Relief } from './relief.ts';

/** Explains below an empty list why the typed PO is not available. */
export function NotRelievableHint(props: { typed: string; parties: ReliefParties }) {
  const why = useNotRelievableReason(useDeferredValue(props.typed), props.parties);
  return why && <span className="block pt-0.5">{why}</span>;
}

function UnavailableOrder(props: { number: string; parties: ReliefParties }) {
  const why = useNotRelievableReason(props.number, props.parties);
  return why && <p>{why}</p>;
}

/** Maximum number of explained PO numbers. */
const MAX_EXPLAINED = 3;

/** Explains below the lines why there is no PO to choose, or why typed ones are not available. */
export function ReliefMessage(props: { lines: readonly InvoiceLineDraft[]; relief: Relief }) {
  const { lines, relief } = props;
  const lost = new Set(
    lines.filter((line) => isUnavailable(line, relief.orders)).map(({ referencePo }) => referencePo.trim()),
  );
  const numbers = [...lost].filter(Boolean).slice(0, MAX_EXPLAINED);
  if (relief.whyNone === null && numbers.length === 0) return null;
  return (
    <div role="status" className="grid gap-0.5 pt-3 text-sm text-ink-muted">
      {relief.whyNone === null ? null : (
        <p>{`No PO to invoice here: ${relief.whyNone} A line can be saved without a PO.`}</p>
      )}
      {numbers.map((number) => (
        <UnavailableOrder key={number} number={number} parties={relief.parties} />
      ))}
    </div>
  );
}
