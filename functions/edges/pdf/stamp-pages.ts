import { degrees, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';

const size = 8;
/** Between the upper edge and the text, and of the white strip around it. */
const margin = 7;
const padding = 2;

/** Where a text of this width begins, so that a reader sees it upright in the middle of the upper edge. */
function startOf(page: PDFPage, width: number): { x: number; y: number; turn: number } {
  const box = page.getCropBox();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const down = margin + size;
  // Readers turn the page clockwise by its angle, so its upper edge is another side of the box.
  const turn = ((page.getRotation().angle % 360) + 360) % 360;
  if (turn === 90) return { x: box.x + down, y: middle.y - width / 2, turn };
  if (turn === 180) return { x: middle.x + width / 2, y: box.y + down, turn };
  if (turn === 270) return { x: box.x + box.width - down, y: middle.y + width / 2, turn };
  return { x: middle.x - width / 2, y: box.y + box.height - down, turn: 0 };
}

/** Writes a line at the upper edge of pages that others have made; what lies below shines through its white strip. */
export async function stampPages(
  document: PDFDocument,
  pages: readonly { page: PDFPage; text: string }[],
): Promise<void> {
  if (pages.length === 0) return;
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  for (const { page, text } of pages) {
    const width = font.widthOfTextAtSize(text, size);
    const { x, y, turn } = startOf(page, width);
    const rotate = degrees(turn);
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    page.drawRectangle({
      x: x - padding * cos + padding * sin,
      y: y - padding * sin - padding * cos,
      width: width + 2 * padding,
      height: size + padding,
      rotate,
      color: rgb(1, 1, 1),
      opacity: 0.85,
    });
    page.drawText(text, { x, y, size, font, rotate, color: rgb(0.675, 0.165, 0.125) });
  }
}
