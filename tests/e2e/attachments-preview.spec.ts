import type { Locator } from '@playwright/test';
import { draft } from './support/orders.ts';
import { pdfBytes, pngBytes } from './support/files.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';

async function withFiles(seat: Seat): Promise<string> {
  const files: [string, Uint8Array<ArrayBuffer> | string][] = [
    ['quote.pdf', await pdfBytes(['Quote 4711 for lamps', 'Terms of delivery', 'Signature'])],
    ['photo.png', pngBytes],
    ['costs.xlsx', 'not really a workbook'],
  ];
  const attachments = await Promise.all(
    files.map(async ([label, bytes]) => ({ attachmentId: await seat.api.upload(label, bytes), label })),
  );
  const { id } = await draft(seat, { attachments });
  return `/po/review/${id}/creator`;
}

/** How many points of the canvas are not paper. */
function inked(canvas: Locator): Promise<number> {
  return canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return 0;
    const { width, height } = element;
    const points = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    let dark = 0;
    for (let at = 0; at < points.length; at += 4)
      if ((points[at] ?? 255) < 128 && points[at + 3] === 255) dark += 1;
    return dark;
  });
}

test('AT-02, AT-03, AT-10, AT-11, AT-16: attachments beside the document and in the gallery', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  await page.goto(await withFiles(dana));
  await page.getByRole('button', { name: 'quote.pdf', exact: true }).click();

  const pane = page.getByRole('region', { name: 'Attachment quote.pdf' });
  await expect(pane.getByText('Page 1 of 3')).toBeVisible();
  await expect(pane.getByText('Quote 4711 for lamps')).toBeAttached();
  await expect.poll(() => inked(pane.locator('canvas').first())).toBeGreaterThan(200);
  const inline = await pane.getByRole('document', { name: 'quote.pdf' }).boundingBox();
  expect(inline?.height).toBeLessThanOrEqual(600);

  await pane.getByRole('button', { name: 'Open in gallery' }).click();
  const gallery = page.getByRole('dialog', { name: 'quote.pdf' });
  const first = gallery.getByRole('group', { name: 'Page 1 of 3' });
  await expect(first.getByText('Quote 4711 for lamps')).toBeAttached();
  await expect.poll(async () => (await first.boundingBox())?.width).toBe(800);
  await gallery.getByRole('document').focus();
  await page.keyboard.press('End');
  await expect(gallery.getByText('Page 3 of 3', { exact: true })).toBeVisible();
  await expect(gallery.getByText('Signature')).toBeAttached();

  await gallery.getByRole('button', { name: 'Next attachment' }).click();
  const photo = page.getByRole('dialog', { name: 'photo.png' }).getByRole('img', { name: 'photo.png' });
  await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(2);
  await page.keyboard.press('ArrowRight');
  const other = page.getByRole('dialog', { name: 'costs.xlsx' });
  await expect(other.getByText('Preview not supported for this file type')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Next attachment' })).toBeDisabled();
  const saved = page.waitForEvent('download');
  await other.getByRole('button', { name: 'Download costs.xlsx' }).click();
  expect((await saved).suggestedFilename()).toBe('costs.xlsx');
  await other.getByRole('button', { name: 'Previous attachment' }).click();
  await expect(photo).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close preview' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('AT-02, AT-16: on a phone a PDF page is 600 wide in a gallery of the whole screen, and can be made to fit', async ({
  as,
}) => {
  const dana = await as('dana', { viewport: { width: 375, height: 720 }, hasTouch: true });
  const { page } = dana;
  await page.goto(await withFiles(dana));
  await page.getByRole('button', { name: 'quote.pdf', exact: true }).click();
  const gallery = page.getByRole('dialog', { name: 'quote.pdf' });
  const first = gallery.getByRole('group', { name: 'Page 1 of 3' });
  await expect(first.getByText('Quote 4711 for lamps')).toBeAttached();
  await expect.poll(async () => (await first.boundingBox())?.width).toBe(600);
  await gallery.getByRole('button', { name: 'Fit to width' }).click();
  await expect.poll(async () => (await first.boundingBox())?.width).toBeLessThan(375);
  await page.keyboard.press('Escape');
  await expect(gallery).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'quote.pdf', exact: true })).toBeFocused();
});

test('AT-15, AT-17: what is said when a file cannot be shown or saved', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const answers = [
    { status: 502, body: '<html>Bad gateway</html>', said: 'Server Error' },
    { status: 418, body: '', said: 'Request Failed' },
    { status: 404, body: '{"code":"NOT_FOUND"}', said: 'Oh no! The resource you requested was not found.' },
  ];
  const path = await withFiles(dana);
  await page.goto(path);
  for (const { status, body, said } of answers) {
    await page.route('**/newpreview/quote.pdf*', (route) => route.fulfill({ status, body }));
    await page.getByRole('button', { name: 'quote.pdf', exact: true }).click();
    const pane = page.getByRole('region', { name: 'Attachment quote.pdf' });
    await expect(pane.getByText('Error loading file preview.')).toBeVisible();
    await expect(pane.getByText(said)).toBeVisible();
    await pane.getByRole('button', { name: 'Close preview' }).click();
    await page.unroute('**/newpreview/quote.pdf*');
  }

  const held = Promise.withResolvers<void>();
  await page.route('**/newpreview/photo.png*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'photo.png', exact: true }).click();
  const pane = page.getByRole('region', { name: 'Attachment photo.png' });
  await pane.getByRole('button', { name: 'Download photo.png' }).click();
  await expect(page.getByText('File not loaded yet. Please wait for the preview to load.')).toBeVisible();
  held.resolve();
  await expect(pane.getByRole('img', { name: 'photo.png' })).toBeVisible();
  const saved = page.waitForEvent('download');
  await pane.getByRole('button', { name: 'Download photo.png' }).click();
  expect((await saved).suggestedFilename()).toBe('photo.png');

  await page.route('**/files/attachment/download/*', (route) => route.fulfill({ status: 500, body: '' }));
  await pane.getByRole('button', { name: 'Next attachment' }).click();
  await page.getByRole('button', { name: 'Download costs.xlsx' }).click();
  await expect(page.getByText('Error downloading file.')).toBeVisible();
});
