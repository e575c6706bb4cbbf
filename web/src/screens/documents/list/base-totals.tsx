import { useState } from 'react';
import { LinkButton } from '../../../parts/controls/link-button.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { Amounts } from './amounts.tsx';
import { sumInCents, sums } from './totals.ts';
import type { CurrencySum } from './totals.ts';
import type { ListRow } from './list-definition.ts';
import type { QueueTotals } from '#domain/lists/lists';
import { toCents } from '#domain/values/money';

/** One total in the base currency, and the totals of rows without a rate (CURR-32). */
interface BaseSum extends CurrencySum {
  unconverted: readonly CurrencySum[];
}

/** The same of the rows shown. */
function baseSum(
  rows: readonly Pick<ListRow, 'currency' | 'totalCost' | 'baseTotal'>[],
  baseCurrency: string,
): BaseSum {
  const centsOf = ({ baseTotal, currency, totalCost }: (typeof rows)[number]) =>
    baseTotal ? toCents(baseTotal.total) : currency === baseCurrency ? toCents(totalCost) : null;
  return {
    currency: baseCurrency,
    cents: rows.reduce((sum, row) => sum + (centsOf(row) ?? 0), 0),
    unconverted: sums(rows.filter((row) => centsOf(row) === null)),
  };
}

/** Converts a total of the server to cents. */
function baseSumInCents(base: NonNullable<QueueTotals['base']>): BaseSum {
  return { ...sumInCents(base), unconverted: base.unconverted.map(sumInCents) };
}

/** One total in the base currency, with the split by currency on request (CURR-32). */
export function BaseTotals(props: {
  /** The total of the server over all rows; undefined if all rows are loaded. */
  base: QueueTotals['base'];
  baseCurrency: string;
  rows: readonly ListRow[];
  split: readonly CurrencySum[];
}) {
  const { split } = props;
  const [isOpen, setOpen] = useState(false);
  const base = props.base ? baseSumInCents(props.base) : baseSum(props.rows, props.baseCurrency);
  const { unconverted } = base;
  const isSplit = split.length > 1 || split.some(({ currency }) => currency !== base.currency);
  return (
    <>
      <Money cents={base.cents} currency={base.currency} className="font-medium text-ink" />
      {unconverted.length > 0 ? (
        <span className="flex flex-wrap gap-x-1">
          <span>+</span>
          <Amounts sums={unconverted} />
          <span>without a rate</span>
        </span>
      ) : null}
      {isSplit ? (
        // Its touch target is higher than the line, which keeps the height that is reserved for it.
        <span className="touch:-my-3">
          <LinkButton isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
            By currency
          </LinkButton>
        </span>
      ) : null}
      {isOpen ? <Amounts sums={split} /> : null}
    </>
  );
}
