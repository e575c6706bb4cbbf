import type { ImportError } from '#domain/import/import-response';
import { detectDateFormat, parsePastedDate } from '#domain/import/spreadsheet-dates';
import { cellText, tooLongCells } from '#domain/import/table';
import type { ImportColumn, NamedTable } from '#domain/import/table';
import type { DateFormat } from '#domain/values/days';
import { parseRate } from './exchange-rate.ts';

export const rateColumns = [
  { id: 'currency', heading: 'Currency', aliases: ['Code', 'Currency Code', 'From'], isRequired: true },
  {
    id: 'day',
    heading: 'From day',
    aliases: ['Day', 'Date', 'Valid from', 'Effective date'],
    isRequired: true,
  },
  { id: 'rate', heading: 'Rate', aliases: ['Exchange rate', 'Value'], isRequired: true },
] as const satisfies readonly ImportColumn<string>[];

export interface ParsedRates {
  /** A rate without a day is the budgeted one. */
  rates: { currency: string; day: string | null; rate: string }[];
  faults: ImportError[];
}

/** What the column of the day contains for the budgeted rate (BUD-90). */
const budgetedDay = /^budget(ed)?( rate)?$/i;

/** Parses the rates of a file (CURR-07). `known` are the currencies of the companies without the base currency. */
export function parseRates(
  table: NamedTable,
  known: readonly string[],
  context: { dateFormat: DateFormat | null; today: string },
): ParsedRates {
  const faults: ImportError[] = [...table.faults, ...tooLongCells(table)];
  const rates = new Map<string, ParsedRates['rates'][number]>();
  const days = table.rows
    .map(({ cells }) => [cellText(cells.get('day'))])
    .filter(([day = '']) => !budgetedDay.test(day));
  const dates = { ...context, dateFormat: detectDateFormat(days, context) };
  for (const { number, cells } of table.rows) {
    const report = (column: string, message: string) =>
      faults.push({ row: number, column: table.names.get(column) ?? null, message });
    const textOf = (column: string) => cellText(cells.get(column));
    const currency = textOf('currency').toUpperCase();
    const isBudgeted = budgetedDay.test(textOf('day'));
    const day = isBudgeted ? null : parsePastedDate(textOf('day'), dates);
    const rate = parseRate(plainNumber(textOf('rate')));
    if (!known.includes(currency))
      report('currency', `“${currency.slice(0, 20)}” is not a currency of the show's companies.`);
    if (day === null && !isBudgeted)
      report('day', 'This is neither a date nor “Budgeted”. Write a date as 2018-03-30.');
    if (rate === null) report('rate', 'This is not a rate. Write it as 1.36.');
    if (!known.includes(currency) || (day === null && !isBudgeted) || rate === null) continue;
    const key = `${currency} ${day ?? ''}`;
    if (rates.has(key)) report('day', 'An earlier row has the same currency and day.');
    else rates.set(key, { currency, day, rate });
  }
  return { rates: [...rates.values()], faults };
}

/** A spreadsheet's number such as 1e-7 in plain digits. */
function plainNumber(text: string): string {
  return /e/i.test(text) && Number.isFinite(Number(text)) ? Number(text).toFixed(10) : text;
}
