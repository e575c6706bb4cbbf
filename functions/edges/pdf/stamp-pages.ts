import { degrees, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';

const size = 8;
/** Distance between the upper edge and the text, and padding of the white strip. */
const margin = 7;
const padding = 2;

/** Returns the start of a text of this width, so that it appears upright and centered at the upper edge. */
function textStart(page: PDFPage, width: number): { x: number; y: number; turn: number } {
  const box = page.getCropBox();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const down = margin + size;
  // Viewers rotate the page clockwise by its angle, so its upper edge is another side of the box.
  const turn = ((page.getRotation().angle % 360) + 360) % 360;
  if (turn === 90) return { x: box.x + down, y: middle.y - width / 2, turn };
  if (turn === 180) return { x: middle.x + width / 2, y: box.y + down, turn };
  if (turn === 270) return { x: box.x + box.width - down, y: middle.y + width / 2, turn };
  return { x: middle.x - width / 2, y: box.y + box.height - down, turn: 0 };
}

/** Writes a line at the upper edge of pages of other files, on a translucent white strip. */
export async function stampPages(
  document: PDFDocument,
  pages: readonly { page: PDFPage; text: string }[],
): Promise<void> {
  if (pages.length === 0) return;
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  for (const { page, text } of pages) {
    const width = font.widthOfTextAtSize(text, size);
    const { x, y, turn } = textStart(page, width);
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
