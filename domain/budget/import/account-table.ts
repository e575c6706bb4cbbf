import { parseBudget } from '#domain/budget/import/budget-import';
import type { ChartAccounts, ParsedBudget } from '#domain/budget/import/budget-import';
import type { ImportError } from '#domain/import/import-response';
import type { ImportCell, NamedRow } from '#domain/import/table';

/** An account of a budget that is no spreadsheet; empty cells are ''. */
export interface AccountAmount {
  account: string;
  description: string;
  amount: ImportCell;
}

const names = new Map([
  ['account', 'Number'],
  ['description', 'Description'],
  ['amount', 'Total'],
]);

/** Accounts to import, the total that their source states, and errors that concern all of it. */
export interface AccountTable {
  rows: readonly AccountAmount[];
  statedCents: number | null;
  faults: readonly ImportError[];
}

/** Parses accounts by the rules of spreadsheets. Rows are numbered by the position of the account; errors name it. */
export function parseAccounts(
  { rows: accounts, statedCents, faults }: AccountTable,
  chart: ChartAccounts,
  currency: string,
): ParsedBudget {
  const rows = accounts.map((account, index): NamedRow => {
    const cells = Object.entries(account).filter(([, cell]) => cell !== '');
    return { number: index + 1, cells: new Map(cells) };
  });
  const parsed = parseBudget({ rows, headings: names, names, ignored: [], faults: [] }, chart, currency);
  return {
    ...parsed,
    fileTotalCents: statedCents ?? parsed.fileTotalCents,
    faults: [...faults, ...parsed.faults.map((fault) => nameAccount(fault, accounts))],
  };
}

function nameAccount(fault: ImportError, accounts: readonly AccountAmount[]): ImportError {
  const found = fault.row === null ? undefined : accounts[fault.row - 1];
  if (!found) return fault;
  const name = found.account === '' ? `“${found.description}”` : `Account ${found.account}`;
  return { ...fault, message: `${name}: ${fault.message}` };
}
