import { unescapeFormula } from '#domain/lists/log-format';
import { importLimits } from '#domain/import/table';
import type { ImportRow } from '#domain/import/table';
import { readCsv } from './csv-reader.ts';
import { decodeText } from './decode-text.ts';
import { plainText } from '#edges/files/workbook/plain-text';
import { readWorkbook } from '#edges/files/workbook/read-workbook';
import { UnreadableSpreadsheet } from '#edges/files/workbook/unreadable-workbook';

/** Above the import limits, so that a file that is too long or too wide is detected. */
const limits = { rows: importLimits.rows + 50, columns: importLimits.columns + 1 };

/** Reads the first sheet of an Excel file, or a CSV file, as rows of plain cells. Throws `UnreadableSpreadsheet`. */
export function readSpreadsheet(bytes: Uint8Array): ImportRow[] {
  if (bytes.length === 0) throw new UnreadableSpreadsheet('The file is empty.');
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isZip ? readWorkbook(bytes, limits) : csvRows(bytes);
}

function csvRows(bytes: Uint8Array): ImportRow[] {
  const text = decodeText(bytes);
  // Excel takes the separator from such a line, and neither shows nor counts it.
  const [line = '', delimiter] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const { rows } = readCsv(text.slice(line.length), limits, delimiter);
  return rows.map(({ number, cells }) => ({
    number,
    cells: cells.map((cell) => plainText(unescapeFormula(cell))),
  }));
}
