import { writeFile } from 'node:fs/promises';
import type { DocType } from '../../../../domain/document.ts';
import { layoutFaults } from '../../../support/pdf/layout.ts';
import { laidOut, pageTexts } from '../../../support/pdf/read-text.ts';
import type { TextBox } from '../../../support/pdf/read-text.ts';
import { generatePdf } from './pdf-tasks.ts';
import { aLine } from './orders.ts';
import { qpdfCheck } from './pdf.ts';
import type { Person } from '../environment/person.ts';
import { expect, test } from '../environment/product.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { Payment } from '#domain/payments/payment-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** The text and layout of a sample PDF. */
export interface Sample {
  /** The text of each page, attached files included. */
  pages: string[];
  /** How many of the pages are the document's own, which carry `Page x of y`. */
  own: number;
  boxes: TextBox[];
}

/** Returns how many pages carry `Page x of y`. Expects them in order and complete. */
function countNumberedPages(pages: readonly string[]): number {
  const [, count = '0'] = /Page 1 of (\d+)/.exec(pages[0] ?? '') ?? [];
  const own = pages.slice(0, Number(count));
  for (const [index, page] of own.entries()) expect(page).toContain(`Page ${index + 1} of ${count}`);
  return own.length;
}

/**
 * Prints a document. Expects a valid file, numbered pages, and no text outside the margins or over other text. The file
 * is kept with the test results.
 */
export async function printDocument(
  name: string,
  who: Person,
  docType: DocType,
  { id, showId }: PurchaseOrder | Invoice | Payment,
): Promise<Sample> {
  const bytes = await generatePdf(test.info().project.use.baseURL, who, { docType, id, showId });
  await writeFile(test.info().outputPath(`${name}.pdf`), bytes);
  expect(await qpdfCheck(bytes), name).toEqual({ exitCode: 0, complaints: [] });
  const [pages, layout] = await Promise.all([pageTexts(bytes), laidOut(bytes)]);
  const own = countNumberedPages(pages);
  expect(own, name).toBeGreaterThan(0);
  // Pages of documents that it refers to are numbered, too, and checked.
  const numberedPages = pages.flatMap((page, index) => (/Page \d+ of \d+/.test(page) ? [index + 1] : []));
  expect(layoutFaults(layout, numberedPages), name).toEqual([]);
  return { pages, own, boxes: layout.boxes };
}

/** One item of each kind that a production orders. */
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

/** Returns `count` lines of an account with much budget left, each with its number after its description. */
export function manyLines(count: number) {
  return Array.from({ length: count }, (_one, n) => {
    const { description = '', ...fields } = goods[n % goods.length] ?? {};
    return aLine({ ...fields, description: `${description} (${n + 1})`, coding: { ACCOUNT: '1104' } });
  });
}

/** Expects the table heading on every page with lines, each line once, and the total on the page of the last line. */
export function expectWholeTable({ pages, own }: Sample, count: number, heading: string): void {
  const ownPages = pages.slice(0, own);
  const withLines = ownPages.filter((page) => /\(\d+\)/.test(page));
  for (const page of withLines) expect(page).toContain(heading);
  for (let n = 1; n <= count; n += 1) {
    expect(ownPages.join(' ').split(`(${n})`), `line ${n}`).toHaveLength(2);
  }
  expect(withLines.at(-1)).toMatch(/Total [A-Z]{3} /);
}
