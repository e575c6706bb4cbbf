import { formatDay, formatInstant, isDay } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';
import { fromHundredths } from '#domain/values/money';
import { withoutUnseen } from '#domain/values/safe-text';

/** What a column holds: cents, hundredths, whole numbers, days, instants, or what somebody typed. */
type CellKind = 'amount' | 'quantity' | 'whole' | 'day' | 'instant' | 'text';

/** One column of a log (DEC-68); a log is a list of these, whatever the file is made of. */
export interface LogColumn<Row> {
  header: string;
  kind: CellKind;
  /** Characters wide, where a file has widths. */
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

/** How days and times are written for the reader (SE-26, DEC-49). */
export interface LogFormatOptions {
  dateFormat: DateFormat | null;
  timeZone: string;
}

export const logFormats = ['csv', 'xlsx'] as const;
export type LogFormat = (typeof logFormats)[number];

/** What a spreadsheet might run: =, +, -, @ and their full-width forms, also behind blanks, quotes or invisible characters. */
const formulaStart = /^[\s"\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n\0]/u;

/** A text that no spreadsheet takes for a formula (DEC-68): a leading apostrophe makes it text. */
export function defused(given: string): string {
  // First: what nobody sees may stand before a formula.
  const text = withoutUnseen(given);
  return formulaStart.test(text) ? `'${text}` : text;
}

/** The text that `defused` was given: a sheet that Backlot wrote comes back as it was. */
export function undefused(text: string): string {
  return text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
}

/** A cell of a text file; the separator's own quoting is not done yet. Numbers stay numbers, whatever their sign. */
export function textCell<Row>(column: LogColumn<Row>, row: Row, look: LogFormatOptions): string {
  const value = column.value(row);
  if (value === null || value === '') return '';
  if (typeof value === 'number') return numberText(column.kind, value);
  if (column.kind === 'day' && isDay(value)) return formatDay(value, look.dateFormat);
  if (column.kind === 'instant') return formatInstant(value, look.dateFormat, look.timeZone);
  return defused(value);
}

function numberText(kind: CellKind, value: number): string {
  if (kind === 'amount') return (value / 100).toFixed(2);
  return String(kind === 'quantity' ? fromHundredths(value) : value);
}

/** DEC-68: `PO_Log_alpha-station_2026-11-03.csv`; `day` is the reader's own. */
export function logFileName(
  log: 'PO_Log' | 'Invoice_Log' | 'Audit_Log',
  slug: string,
  day: string,
  format: LogFormat,
): string {
  return `${log}_${slug.replaceAll(/[^A-Za-z0-9-]/g, '_')}_${day}.${format}`;
}
