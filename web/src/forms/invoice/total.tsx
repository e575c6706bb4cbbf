import { memo, useDeferredValue, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { invoiceLinesCents } from '#domain/invoices/invoice-line';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import { formatMoney, toCents } from '#domain/values/money';
import { Chip } from '../../parts/display/chip.tsx';
import { Money } from '../../parts/display/money.tsx';
import { useLines } from '../document/lines/line-state.ts';

/** Compares the lines with the amount, in words and a shape; for a credit the signs are reversed. */
function Difference(props: { amountCents: number; linesCents: number; currency: string }) {
  const { amountCents, linesCents, currency } = props;
  const missing = (amountCents - linesCents) * (amountCents < 0 ? -1 : 1);
  if (missing === 0) {
    return (
      <Chip tone="positive" shape="check">
        Lines match the amount
      </Chip>
    );
  }
  const text = formatMoney(Math.abs(missing), currency);
  return (
    <Chip tone="caution" shape="triangle">
      {missing > 0 ? `${text} short of the amount` : `${text} over the amount`}
    </Chip>
  );
}

interface TotalViewProps {
  count: number;
  linesCents: number;
  amountCents: number | null;
  currency: string;
}

/** Memoized, because most keys do not change the amounts. */
const TotalView = memo((props: TotalViewProps) => {
  const { count, linesCents, amountCents, currency } = props;
  return (
    <div
      aria-live="polite"
      className="flex min-w-0 flex-wrap items-center justify-end gap-x-4 gap-y-1 max-sm:justify-between"
    >
      {amountCents === null || Number.isNaN(linesCents) ? null : (
        <Difference amountCents={amountCents} linesCents={linesCents} currency={currency} />
      )}
      <p className="text-right">
        <span className="block text-xs text-ink-muted">
          {count === 1 ? '1 line' : `${count} lines`}
          {amountCents === null ? '' : ` of ${formatMoney(amountCents, currency)}`}
        </span>
        <span className="sr-only">Lines come to </span>
        {Number.isNaN(linesCents) ? (
          <span className="text-lg text-ink-muted">—</span>
        ) : (
          <Money cents={linesCents} currency={currency} className="text-lg font-semibold" />
        )}
      </p>
    </div>
  );
});

/** The amount and the sum of the lines, with their difference (IN-12, DEC-36). */
export function InvoiceTotal(props: { form: UseFormReturn<InvoiceDraft>; currency: string }) {
  const { form, currency } = props;
  // Deferred: the key is rendered before the new sum.
  const lines = useDeferredValue(useLines(form));
  const amount = useWatch({ control: form.control, name: 'amount' });
  const linesCents = useMemo(() => invoiceLinesCents(lines), [lines]);
  const amountCents = amount === null ? null : toCents(amount);
  return <TotalView count={lines.length} {...{ linesCents, amountCents, currency }} />;
}
