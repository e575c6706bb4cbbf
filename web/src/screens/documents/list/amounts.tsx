import { Money } from '../../../parts/display/money.tsx';
import type { CurrencySum } from './totals.ts';

/** Totals by currency, in one line. */
export function Amounts({ sums: all }: { sums: readonly CurrencySum[] }) {
  return all.map(({ currency, cents }, index) => (
    <span key={currency}>
      <Money cents={cents} currency={currency} className="font-medium text-ink" />
      {index < all.length - 1 ? (
        <span aria-hidden className="max-sm:hidden">
          {' ·'}
        </span>
      ) : null}
    </span>
  ));
}
