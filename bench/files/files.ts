/**
 * `npm run bench -- files`: measures how long files of 1, 5, 10 and 25 MB take to read, both ordinary and hostile ones,
 * and whether the time only depends on the size.
 *
 *   npm run bench -- files --sizes 1,5     sizes in MB
 *   npm run bench -- files --only PDF      kinds of files whose name contains this
 *
 * The readers do not enforce the limits of uploads and imports (10 and 5 MB): larger sizes only show the growth.
 */
import { parseArgs } from 'node:util';
import { readCsv } from '../../functions/edges/files/csv-reader.ts';
import { sniffContentType } from '../../functions/edges/files/files.ts';
import { isTooComplex } from '../../functions/edges/pdf/merge-pdf.ts';
import { isTooLarge, readPicture } from '../../functions/edges/files/image-reader.ts';
import { readSpreadsheet } from '../../functions/edges/files/spreadsheet-reader.ts';
import { importLimits } from '../../domain/import/table.ts';
import { filesOf } from './shapes.ts';
import type { Reader } from './shapes.ts';
import { machine } from '../machine.ts';

const limits = { rows: importLimits.rows + 50, columns: importLimits.columns };

const readers: Record<Reader, (bytes: Uint8Array) => Promise<string>> = {
  PDF: async (bytes) => ((await isTooComplex(bytes)) ? 'refused' : 'read'),
  JPG: async (bytes) => pictureSays(bytes, 'image/jpeg'),
  PNG: async (bytes) => pictureSays(bytes, 'image/png'),
  CSV: async (bytes) => {
    const { rows } = readCsv(new TextDecoder().decode(bytes), limits);
    return rows.length === limits.rows ? 'refused' : 'read';
  },
  XLSX: async (bytes) => {
    try {
      return readSpreadsheet(bytes).some(({ cells }) => cells.length > importLimits.columns)
        ? 'too wide'
        : 'read';
    } catch {
      return 'refused';
    }
  },
  type: sniffContentType,
};

function pictureSays(bytes: Uint8Array, kind: 'image/jpeg' | 'image/png'): string {
  const picture = readPicture(bytes, kind);
  if (isTooLarge(picture)) return 'refused';
  return picture.isWhole ? 'read' : 'damaged';
}

/** The best of three runs, since the machine may be busy. */
async function millisecondsOf(work: () => Promise<string>): Promise<[number, string]> {
  let [best, said] = [Number.POSITIVE_INFINITY, ''];
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    said = await work();
    best = Math.min(best, performance.now() - start);
  }
  return [best, said];
}

export async function benchFiles(argv: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...argv],
    options: { sizes: { type: 'string', default: '1,5,10,25' }, only: { type: 'string', default: '' } },
  });
  const sizes = values.sizes.split(',').map(Number);
  if (sizes.some((size) => !(size > 0))) throw new Error('--sizes takes numbers of megabytes.');
  console.log(machine());
  const heads = sizes.map((size) => `${size} MB`.padStart(9)).join('');
  console.log(`\n${'Reading a file (ms)'.padEnd(48)}${heads}   ms per MB   answer`);
  for (const { reader, name, make } of filesOf) {
    if (!`${reader} ${name}`.includes(values.only)) continue;
    const cells: number[] = [];
    const answers = new Set<string>();
    for (const size of sizes) {
      const bytes = make(size * 2 ** 20);
      const [best, said] = await millisecondsOf(() => readers[reader](bytes));
      cells.push(best);
      answers.add(said);
    }
    const perMegabyte = cells.map((ms, index) => ms / (sizes[index] ?? 1));
    const range = [Math.min(...perMegabyte), Math.max(...perMegabyte)].map((one) => one.toFixed(1));
    const row = cells.map((ms) => ms.toFixed(0).padStart(9)).join('');
    console.log(
      `${`${reader}: ${name}`.padEnd(48)}${row}   ${range.join(' to ').padStart(9)}   ${[...answers].join(', then ')}`,
    );
  }
}
