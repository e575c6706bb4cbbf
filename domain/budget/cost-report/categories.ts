import { sumFigures } from './figures.ts';
import type { CostReportHead, CostRow, IssuedHead } from './figures.ts';

/** The totals of a report by account, and its sums by category (REPORT-08). */
export function headOf(rows: readonly CostRow[], nameOf: (account: string) => string): CostReportHead {
  const byCategory = Map.groupBy(rows, categoryOf);
  return {
    categories: [...byCategory].map(([code, ofCategory]) => ({
      code,
      description: categoryName(code, nameOf),
      ...sumFigures(ofCategory),
    })),
    totals: sumFigures(rows),
    withoutContingency: sumFigures(rows.filter(({ kind }) => kind !== 'CONTINGENCY')),
  };
}

/** A report by account with the accounts that a user sees: their rows and the sums of these (BUD-36). */
export function reportOfAccounts(
  { head, rows: all }: { head: IssuedHead; rows: readonly CostRow[] },
  sees: (account: string) => boolean,
): { head: IssuedHead; rows: readonly CostRow[] } {
  const rows = all.filter(({ code }) => sees(code));
  const names = new Map(head.categories.map(({ code, description }) => [code, description]));
  return { head: { ...head, ...headOf(rows, (code) => names.get(code) ?? '') }, rows };
}

/** Lines of fringes and contingency without a header account are categories of their own. */
export function categoryOf({ category, kind }: Pick<CostRow, 'category' | 'kind'>): string {
  return category || (kind === 'FRINGES' || kind === 'CONTINGENCY' ? kind : '');
}

function categoryName(code: string, nameOf: (account: string) => string): string {
  if (code === 'FRINGES') return 'Fringes';
  if (code === 'CONTINGENCY') return 'Contingency';
  return code === '' ? 'Accounts without a category' : nameOf(code);
}
