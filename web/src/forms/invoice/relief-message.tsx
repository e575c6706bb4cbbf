import { useDeferredValue } from 'react';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import type { ReliefParties } from '#domain/relief/relief-reference';
import { useNotRelievableReason } from './unavailable-purchase-orders.ts';
import { isLost } from './relief.ts';
import type { Relief } from './relief.ts';

/** Under the words that a list is empty: why the PO whose number is being typed is not in it. */
export function NotRelievableHint(props: { typed: string; parties: ReliefParties }) {
  const why = useNotRelievableReason(useDeferredValue(props.typed), props.parties);
  return why && <span className="block pt-0.5">{why}</span>;
}

function Lost(props: { number: string; parties: ReliefParties }) {
  const why = useNotRelievableReason(props.number, props.parties);
  return why && <p>{why}</p>;
}

/** So many that are wrong are explained at once. */
const EXPLAINED = 3;

/** Below the lines: why there is no PO to choose, or why those that were typed are none. */
export function ReliefMessage(props: { lines: readonly InvoiceLineDraft[]; relief: Relief }) {
  const { lines, relief } = props;
  const lost = new Set(
    lines.filter((line) => isLost(line, relief.orders)).map(({ referencePo }) => referencePo.trim()),
  );
  const numbers = [...lost].filter(Boolean).slice(0, EXPLAINED);
  if (relief.whyNone === null && numbers.length === 0) return null;
  return (
    <div role="status" className="grid gap-0.5 pt-3 text-sm text-ink-muted">
      {relief.whyNone === null ? null : (
        <p>{`No PO to invoice here: ${relief.whyNone} A line can be saved without a PO.`}</p>
      )}
      {numbers.map((number) => (
        <Lost key={number} number={number} parties={relief.parties} />
      ))}
    </div>
  );
}
