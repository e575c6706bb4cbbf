import { memo, useDeferredValue, useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { totalCents } from '#domain/documents/line';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { Money } from '../../parts/display/money.tsx';
import { useLines } from '../document/lines/line-state.ts';

/** Memoized, because most keys do not change the amounts. */
const TotalView = memo((props: { count: number; cents: number; currency: string }) => {
  const { count, cents, currency } = props;
  return (
    <p
      className="min-w-0 text-right max-sm:flex max-sm:items-baseline max-sm:justify-between"
      aria-live="polite"
    >
      <span className="block text-xs text-ink-muted">{count === 1 ? '1 line' : `${count} lines`}</span>
      <span className="sr-only">Total </span>
      {Number.isNaN(cents) ? (
        <span className="text-lg text-ink-muted">—</span>
      ) : (
        <Money cents={cents} currency={currency} className="text-lg font-semibold" />
      )}
    </p>
  );
});

/** The sum of the lines (LI-37). */
export function OrderTotal(props: { form: UseFormReturn<PurchaseOrderDraft>; currency: string }) {
  // Deferred: the key is rendered before the new sum.
  const lines = useDeferredValue(useLines(props.form));
  const cents = useMemo(() => totalCents(lines), [lines]);
  return <TotalView count={lines.length} cents={cents} currency={props.currency} />;
}
