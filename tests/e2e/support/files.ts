import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { Locator, Page } from '@playwright/test';

/** A PDF with one line of text on each page, in a font that readers must bring themselves. */
export async function pdfBytes(texts: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const text of texts) document.addPage([612, 792]).drawText(text, { x: 60, y: 700, size: 22, font });
  return new Uint8Array(await document.save());
}

/** A picture of two by two points: red, green, blue, white. */
export const pngBytes = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR42mP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==',
    'base64',
  ),
);

/** A file to upload, `size` bytes long. */
export function textFile(name: string, size = 20) {
  return { name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'x') };
}

/** Drops files from the disk on an element, as from the desktop. */
export async function drop(page: Page, target: Locator, paths: readonly string[]): Promise<void> {
  // Where it will stay: what is still loading above pushes it down.
  await page.waitForLoadState('networkidle');
  await target.hover({ trial: true });
  const box = await target.boundingBox();
  const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  }
}
