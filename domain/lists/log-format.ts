import { formatDay, formatInstant, isDay } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';
import { fieldsOf } from '#domain/documents/text-fields';
import type { LineFields } from '#domain/documents/line-fields';
import type { TextsOf } from '#domain/documents/text-fields';
import { fromHundredths } from '#domain/values/money';
import { stripInvisible } from '#domain/values/safe-text';

/** The unit of a column: cents, hundredths, integers, days, instants, or typed text. */
type CellKind = 'amount' | 'quantity' | 'whole' | 'day' | 'instant' | 'text';

/** A column of a log, independent of the file format (DEC-68). */
export interface LogColumn<Row> {
  header: string;
  kind: CellKind;
  /** Width in characters, for formats that have widths. */
  width: number;
  /** In the unit of its kind; null or '' leaves the cell empty. */
  value: (row: Row) => string | number | null;
}

export function logColumn<Row>(
  header: string,
  kind: CellKind,
  width: number,
  value: LogColumn<Row>['value'],
): LogColumn<Row> {
  return { header, kind, width, value };
}

/** A column for each text of a line that the log shows. */
export function lineTextColumns<Row extends TextsOf<Fields>, Fields extends LineFields>(
  fields: Fields,
): LogColumn<Row>[] {
  return fieldsOf(fields).flatMap(({ name, label, logWidth }) =>
    logWidth === null ? [] : [logColumn<Row>(label, 'text', logWidth, (row) => row[name] ?? null)],
  );
}

/** Date format and time zone of the reader (SE-26, DEC-49). */
export interface LogFormatOptions {
  dateFormat: DateFormat | null;
  timeZone: string;
}

export const logFormats = ['csv', 'xlsx'] as const;
export type LogFormat = (typeof logFormats)[number];

/**
 * Starts that a spreadsheet may run as a formula: =, +, -, @ and their full-width forms, also after blanks, quotes or
 * invisible characters.
 */
const formulaStart = /^[\s"\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n\0]/u;

/** Escapes a text that a spreadsheet would run as a formula with a leading apostrophe (DEC-68). */
export function escapeFormula(input: string): string {
  // Removes invisible characters first, as they may precede a formula.
  const text = stripInvisible(input);
  return formulaStart.test(text) ? `'${text}` : text;
}

/** Reverts `escapeFormula`, so that a spreadsheet that Backlot wrote can be imported unchanged. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
}

/** Formats a cell of a text file, before the separator's own quoting. Numbers are not escaped, whatever their sign. */
export function textCell<Row>(column: LogColumn<Row>, row: Row, options: LogFormatOptions): string {
  const value = column.value(row);
  if (value === null || value === '') return '';
  if (typeof value === 'number') return numberText(column.kind, value);
  if (column.kind === 'day' && isDay(value)) return formatDay(value, options.dateFormat);
  if (column.kind === 'instant') return formatInstant(value, options.dateFormat, options.timeZone);
  return escapeFormula(value);
}

function numberText(kind: CellKind, value: number): string {
  if (kind === 'amount') return (value / 100).toFixed(2);
  return String(kind === 'quantity' ? fromHundredths(value) : value);
}

/** Returns a name such as `PO_Log_alpha-station_2026-11-03.csv`; `day` is the reader's local day (DEC-68). */
export function logFileName(
  log:
    | 'PO_Log'
    | 'Invoice_Log'
    | 'Audit_Log'
    | 'Purchase_Orders'
    | 'Invoices'
    | 'Payments'
    | `Cost_Report${string}`
    | `Budget_${number}`
    | 'Open_Orders_and_Accruals',
  slug: string,
  day: string,
  format: LogFormat,
): string {
  return `${log}_${slug.replaceAll(/[^A-Za-z0-9-]/g, '_')}_${day}.${format}`;
}
