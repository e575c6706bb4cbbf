import { writeCsvStream } from 'hucre/csv';
import type { CellValue, ColumnDef } from 'hucre/xlsx';
import { writeXlsxStream } from 'hucre/xlsx';
import { isDay, localTimeAsUtc } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';
import { defused, textCell } from '#domain/lists/log-format';
import type { LogColumn, LogFormat, LogFormatOptions } from '#domain/lists/log-format';
import { withoutUnseen } from '#domain/values/safe-text';

/** The lines of a log as they are read; a file pulls them as its reader takes bytes, and never holds them all. */
export interface Log<Row> {
  /** The name of the sheet, up to 31 characters. */
  title: string;
  columns: readonly LogColumn<Row>[];
  rows: AsyncIterable<Row>;
  look: LogFormatOptions;
}

export const logTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<LogFormat, string>;

/** The log as a file, written while it is read; whoever stops reading stops the rows (DEC-68). */
export function logFile<Row>(log: Log<Row>, format: LogFormat): ReadableStream<Uint8Array> {
  return format === 'csv' ? csvFile(log) : sheetFile(log);
}

/** UTF-8 with a byte-order mark, without which Excel reads it in the machine's own code page. */
function csvFile<Row>({ columns, rows, look }: Log<Row>): ReadableStream<Uint8Array> {
  async function* lines(): AsyncGenerator<CellValue[]> {
    for await (const row of rows) yield columns.map((column) => textCell(column, row, look));
  }
  return writeCsvStream(lines(), { bom: true, headers: columns.map(({ header }) => defused(header)) });
}

/** Texts go inline as texts, so that no cell can be a formula; numbers and days are numbers with a format. */
function sheetFile<Row>({ title, columns, rows, look }: Log<Row>): ReadableStream<Uint8Array> {
  const widths: ColumnDef[] = columns.map(({ header, width }) => ({
    header: sheetText(header),
    width,
    style: { font: { name: 'Calibri', size: 11, bold: true } },
  }));
  const styles = columns.map(({ kind }) => formatOf(kind, look.dateFormat));
  const { demanded, taken } = paced();
  async function* lines(): AsyncGenerator<CellValue[]> {
    // The writer gives every cell of a column its style, and has written the header when it asks for the first line.
    widths.forEach((column, index) => {
      column.style = styles[index] ?? {};
    });
    let count = 0;
    for await (const row of rows) {
      if ((count += 1) % linesAtOnce === 0 && !(await demanded())) return;
      yield columns.map((column) => sheetCell(column, row, look));
    }
  }
  return taken(writeXlsxStream(lines(), { name: title, columns: widths, freezePane: { rows: 1 } }));
}

/** Some ten kilobytes once they are compressed. */
const linesAtOnce = 100;

/**
 * The writer compresses as fast as it gets lines, whether anybody takes the bytes or not, and would hold the whole file.
 * `demanded` waits until what was written has been taken and more is wanted; false when nobody wants any more.
 */
function paced() {
  let reads = 0;
  let isOver = false;
  let wanted = Promise.withResolvers<void>();
  async function demanded(): Promise<boolean> {
    for (let seen = -1; seen !== reads;) {
      if (isOver) return false;
      seen = reads;
      await wanted.promise;
      // Every read of what is compressed already takes a turn of the event loop.
      await scheduler.wait(0);
    }
    return !isOver;
  }
  function taken(file: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = file.getReader();
    return new ReadableStream({
      async pull(controller) {
        wanted.resolve();
        const { done, value } = await reader.read();
        reads += 1;
        wanted = Promise.withResolvers();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason) {
        isOver = true;
        wanted.resolve();
        await reader.cancel(reason);
      },
    });
  }
  return { demanded, taken };
}

/** Sheets know no day before this one. */
const firstSheetDay = '1900-03-01';

function sheetCell<Row>(column: LogColumn<Row>, row: Row, look: LogFormatOptions): CellValue {
  const value = column.value(row);
  if (value === null || value === '') return null;
  if (typeof value === 'number') {
    return column.kind === 'amount' || column.kind === 'quantity' ? value / 100 : value;
  }
  if (column.kind === 'instant') return new Date(localTimeAsUtc(value, look.timeZone));
  return column.kind === 'day' && isDay(value) && value >= firstSheetDay ? new Date(value) : sheetText(value);
}

/**
 * A text as it may stand in a workbook: two code points are not allowed in XML and would spoil the whole file, and
 * `_x0041_`, which sheets read as a code for `A`, is written so that it stays what somebody typed.
 */
function sheetText(text: string): string {
  return withoutUnseen(text)
    .toWellFormed()
    .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

function formatOf(kind: LogColumn<unknown>['kind'], dateFormat: DateFormat | null): { numFmt?: string } {
  const day = dayFormats[dateFormat ?? 'MM_DD_YYYY'];
  if (kind === 'amount') return { numFmt: '#,##0.00' };
  if (kind === 'day') return { numFmt: day };
  return kind === 'instant' ? { numFmt: `${day} hh:mm AM/PM` } : {};
}

const dayFormats = {
  MM_DD_YYYY: 'mm/dd/yyyy',
  DD_MM_YYYY: 'dd/mm/yyyy',
  YYYY_MM_DD: 'yyyy-mm-dd',
} as const satisfies Record<DateFormat, string>;
