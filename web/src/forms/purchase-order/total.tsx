import { totalCents } from '#domain/line';
import type { LineDraft } from '#domain/line';
import { Money } from '../../parts/money.tsx';

/** LI-37: what the lines come to. */
export function OrderTotal(props: { lines: readonly LineDraft[]; currency: string }) {
  const cents = totalCents(props.lines);
  return (
    <p
      className="min-w-0 text-right max-sm:flex max-sm:items-baseline max-sm:justify-between"
      aria-live="polite"
    >
      <span className="block text-xs text-ink-muted">
        {props.lines.length === 1 ? '1 line' : `${props.lines.length} lines`}
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
