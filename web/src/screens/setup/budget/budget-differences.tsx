import { lineName } from '#domain/budget/budget';
import type { AccountDifference } from '#domain/budget/import/accounting-budget';
import { toCents } from '#domain/values/money';
import { Money } from '../../../parts/display/money.tsx';
import type { AccountingBudget } from './calls.ts';

/** Enough to see what has changed; all of them are lines of the budget that is imported. */
const maxDifferences = 200;

/** The lines that differ from the working budget, with both amounts (BUD-47). */
export function BudgetDifferences({ budget }: { budget: AccountingBudget }) {
  const { comparedWith, differences, currency } = budget;
  if (!comparedWith) return null;
  const hidden = differences.length - maxDifferences;
  const title = `Differences from ${comparedWith.number} · ${comparedWith.name}`;
  return (
    <section className="gutter" aria-label={title}>
      <h2 className="text-base font-semibold wrap-anywhere">{title}</h2>
      {differences.length === 0 ? <p className="text-sm text-ink-muted">All amounts are the same.</p> : null}
      <ul className="mt-2 grid gap-1">
        {differences.slice(0, maxDifferences).map((difference) => (
          <li
            key={difference.account}
            className="flex flex-wrap justify-between gap-x-3 border-b border-line py-1 text-sm"
          >
            <span className="min-w-0 wrap-anywhere">{nameOf(difference)}</span>
            <Change difference={difference} currency={currency} />
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <p className="pt-2 text-sm text-ink-muted">{`${hidden.toLocaleString('en-US')} more.`}</p>
      ) : null}
    </section>
  );
}

function nameOf(line: AccountDifference): string {
  const { kind, account, description } = line;
  return account === kind ? lineName(line) : [account, description].filter(Boolean).join(' · ');
}

function Change({ difference, currency }: { difference: AccountDifference; currency: string }) {
  const { before, after } = difference;
  const amountOf = (amount: number | null) =>
    amount === null ? 'none' : <Money cents={toCents(amount)} currency={currency} />;
  const change = (after ?? 0) - (before ?? 0);
  return (
    <span>
      <span className="text-ink-muted">
        {amountOf(before)}
        {' → '}
      </span>
      {amountOf(after)}{' '}
      <span className="text-ink-muted">
        ({change > 0 ? '+' : ''}
        <Money cents={toCents(change)} currency={currency} />)
      </span>
    </span>
  );
}
