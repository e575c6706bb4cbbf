import { useState } from 'react';
import { LinkButton } from '../../../parts/controls/link-button.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { Amounts } from './amounts.tsx';
import type { BaseSum, CurrencySum } from './totals.ts';

/** One total in the base currency, with the split by currency on request (CURR-32). */
export function BaseTotals({ base, split }: { base: BaseSum; split: readonly CurrencySum[] }) {
  const [isOpen, setOpen] = useState(false);
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
        <LinkButton isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
          By currency
        </LinkButton>
      ) : null}
      {isOpen ? <Amounts sums={split} /> : null}
    </>
  );
}
