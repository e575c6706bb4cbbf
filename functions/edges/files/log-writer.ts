import { writeCsvStream } from 'hucre/csv';
import type { CellValue, ColumnDef } from 'hucre/xlsx';
import { writeXlsxStream } from 'hucre/xlsx';
import { isDay, localTimeAsUtc } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';
import { escapeFormula, textCell } from '#domain/lists/log-format';
import type { LogColumn, LogFormat, LogFormatOptions } from '#domain/lists/log-format';
import { stripInvisible } from '#domain/values/safe-text';

/** A log to write. The file pulls rows as its reader takes bytes, so they are never all in memory. */
export interface Log<Row> {
  /** The name of the worksheet, at most 31 characters. */
  title: string;
  columns: readonly LogColumn<Row>[];
  rows: AsyncIterable<Row>;
  formatOptions: LogFormatOptions;
}

/** Streams a log as a file. When the reader cancels, the rows stop too (DEC-68). */
export function logFile<Row>(log: Log<Row>, format: LogFormat): ReadableStream<Uint8Array> {
  return format === 'csv' ? csvFile(log) : xlsxFile(log);
}

/** UTF-8 with a byte-order mark, without which Excel uses the system's code page. */
function csvFile<Row>({ columns, rows, formatOptions }: Log<Row>): ReadableStream<Uint8Array> {
  async function* lines(): AsyncGenerator<CellValue[]> {
    for await (const row of rows) yield columns.map((column) => textCell(column, row, formatOptions));
  }
  return writeCsvStream(lines(), { bom: true, headers: columns.map(({ header }) => escapeFormula(header)) });
}

/** Texts are inline strings, so that no cell can be a formula; numbers and days are numbers with a format. */
function xlsxFile<Row>({ title, columns, rows, formatOptions }: Log<Row>): ReadableStream<Uint8Array> {
  const widths: ColumnDef[] = columns.map(({ header, width }) => ({
    header: workbookText(header),
    width,
    style: { font: { name: 'Calibri', size: 11, bold: true } },
  }));
  const styles = columns.map(({ kind }) => formatOf(kind, formatOptions.dateFormat));
  const { waitForDemand, countReads } = withBackpressure();
  async function* lines(): AsyncGenerator<CellValue[]> {
    // The writer applies a column's style to every cell and has already written the header when it pulls the first
    // line.
    widths.forEach((column, index) => {
      column.style = styles[index] ?? {};
    });
    let count = 0;
    for await (const row of rows) {
      if ((count += 1) % linesPerCheck === 0 && !(await waitForDemand())) return;
      yield columns.map((column) => workbookCell(column, row, formatOptions));
    }
  }
  return countReads(writeXlsxStream(lines(), { name: title, columns: widths, freezePane: { rows: 1 } }));
}

/** Some ten kilobytes compressed. */
const linesPerCheck = 100;

/**
 * Adds backpressure. The writer compresses as fast as it gets lines, whether or not the bytes are read, and would hold
 * the whole file. `waitForDemand` waits until the written bytes were read and more are wanted; false after the reader
 * canceled.
 */
function withBackpressure() {
  let reads = 0;
  let isCanceled = false;
  let demand = Promise.withResolvers<void>();
  async function waitForDemand(): Promise<boolean> {
    for (let lastReads = -1; lastReads !== reads;) {
      if (isCanceled) return false;
      lastReads = reads;
      await demand.promise;
      // Each read of compressed data takes one turn of the event loop.
      await scheduler.wait(0);
    }
    return !isCanceled;
  }
  function countReads(file: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = file.getReader();
    return new ReadableStream({
      async pull(controller) {
        demand.resolve();
        const { done, value } = await reader.read();
        reads += 1;
        demand = Promise.withResolvers();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason) {
        isCanceled = true;
        demand.resolve();
        await reader.cancel(reason);
      },
    });
  }
  return { waitForDemand, countReads };
}

/** Spreadsheets have no correct date before this day. */
const firstSpreadsheetDay = '1900-03-01';

function workbookCell<Row>(column: LogColumn<Row>, row: Row, formatOptions: LogFormatOptions): CellValue {
  const value = column.value(row);
  if (value === null || value === '') return null;
  if (typeof value === 'number') {
    return column.kind === 'amount' || column.kind === 'quantity' ? value / 100 : value;
  }
  if (column.kind === 'instant') return new Date(localTimeAsUtc(value, formatOptions.timeZone));
  return column.kind === 'day' && isDay(value) && value >= firstSpreadsheetDay
    ? new Date(value)
    : workbookText(value);
}

/**
 * Escapes a text for a workbook. Two code points are invalid in XML and would break the whole file, and a typed
 * `_x0041_`, which spreadsheets decode as `A`, must stay as it is.
 */
function workbookText(text: string): string {
  return stripInvisible(text)
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
