import { budgetLines } from '#store/show/tables/budget-tables';
import { accountParts } from '#store/show/tables/reference-tables';
import { day, instant } from '../clock.ts';
import type { Ledger } from './ledger.ts';
import type { Show } from './show.ts';

const thousand = 100_000;

/**
 * Adds the budget that accounting has of a show: that of the show, with three accounts revised since, else one of its chart
 * of accounts. Nothing of it is drawn from the seed.
 */
export function addAccountingBudget(ledger: Ledger, { plan, rows, anchor, baseCurrency }: Show): void {
  const { license } = plan;
  const own = rows.of(budgetLines).map(({ account, kind, description, originalCents }, n) => ({
    idCode: kind === 'ACCOUNT' ? account : '',
    description: description ?? '',
    amountCents: originalCents + (n % 90 === 20 ? 12 * thousand : 0),
  }));
  const ofChart = rows
    .of(accountParts)
    .filter(({ partConfigId, isHeader }) => partConfigId === 'PCFG-ACCOUNT' && !isHeader)
    .map(({ idCode, description }, n) => ({
      idCode,
      description: description ?? '',
      amountCents: (18 + ((n * 7) % 11) * 6) * thousand,
    }));
  ledger.add('budgets', {
    license,
    name: 'Working budget',
    currencyCode: baseCurrency,
    updatedAt: instant(anchor - 3 * day),
  });
  const lines = own.length > 0 ? own : ofChart;
  ledger.add('budgetLines', ...lines.map((line, n) => ({ license, lineNumber: n + 1, ...line })));
}
