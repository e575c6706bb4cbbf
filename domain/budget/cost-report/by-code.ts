import { actualToDate } from '#domain/budget/measures';
import { beforeOf, figuresOf, noCost, sumFigures } from './figures.ts';
import type { CostFigures, CostRow, Reported } from './figures.ts';

/**
 * A cost report by another type of code, such as department or set (REPORT-03). A budget has amounts by account only, so
 * that budget and estimates are empty. The last row has what no code was given for.
 */
export function reportByCode(
  nameOf: (code: string) => { name: string; description: string },
  rest: { name: string; totals: CostFigures },
  { sums, sumsBefore, previous, variances = null }: Reported,
): CostRow[] {
  const rowOf = (
    code: string,
    name: string,
    description: string,
    cost: {
      actualCents: number;
      paidCents: number;
      committedCents: number;
      exchangeVarianceCents: number | undefined;
    },
    before: number,
  ) => ({
    code,
    name,
    description,
    kind: null,
    category: '',
    ...figuresOf({
      ...cost,
      periodCents: cost.actualCents - before,
      efcCents: null,
      budgetCents: null,
      before: beforeOf(previous, code),
    }),
  });
  const codes = [...new Set([...sums.keys(), ...(previous?.keys() ?? [])])].filter((code) => code !== '');
  const rows = codes
    .map((code) => {
      const { name, description } = nameOf(code);
      const sum = sums.get(code) ?? noCost;
      const { paidCents, committedCents } = sum;
      const exchangeVarianceCents = variances === null ? undefined : (variances.get(code) ?? 0);
      const cost = { actualCents: actualToDate(sum), paidCents, committedCents, exchangeVarianceCents };
      return rowOf(code, name, description, cost, actualToDate(sumsBefore.get(code) ?? noCost));
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
  const sum = sumFigures(rows);
  const { totals } = rest;
  const left = {
    actualCents: totals.actualCents - sum.actualCents,
    paidCents: (totals.paidCents ?? 0) - (sum.paidCents ?? 0),
    committedCents: totals.committedCents - sum.committedCents,
    exchangeVarianceCents:
      variances === null ? undefined : (totals.exchangeVarianceCents ?? 0) - (sum.exchangeVarianceCents ?? 0),
  };
  const leftPeriod = totals.periodCents - sum.periodCents;
  const last = rowOf('', rest.name, '', left, left.actualCents - leftPeriod);
  return [...rows, ...(hasFigures(last) ? [last] : [])].filter(hasFigures);
}

const hasFigures = (row: CostFigures) =>
  [row.periodCents, row.actualCents, row.committedCents, row.changeCents, row.exchangeVarianceCents].some(
    (cents) => (cents ?? 0) !== 0,
  );
