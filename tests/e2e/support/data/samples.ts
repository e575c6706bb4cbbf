import { writeFile } from 'node:fs/promises';
import type { DocType } from '../../../../domain/document.ts';
import type { Invoice } from '../../../../domain/invoices/invoice.ts';
import type { Payment } from '../../../../domain/payments/payment.ts';
import type { PurchaseOrder } from '../../../../domain/purchase-orders/purchase-order.ts';
import { layoutFaults } from '../../../support/pdf/layout.ts';
import { laidOut, pageTexts } from '../../../support/pdf/read-text.ts';
import type { TextBox } from '../../../support/pdf/read-text.ts';
import { madePdf } from './made-pdf.ts';
import { aLine } from './orders.ts';
import { qpdfCheck } from './pdf.ts';
import type { Person } from '../environment/person.ts';
import { expect, test } from '../environment/product.ts';

/** A sample's PDF as its reader has it. */
export interface Sample {
  /** What each page says; other people's pages too. */
  pages: string[];
  /** How many of them are the document's own, which carry `Page x of y`. */
  own: number;
  boxes: TextBox[];
}

/** How many pages say which one of how many they are, in order and to the last. */
function numbered(pages: readonly string[]): number {
  const [, count = '0'] = /Page 1 of (\d+)/.exec(pages[0] ?? '') ?? [];
  const own = pages.slice(0, Number(count));
  for (const [index, page] of own.entries()) expect(page).toContain(`Page ${index + 1} of ${count}`);
  return own.length;
}

/**
 * Prints a document. Whatever it is: the file is sound, its own pages are numbered, nothing stands beyond the margins or
 * over something else. The file stays with the results, to be looked at.
 */
export async function printed(
  name: string,
  who: Person,
  docType: DocType,
  { id, showId }: PurchaseOrder | Invoice | Payment,
): Promise<Sample> {
  const bytes = await madePdf(test.info().project.use.baseURL, who, { docType, id, showId });
  await writeFile(test.info().outputPath(`${name}.pdf`), bytes);
  expect(await qpdfCheck(bytes), name).toEqual({ exitCode: 0, complaints: [] });
  const [pages, layout] = await Promise.all([pageTexts(bytes), laidOut(bytes)]);
  const own = numbered(pages);
  expect(own, name).toBeGreaterThan(0);
  // Documents that it refers to are numbered, and ours, too.
  const ours = pages.flatMap((page, index) => (/Page \d+ of \d+/.test(page) ? [index + 1] : []));
  expect(layoutFaults(layout, ours), name).toEqual([]);
  return { pages, own, boxes: layout.boxes };
}

/** Something of each kind that a production orders. */
const goods = [
  { description: 'Brass table lamps with pleated silk shades', quantity: 2, unitCost: 42.5 },
  {
    description: 'Velvet settee, bottle green, c. 1935',
    quantity: 1,
    unitCost: 350,
    acquisitionType: 'RENTAL',
    rentalType: 'WEEKLY',
    rentalStart: '2026-11-23',
    rentalEnd: '2026-12-06',
  },
  { description: 'Wallpaper, hand-blocked, William Morris “Pimpernel”, per roll', quantity: 6, unitCost: 64 },
];

/** So many lines, each with its number behind its description. */
export function manyLines(count: number) {
  return Array.from({ length: count }, (_one, n) => {
    const { description = '', ...of } = goods[n % goods.length] ?? {};
    return aLine({ ...of, description: `${description} (${n + 1})`, coding: { ACCOUNT: '2301' } });
  });
}

/** Every page with lines has the heading of their table, each line is there once, and the total beside the last. */
export function expectWholeTable({ pages, own }: Sample, count: number, heading: string): void {
  const sheets = pages.slice(0, own);
  const withLines = sheets.filter((page) => /\(\d+\)/.test(page));
  for (const page of withLines) expect(page).toContain(heading);
  for (let n = 1; n <= count; n += 1) {
    expect(sheets.join(' ').split(`(${n})`), `line ${n}`).toHaveLength(2);
  }
  expect(withLines.at(-1)).toMatch(/Total [A-Z]{3} /);
}
