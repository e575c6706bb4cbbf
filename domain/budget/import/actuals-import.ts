import type { ImportError } from '#domain/import/import-response';
import { detectDateFormat, parsePastedDate } from '#domain/import/spreadsheet-dates';
import { cellText, tooLongCells } from '#domain/import/table';
import type { ImportColumn, NamedTable } from '#domain/import/table';
import { enteredDay, lastDayOfNamed } from '#domain/periods/period';
import type { PeriodState } from '#domain/periods/period';
import type { DateFormat } from '#domain/values/days';
import { fromCents } from '#domain/values/money';
import { accountColumn, codeReader, isGrandTotal, isTotalRow, parseCents, sumOf } from './account-rows.ts';
import { transactionKey } from '#domain/budget/actuals';
import type { ActualKind, ActualRow } from '#domain/budget/actuals';
import type { ActualsCheck } from '#domain/budget/actuals-response';
import type { ChartAccounts } from './budget-import.ts';
import { budgetLimits } from '#domain/budget/budget-request';

export const actualColumns = [
  accountColumn,
  {
    id: 'day',
    heading: 'Date',
    aliases: ['Day', 'Transaction Date', 'Trans Date', 'Posting Date', 'Effective Date', 'Week Ending'],
  },
  { id: 'period', heading: 'Period', aliases: ['Accounting Period', 'Period No', 'Per'] },
  {
    id: 'amount',
    heading: 'Amount',
    aliases: ['Total', 'Actual', 'Net', 'Net Amount', 'Base Amount'],
    isRequired: true,
  },
  { id: 'kind', heading: 'Type', aliases: ['Kind', 'Source', 'Journal', 'Transaction Type', 'Source Code'] },
  {
    id: 'number',
    heading: 'Number',
    aliases: ['Transaction', 'Trans #', 'Transaction Number', 'Source Number', 'Reference', 'Ref #'],
  },
  {
    id: 'invoice',
    heading: 'Accounting ID',
    aliases: ['Document ID', 'Doc ID', 'Invoice ID', 'External ID'],
  },
  { id: 'description', heading: 'Description', aliases: ['Memo', 'Text', 'Payee', 'Vendor', 'Name'] },
] as const satisfies readonly ImportColumn<string>[];

/** What a file of other actuals has, before it is compared with what is imported already. */
export interface ParsedActuals {
  rows: ActualRow[];
  unknown: Omit<ActualRow, 'kind' | 'number' | 'invoiceId'>[];
  fileTotalCents: number;
  faults: ImportError[];
}

interface Context {
  chart: ChartAccounts;
  currency: string;
  /** Of the company, in their order; none without accounting periods. */
  periods: readonly PeriodState[];
  dateFormat: DateFormat | null;
  today: string;
}

/** Parses a file of actuals: a row for each account and day, or accounting period (ACTUAL-01). */
export function parseActuals(table: NamedTable, context: Context): ParsedActuals {
  const { chart, currency, periods, today } = context;
  const faults: ImportError[] = [...table.faults, ...tooLongCells(table)];
  const rows: ActualRow[] = [];
  const totals: { description: string; cents: number }[] = [];
  const codeOf = codeReader(chart.known);
  const days = table.rows.map(({ cells }) => [cellText(cells.get('day'))]);
  const dates = { today, dateFormat: detectDateFormat(days, context) };
  for (const { number, cells } of table.rows) {
    const report = (column: string, message: string) =>
      faults.push({ row: number, column: table.names.get(column) ?? null, message });
    const textOf = (column: string) => cellText(cells.get(column));
    const amount = cells.get('amount');
    if (amount === undefined) continue;
    const [typedAccount, description] = [textOf('account'), textOf('description')];
    const cents = parseCents(amount, currency);
    if (typeof cents === 'string') {
      report('amount', cents);
      continue;
    }
    if (isTotalRow(typedAccount, description || typedAccount)) {
      totals.push({ description: description || typedAccount, cents });
      continue;
    }
    if (typedAccount === '') report('account', 'Enter the account.');
    for (const [column, limit] of Object.entries(limits))
      if (textOf(column).length > limit) report(column, `This is longer than ${limit} characters.`);
    const day = dayOf(textOf('day'), textOf('period'), { periods, dates });
    const entered = 'day' in day ? enteredDay(day.day, periods) : null;
    if ('message' in day) report(day.column, day.message);
    else if (entered === null) report('day', `No accounting period is open on ${day.day} or later.`);
    if (typedAccount === '' || entered === null) continue;
    rows.push({
      row: number,
      account: codeOf(typedAccount),
      day: entered,
      cents,
      kind: kindOf(textOf('kind')),
      number: textOf('number'),
      description,
      invoiceId: textOf('invoice') || null,
    });
  }
  const isKnown = ({ account }: ActualRow) => chart.known === null || chart.known.has(account);
  return {
    rows: rows.filter(isKnown),
    unknown: rows.filter((row) => !isKnown(row)),
    fileTotalCents: totals.findLast(({ description }) => isGrandTotal(description))?.cents ?? sumOf(rows),
    faults,
  };
}

const limits = {
  account: budgetLimits.account,
  number: 100,
  invoice: 100,
  description: budgetLimits.description,
} as const;

/** The day of a row: its own, else the last one of its accounting period that has come. */
function dayOf(
  day: string,
  period: string,
  { periods, dates }: Pick<Context, 'periods'> & { dates: { today: string; dateFormat: DateFormat | null } },
): { day: string } | { column: 'day' | 'period'; message: string } {
  if (day !== '') {
    const parsed = parsePastedDate(day, dates);
    return parsed === null
      ? { column: 'day', message: 'This is not a date. Write it as 2018-03-30.' }
      : { day: parsed };
  }
  if (period === '') return { column: 'day', message: 'Enter the day or the accounting period.' };
  const last = lastDayOfNamed(period, periods, dates.today);
  return last === null
    ? { column: 'period', message: `“${period.slice(0, 50)}” is not an accounting period of the company.` }
    : { day: last };
}

const kindNames: readonly [RegExp, ActualKind][] = [
  [/payroll|wages|labou?r|\bpr\b/i, 'PAYROLL'],
  [/petty|cash|\bpc\b/i, 'PETTY_CASH'],
  [/card|\bcc\b/i, 'CARD'],
  [/journal|\bj[ev]\b/i, 'JOURNAL'],
];

function kindOf(text: string): ActualKind {
  return kindNames.find(([name]) => name.test(text))?.[1] ?? 'OTHER';
}

/** What an import of the file would do (ACTUAL-02, ACTUAL-03). */
export interface ComparedActuals {
  counted: ActualRow[];
  /** Invoices of this show, which count already. */
  matched: ActualRow[];
  /** Transactions of an earlier import. */
  repeated: ActualRow[];
  importedCents: number;
}

/** Separates the rows that count from invoices of this show and from what is imported already. */
export function compareActuals(
  { rows }: Pick<ParsedActuals, 'rows'>,
  { invoiceIds, transactions }: { invoiceIds: ReadonlySet<string>; transactions: ReadonlySet<string> },
): ComparedActuals {
  const isRepeated = (row: ActualRow) => row.number !== '' && transactions.has(transactionKey(row));
  const isMatched = ({ invoiceId }: ActualRow) => invoiceId !== null && invoiceIds.has(invoiceId);
  const fresh = rows.filter((row) => !isRepeated(row));
  const counted = fresh.filter((row) => !isMatched(row)).map((row) => ({ ...row, invoiceId: null }));
  return {
    counted,
    matched: fresh.filter(isMatched),
    repeated: rows.filter(isRepeated),
    importedCents: sumOf(counted),
  };
}

/** Returns the result of a dry run, in amounts. */
export function actualsCheckOf(
  parsed: ParsedActuals,
  compared: ComparedActuals,
  { currency, ignored }: { currency: string; ignored: string[] },
): ActualsCheck {
  const rowOf = ({ row, account, day, description, cents }: ParsedActuals['unknown'][number]) => ({
    row,
    account,
    day,
    description,
    amount: fromCents(cents),
  });
  const byAccount = Map.groupBy(compared.counted, ({ account }) => account);
  return {
    currency,
    accounts: [...byAccount].map(([account, ofAccount]) => ({
      account,
      amount: fromCents(sumOf(ofAccount)),
    })),
    ready: compared.counted.length,
    fileTotal: fromCents(parsed.fileTotalCents),
    importedTotal: fromCents(compared.importedCents),
    difference: fromCents(parsed.fileTotalCents - compared.importedCents),
    matched: compared.matched.map(rowOf),
    repeated: compared.repeated.map(rowOf),
    unknown: parsed.unknown.map(rowOf),
    faults: parsed.faults,
    ignored,
  };
}
