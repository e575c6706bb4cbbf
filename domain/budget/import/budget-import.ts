import { cellText, tooLongCells } from '#domain/import/table';
import type { ImportColumn, NamedTable } from '#domain/import/table';
import type { ImportError } from '#domain/import/import-response';
import type { AccountField } from '#domain/reference-data/reference-data-response';
import { fromCents } from '#domain/values/money';
import { accountColumn, codeReader, isGrandTotal, isTotalRow, parseCents, sumOf } from './account-rows.ts';
import { codesReader } from './codes-reader.ts';
import type { FileRow } from './file-row.ts';
import { kindColumn, kindOf, mixedKinds, readLineKind } from './kind-column.ts';
import { differingKinds, readSeriesKind, seriesColumn } from './series-column.ts';
import { withoutSubtotals } from './total-rows.ts';
import { budgetLimits } from '#domain/budget/budget-request';
import type { BudgetCheck } from '#domain/budget/budget-response';
import type { BudgetLine, KnownAccounts, KnownChart } from '#domain/budget/budget';
import { codesText, knownCodes, noCodes, parseCodes } from '#domain/budget/line-codes';

export const budgetColumns = [
  accountColumn,
  {
    id: 'description',
    heading: 'Description',
    aliases: ['Category Description', 'Account Description', 'Category', 'Title', 'Name'],
  },
  {
    id: 'amount',
    heading: 'Budget',
    aliases: ['Total', 'Amount', 'Original', 'Original Budget', 'Current Budget', 'Total Budget'],
    isRequired: true,
  },
  { id: 'SET', heading: 'Set', aliases: ['Set #', 'Set No', 'Set Number', 'Set Code'] },
  {
    id: 'EPISODE',
    heading: 'Episode',
    aliases: ['Ep', 'Episode #', 'Episode No', 'Episode Number', 'Episode Code'],
  },
  { id: 'LOCATION', heading: 'Location', aliases: ['Loc', 'Location #', 'Location No', 'Location Code'] },
  { id: 'FREE_FIELD', heading: 'Free Field', aliases: ['FF', 'Free Field Code'] },
  seriesColumn,
  kindColumn,
] as const satisfies readonly ImportColumn<string>[];

/** Lines without an account of the chart. */
const codelessAccounts = { FRINGES: 'FRINGES', CONTINGENCY: 'CONTINGENCY' } as const;

/** The accounts of the show's chart, and the accounts that each rolls up to, the nearest first. */
export interface ChartAccounts extends KnownChart {
  ancestorsOf: (account: string) => readonly string[];
}

/** Reads the accounts of the chart (DEC-52). Without any, every account is known and none rolls up. */
export function chartAccounts(fields: readonly AccountField[]): ChartAccounts {
  const parts = fields.find(({ config_type }) => config_type === 'ACCOUNT')?.account_parts ?? [];
  const codes = knownCodes(fields);
  if (parts.length === 0) return { known: null, codes, ancestorsOf: () => [] };
  const byId = new Map(parts.map((part) => [part.account_part_id, part]));
  const byCode = new Map(parts.map((part) => [part.id_code, part]));
  const ancestorsOf = (account: string) => {
    const found: string[] = [];
    for (let id = byCode.get(account)?.rollup_account_part_id; id;) {
      const parent = byId.get(id);
      if (!parent || parent.id_code === account || found.includes(parent.id_code)) break;
      found.push(parent.id_code);
      id = parent.rollup_account_part_id;
    }
    return found;
  };
  return {
    known: new Map(parts.map(({ id_code, description }) => [id_code, description])),
    codes,
    ancestorsOf,
  };
}

/** What a file would import (BUD-12 to BUD-15). */
export interface ParsedBudget {
  lines: BudgetLine[];
  unknown: FileRow[];
  /** Rows that add up others. */
  totalRows: FileRow[];
  fileTotalCents: number;
  importedCents: number;
  fringesCents: number;
  contingencyCents: number;
  faults: ImportError[];
}

/** Parses the lines of a budget; `currency` is that of its amounts. */
export function parseBudget(table: NamedTable, chart: ChartAccounts, currency: string): ParsedBudget {
  const faults: ImportError[] = [...table.faults, ...tooLongCells(table)];
  const reportError = (row: number, column: string, message: string) =>
    faults.push({ row, column: table.names.get(column) ?? null, message });
  const rows: FileRow[] = [];
  const totalRows: FileRow[] = [];
  const codeOf = codeReader(chart.known);
  const codesOf = codesReader(chart);
  for (const { number, cells } of table.rows) {
    const description = cellText(cells.get('description'));
    const typedAccount = cellText(cells.get('account'));
    const amount = cells.get('amount');
    if (amount === undefined) continue;
    const cents = parseCents(amount, currency);
    if (typeof cents === 'string') {
      reportError(number, 'amount', cents);
      continue;
    }
    if (description.length > budgetLimits.description)
      reportError(number, 'description', `This is longer than ${budgetLimits.description} characters.`);
    if (typedAccount.length > budgetLimits.account)
      reportError(number, 'account', `This is longer than ${budgetLimits.account} characters.`);
    const typedKind = readLineKind(cellText(cells.get('kind')));
    if (typedKind === undefined)
      reportError(number, 'kind', 'Enter Account, Fringes or Contingency, or leave it empty.');
    const isLine = typedKind !== undefined && typedKind !== null;
    const kind = typedKind ?? kindOf(description || typedAccount);
    const account = codeOf(typedAccount);
    const codes = codesOf(cells, (type, message) => reportError(number, type, message));
    const series = readSeriesKind(cellText(cells.get('series')));
    if (series === undefined) reportError(number, 'series', 'Enter Pattern or Amort, or leave it empty.');
    const row = {
      row: number,
      account,
      codes: codesText(codes),
      description,
      cents,
      kind,
      isLine,
      series: series ?? null,
    };
    const label = description || typedAccount;
    // The text of a row may be in the column of the account.
    const isCodeless =
      typedAccount === '' || (!isLine && description === '' && !hasCode(account, chart.known));
    if (kind !== 'ACCOUNT' && isCodeless)
      rows.push({ ...row, account: codelessAccounts[kind], description: label });
    else if (!isLine && isTotalRow(typedAccount, label))
      totalRows.push({ ...row, account: '', codes: noCodes, description: label });
    else if (typedAccount === '') reportError(number, 'account', 'Enter the account.');
    else rows.push(row);
  }
  const { counted, subtotals } = withoutSubtotals(rows, chart, reportError);
  const isKnown = ({ account, kind, isLine }: FileRow) =>
    chart.known === null ||
    chart.known.has(account) ||
    (kind !== 'ACCOUNT' && (isLine || account === codelessAccounts[kind]));
  const imported = counted.filter(isKnown);
  for (const { row, earlier } of differingKinds(imported))
    reportError(row, 'series', `Row ${earlier} of the same line has another entry.`);
  const lines = linesOf(imported, chart.known);
  for (const { row, message } of mixedKinds(imported, lines)) reportError(row, 'kind', message);
  const stated = totalRows.findLast(({ description }) => isGrandTotal(description));
  return {
    lines,
    unknown: counted.filter((row) => !isKnown(row)),
    totalRows: [...totalRows, ...subtotals].toSorted((a, b) => a.row - b.row),
    fileTotalCents: stated?.cents ?? sumOf(counted),
    importedCents: sumOf(imported),
    fringesCents: sumOf(imported.filter(({ kind }) => kind === 'FRINGES')),
    contingencyCents: sumOf(imported.filter(({ kind }) => kind === 'CONTINGENCY')),
    faults,
  };
}

const hasCode = (account: string, known: KnownAccounts) => known?.has(account) ?? /\d/.test(account);

/** Adds up the rows of the same account and codes, in the order of the file. */
function linesOf(rows: readonly FileRow[], known: KnownAccounts): BudgetLine[] {
  const byLine = Map.groupBy(rows, ({ account, codes }) => JSON.stringify([account, codes]));
  return [...byLine.values()].flatMap((ofLine) => {
    const [first] = ofLine;
    if (!first) return [];
    const { account, codes, kind, description, series, isLine } = first;
    const chartName = known?.get(account) ?? '';
    return {
      account,
      codes,
      description: isLine ? description || chartName : chartName || description,
      kind: ofLine.some((row) => row.kind === 'ACCOUNT') ? 'ACCOUNT' : kind,
      series,
      originalCents: sumOf(ofLine),
      transferCents: 0,
      overageCents: 0,
    };
  });
}

/** Returns the result of a dry run, in amounts. */
export function budgetCheckOf(parsed: ParsedBudget, currency: string, ignored: string[]): BudgetCheck {
  const rowOf = ({ row, account, codes, description, cents }: FileRow) => ({
    row,
    account,
    codes: parseCodes(codes),
    description,
    amount: fromCents(cents),
  });
  return {
    currency,
    lines: parsed.lines.map(({ account, codes, description, kind, series, originalCents }) => ({
      account,
      codes: parseCodes(codes),
      description,
      kind,
      series: series ?? null,
      amount: fromCents(originalCents),
    })),
    ready: parsed.lines.length,
    fileTotal: fromCents(parsed.fileTotalCents),
    importedTotal: fromCents(parsed.importedCents),
    difference: fromCents(parsed.fileTotalCents - parsed.importedCents),
    fringes: fromCents(parsed.fringesCents),
    contingency: fromCents(parsed.contingencyCents),
    unknown: parsed.unknown.map(rowOf),
    totalRows: parsed.totalRows.map(rowOf),
    faults: parsed.faults,
    ignored,
  };
}
