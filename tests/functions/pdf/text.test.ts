import { env } from 'cloudflare:workers';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { pageTexts } from '../../support/pdf/read-text.ts';
import { printed, purchaseOrderPdf, rentalLine, sampleLine } from '../../support/pdf/sample-order.ts';

afterAll(() => closeBrowser(env));

const legalText = 'THIS PO IS NOT VALID UNTIL APPROVED';
const waiting = { status: 'SUBMITTED_FOR_APPROVAL', submissionStatus: 'Submitted for approval' } as const;

async function pdfOf(...[changes, others]: Parameters<typeof printed>): Promise<Uint8Array> {
  const { bytes } = await purchaseOrderPdf(env, { ...printed(changes, others), attachments: [] });
  return bytes;
}

async function pagesOf(...order: Parameters<typeof printed>): Promise<string[]> {
  return pageTexts(await pdfOf(...order));
}

/** Enough lines for several pages, each with unique words. */
const manyLines = Array.from({ length: 70 }, (_, at) =>
  sampleLine(at + 1, {
    description: `Flag no. ${at + 1} of the package`,
    unitCost: at + 0.5,
    totalCost: 4 * at + 2,
  }),
);

describe('PD-25: the text of a printed purchase order', () => {
  test('PO-02, PO-03: number, company, vendor and address are searchable text', async () => {
    const [first = ''] = await pagesOf();
    for (const part of [
      'Northlight Pictures, LLC',
      'GRIP-00042',
      'VENDOR Castle Rock Grip & Electric Vendor No. 10021 11288 Sherman Way Unit B Sun Valley, CA 91352',
      'SHIP TO Stage 12 3000 Riverside Drive, Gate 4',
    ]) {
      expect(first).toContain(part);
    }
  });

  test('LI-01, LI-09: every line is printed once, with its codes and amounts, in order', async () => {
    const text = (await pagesOf({ lineItems: manyLines })).join(' ');
    const places = manyLines.map(({ description, lineNumber, unitCost, totalCost }) => {
      const row = `${lineNumber} ${description} 3510 104 4 $${unitCost.toFixed(2)} $${totalCost.toFixed(2)}`;
      expect(text.split(row)).toHaveLength(2);
      return text.indexOf(row);
    });
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('LI-09: a rental has its dates and explains its cost', async () => {
    const [first] = await pagesOf({ lineItems: [sampleLine(1), sampleLine(2, rentalLine)] });
    expect(first).toContain(
      'Rental, Weekly · 03/02/2026 – 03/15/2026 $4,875.00 × 2 weeks = $9,750.00 3510 104 CA-95 2 $4,875.00 Total Rental Cost',
    );
  });

  test('every page repeats the table heading as long as there are lines, and has its number', async () => {
    const pages = await pagesOf({ lineItems: manyLines });
    expect(pages.length).toBeGreaterThan(3);
    pages.forEach((page, at) => {
      expect(page).toContain(`Purchase Order GRIP-00042 · Page ${at + 1} of ${pages.length}`);
      if (page.includes('Flag no.')) expect(page).toContain('# DESCRIPTION ACCOUNT EPISODE');
    });
  });

  test('the total is on the page of the last line', async () => {
    const pages = await pagesOf({ lineItems: manyLines });
    const last = pages.find((page) => page.includes('Flag no. 70 of'));
    expect(last).toContain('Total USD $9,800.00');
    expect(pages.filter((page) => page.includes('Total USD'))).toHaveLength(1);
  });

  test.each([
    ['USD', 'Total USD $1,234.50'],
    ['CAD', 'Total CAD CA$1,234.50'],
    ['GBP', 'Total GBP £1,234.50'],
    ['EUR', 'Total EUR €1.234,50'],
  ])('DEC-48: the total of a show in %s', async (currency, total) => {
    const lineItems = [sampleLine(1, { quantity: 1, unitCost: 1234.5, totalCost: 1234.5 })];
    const [first] = await pagesOf({ currency, lineItems });
    expect(first).toContain(total);
  });

  test('DEC-90: the history is the last page, newest first', async () => {
    const last = (await pagesOf()).at(-1);
    expect(last).toContain(
      'TIME EVENT USER 02/25/2026 01:40 PM Approved Tom Okafor 02/24/2026 05:12 PM Approved Marisol Vega 02/24/2026 11:10 AM Submitted Jules Tanaka',
    );
    expect(last).toMatch(/^PO History/);
  });

  test('names in other scripts stay text', async () => {
    const description = 'Łódź, Wrocław, Ελλάδα, Київ, Hà Nội, çelik';
    const [first] = await pagesOf({ description });
    expect(first?.normalize('NFC')).toContain(description.normalize('NFC'));
  });
});

describe('DEC-55: the legal text', () => {
  test('PD-25: it is on every page of an unapproved order, including the history', async () => {
    const pages = await pagesOf({ ...waiting, lineItems: manyLines });
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(page.split(legalText)).toHaveLength(2);
  });

  test('PD-25: it is on no page of an approved order', async () => {
    for (const page of await pagesOf({ lineItems: manyLines })) expect(page).not.toContain(legalText);
  });
});

test('PD-27: the typeface is embedded as a font, not as drawings, so that a PO stays small', async () => {
  const bytes = await pdfOf();
  const document = await PDFDocument.load(bytes);
  const kinds = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []))
    .filter((dict) => dict.get(PDFName.of('Type')) === PDFName.of('Font'))
    .map((dict) => String(dict.get(PDFName.of('Subtype'))));
  expect(kinds).toContain('/Type0');
  expect(kinds).not.toContain('/Type3');
  expect(bytes.length).toBeLessThan(100_000);
});
