import { inflateRawSync } from 'node:zlib';
import { parseCsv } from 'hucre/csv';
import type { CellValue } from 'hucre/xlsx';
import { readXlsx } from 'hucre/xlsx';
import { undefused } from '#domain/export-log';
import { importLimits } from '#domain/import-table';
import type { ImportCell, ImportRow } from '#domain/import-table';

/** A file that is none of those that can be read; the message is for people. */
export class UnreadableSheet extends Error {
  override name = 'UnreadableSheet';
}

const unreadable = 'This file cannot be read. Save it as Excel (.xlsx) or CSV and try again.';

/** One row more than may be there, so that a file that is too long shows it. */
const mostRows = importLimits.rows + 50;

/** The first sheet of an Excel file, or a CSV file, as rows of plain cells. Throws `UnreadableSheet`. */
export async function readSheet(bytes: Uint8Array): Promise<ImportRow[]> {
  if (bytes.length === 0) throw new UnreadableSheet('The file is empty.');
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  try {
    const rows = isZip ? await sheetRows(bytes) : csvRows(bytes);
    return rows.map((cells, index) => ({
      number: index + 1,
      cells: cells.slice(0, importLimits.columns).map(plainCell),
    }));
  } catch (error) {
    throw error instanceof UnreadableSheet ? error : new UnreadableSheet(unreadable, { cause: error });
  }
}

async function sheetRows(bytes: Uint8Array): Promise<CellValue[][]> {
  mustUnpackSmall(bytes);
  // Only these cells are kept: one far away would make a sheet of millions.
  const range = `A1:BH${mostRows}`;
  const { sheets } = await readXlsx(bytes, { sheets: [0], range, maxRows: mostRows });
  return sheets[0]?.rows ?? [];
}

/** Excel writes CSV as UTF-8, as UTF-16 with tabs, or in the machine's own code page. */
function csvRows(bytes: Uint8Array): CellValue[][] {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  // What holds a NUL is a picture or an old workbook, unless every second byte is one.
  if (!isWide && bytes.includes(0)) throw new UnreadableSheet(unreadable);
  const text = isWide ? new TextDecoder('utf-16le').decode(bytes) : eightBit(bytes);
  // Excel takes the separator from such a line, and neither shows nor counts it.
  const [line = '', delimiter] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const options = { maxRows: mostRows, ...(delimiter !== undefined && { delimiter }) };
  return parseCsv(text.slice(line.length), options).map((cells) =>
    cells.map((cell) => (typeof cell === 'string' ? undefused(cell) : cell)),
  );
}

function eightBit(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Blanks without width and possible breaks of words, as they come with what is copied from a page: nobody sees why a name is another. */
const unseen = /[\u00AD\u200B\u2060\uFEFF]+/gu;

/** A formula comes as what it last came to; what no field takes is a blank. */
function plainCell(value: CellValue): ImportCell {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? value : '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  return String(value)
    .toWellFormed()
    .replaceAll(unseen, '')
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .trim()
    .slice(0, importLimits.cell + 1);
}

const endRecord = 0x06054b50;
const directoryEntry = 0x02014b50;

/** The one way of packing that is unpacked, and what it makes of a byte at most. */
const deflated = 8;
const mostOfAByte = 1032;

/**
 * What the directory of the file declares is bounded, and then each entry is unpacked as far as that: the library would
 * unpack whatever there is before it looks.
 * Nothing is looked for in the longer records of files beyond 4 GB, or behind the bytes of an entry.
 */
function mustUnpackSmall(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== endRecord) end -= 1;
  if (end < 0 || view.getUint32(end + 12, true) === 0xffffffff) throw new UnreadableSheet(unreadable);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let [given, total] = [0, 0];
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== directoryEntry)
      throw new UnreadableSheet(unreadable);
    const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const isSaidBehind = packed === 0 && (view.getUint16(at + 8, true) & 8) !== 0;
    const most = isSaidBehind ? Number.POSITIVE_INFINITY : unpacked || packed * mostOfAByte;
    given += packed;
    total += most;
    // Entries that lie over each other hold more than the file does.
    if (given > bytes.length) throw new UnreadableSheet(unreadable);
    if (total > importLimits.unpackedBytes) throw new UnreadableSheet('This file unpacks to too much.');
    if (view.getUint16(at + 10, true) === deflated && packed > 0) {
      const local = view.getUint32(at + 42, true);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      inflateRawSync(bytes.subarray(start, start + packed), { maxOutputLength: most });
    }
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}
