import { PDFDocument, StandardFonts, rgb } from '@cantoo/pdf-lib';
import type { PDFFont, PDFPage } from '@cantoo/pdf-lib';
import type { SamplePdf } from './sample-pdfs.ts';

const page = { width: 612, height: 792, margin: 56 };
const ink = rgb(0.12, 0.14, 0.18);
const rule = rgb(0.75, 0.77, 0.8);
/** A fixed day, so that the same content gives the same bytes. */
const printedAt = new Date('2024-01-15T12:00:00Z');

/** Renders one US-letter page. */
export async function sheetPdf(sample: SamplePdf): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(sample.title);
  document.setCreationDate(printedAt);
  document.setModificationDate(printedAt);
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const sheet = document.addPage([page.width, page.height]);
  let y = page.height - page.margin;
  const write = (text: string, font: PDFFont, size: number, x = page.margin): void => {
    sheet.drawText(text, { x, y, size, font, color: ink });
  };
  write(sample.title, bold, 20);
  y -= 22;
  write(sample.from, regular, 10);
  y -= 24;
  for (const line of sample.intro) {
    write(line, regular, 10);
    y -= 15;
  }
  y -= 12;
  y = table(sheet, sample, { regular, bold }, y);
  for (const line of sample.closing) {
    write(line, regular, 10);
    y -= 15;
  }
  return Uint8Array.from(await document.save({ useObjectStreams: false }));
}

/** Draws the ruled table and its total. Returns the y position below it. */
function table(
  sheet: PDFPage,
  sample: SamplePdf,
  fonts: { regular: PDFFont; bold: PDFFont },
  top: number,
): number {
  const right = page.width - page.margin;
  const second =
    page.margin +
    24 +
    Math.max(
      ...[sample.columns, ...sample.rows].map(([cell = '']) => fonts.bold.widthOfTextAtSize(cell, 10)),
    );
  let y = top;
  const row = (cells: readonly string[], font: PDFFont): void => {
    cells.forEach((cell, n) => {
      const isAmount = n === cells.length - 1 && sample.total !== '';
      const left = [page.margin, second, 340][n] ?? second;
      const x = isAmount ? right - font.widthOfTextAtSize(cell, 10) : left;
      sheet.drawText(cell, { x, y, size: 10, font, color: ink });
    });
    sheet.drawLine({
      start: { x: page.margin, y: y - 6 },
      end: { x: right, y: y - 6 },
      thickness: 0.5,
      color: rule,
    });
    y -= 21;
  };
  row(sample.columns, fonts.bold);
  for (const cells of sample.rows) row(cells, fonts.regular);
  if (sample.total !== '') row(['Total', ...sample.columns.slice(2).map(() => ''), sample.total], fonts.bold);
  return y - 12;
}
