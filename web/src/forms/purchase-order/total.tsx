import { useDeferredValue } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { totalCents } from '#domain/line';
import type { PurchaseOrderDraft } from '#domain/purchase-order';
import { Money } from '../../parts/money.tsx';
import { useLines } from '../document/held-lines.ts';

/** LI-37: what the lines come to. */
export function OrderTotal(props: { form: UseFormReturn<PurchaseOrderDraft>; currency: string }) {
  // The key is drawn first.
  const lines = useDeferredValue(useLines(props.form));
  const cents = totalCents(lines);
  return (
    <p
      className="min-w-0 text-right max-sm:flex max-sm:items-baseline max-sm:justify-between"
      aria-live="polite"
    >
      <span className="block text-xs text-ink-muted">
        {lines.length === 1 ? '1 line' : `${lines.length} lines`}
      </span>
      <span className="sr-only">Total </span>
      {Number.isNaN(cents) ? (
        <span className="text-lg text-ink-muted">—</span>
      ) : (
        <Money cents={cents} currency={props.currency} className="text-lg font-semibold" />
      )}
    </p>
  );
}
