import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Returns a PDF with one line of text on each page. Its font is not embedded. */
export async function pdfBytes(texts: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const text of texts) document.addPage([612, 792]).drawText(text, { x: 60, y: 700, size: 22, font });
  return new Uint8Array(await document.save());
}

/** A picture of two by two pixels: red, green, blue, white. */
export const pngBytes = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR42mP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==',
    'base64',
  ),
);

/** Returns a file to upload, `size` bytes long. */
export function textFile(name: string, size = 20) {
  return { name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'x') };
}

/** Drops files from the disk onto an element. */
export async function drop(page: Page, target: Locator, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const zone = page.locator('[data-drop-target]').filter({ has: target });
  let at = { x: 0, y: 0 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'dragCancel' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, ...at, data });
  // Content that still loads above may push the element down: drop only once it is marked as the drop target.
  await expect(async () => {
    await target.hover({ trial: true });
    const box = await target.boundingBox();
    at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    for (const type of ['dragCancel', 'dragEnter', 'dragOver'] as const) await drag(type);
    await expect(zone).toHaveCount(1, { timeout: 5_000 });
  }).toPass();
  await drag('drop');
}
