import { test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { expect } from '../support/expect.ts';
import { attachment, pdfResponse, pngResponse } from '../support/fixtures/files.ts';
import { draft, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openApp } from '../support/open-app.ts';
import type { App, AppOptions } from '../support/open-app.ts';
import { savedFiles } from '../support/api/saved-files.ts';
import { rowOf } from '../support/pages/lists.ts';

const preview = 'GET /files/:owner/:id/newpreview/:name';

/** Opens the review of an order with a PDF of three pages, a picture and a workbook. */
function openFiles(options: AppOptions = {}): Promise<App> {
  const order = draft({
    attachments: ['quote.pdf', 'photo.png', 'costs.xlsx'].map((label) => attachment(label)),
  });
  return openApp(`/po/review/${order.id}/creator`, {
    orders: [order],
    ...options,
    api: (api) =>
      void api.on(preview, ({ params }) =>
        params['name'] === 'quote.pdf'
          ? pdfResponse('Quote 4711 for lamps', 'Terms of delivery', 'Signature')
          : pngResponse(),
      ),
  });
}

/** Returns the number of pixels of the canvas that are not white. */
function countInkedPixels(canvas: Locator): Promise<number> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const points =
      (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    let dark = 0;
    for (let at = 0; at < points.length; at += 4)
      if ((points[at] ?? 255) < 128 && points[at + 3] === 255) dark += 1;
    return dark;
  });
}

test('AT-02, AT-03, AT-10, AT-11, AT-16: attachments are shown beside the document and in the gallery', async () => {
  const { page } = await openFiles();
  const downloads = savedFiles(page);
  await page.getByRole('button', { name: 'quote.pdf', exact: true }).click();
  const pane = page.getByRole('region', { name: 'Attachment quote.pdf' });
  await expect(pane.getByText('Page 1 of 3')).toBeVisible();
  await expect(pane.getByText('Quote 4711 for lamps')).toBeAttached();
  await expect.poll(() => countInkedPixels(pane.locator('canvas').first())).toBeGreaterThan(200);
  expect((await pane.getByRole('document', { name: 'quote.pdf' }).boundingBox()).height).toBeLessThanOrEqual(
    600,
  );

  await pane.getByRole('button', { name: 'Open in gallery' }).click();
  const gallery = page.getByRole('dialog', { name: 'quote.pdf' });
  const first = gallery.getByRole('group', { name: 'Page 1 of 3' });
  await expect(first.getByText('Quote 4711 for lamps')).toBeAttached();
  await expect.poll(async () => (await first.boundingBox()).width).toBe(800);
  await gallery.getByRole('document').focus();
  await page.keyboard.press('End');
  await expect(gallery.getByText('Page 3 of 3', { exact: true })).toBeVisible();
  await expect(gallery.getByText('Signature')).toBeAttached();

  await gallery.getByRole('button', { name: 'Next attachment' }).click();
  const photo = page.getByRole('dialog', { name: 'photo.png' }).getByRole('img', { name: 'photo.png' });
  await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
  await page.keyboard.press('ArrowRight');
  const other = page.getByRole('dialog', { name: 'costs.xlsx' });
  await other.getByRole('button', { name: 'Download costs.xlsx' }).click();
  await expect.poll(() => downloads.map(({ name }) => name)).toEqual(['costs.xlsx']);
  await other.getByRole('button', { name: 'Previous attachment' }).click();
  await expect(photo).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close preview' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('AT-25: on a phone, Back closes the gallery, which leaves no entry in the history', async () => {
  const order = submittedOrder({ attachments: [attachment('photo.png')] });
  const { page } = await openApp('/po?status=all', {
    orders: [order],
    width: 375,
    height: 720,
    api: (api) => void api.on(preview, () => pngResponse()),
  });
  await rowOf(page, order).click();
  const file = page.getByRole('button', { name: 'photo.png', exact: true });
  const gallery = page.getByRole('dialog', { name: 'photo.png' });
  const open = async () => {
    await file.click();
    await expect(gallery).toBeVisible();
    await page.waitForIdle();
  };
  await open();
  page.goBack();
  await expect(gallery).toHaveCount(0);
  await expect(page).toHaveURL(`/po/review/${order.id}/creator`);
  await open();
  await gallery.getByRole('button', { name: 'Close preview' }).click();
  await expect(gallery).toHaveCount(0);
  await open();
  await page.keyboard.press('Escape');
  await expect(gallery).toHaveCount(0);
  await expect(file).toBeVisible();
  page.goBack();
  await expect(page).toHaveURL('/po?status=all');
});

test('AT-02, AT-16: on a phone the gallery fills the screen and shows PDF pages fitted to its width or 600 px wide', async () => {
  const { page } = await openFiles({ width: 375, height: 720 });
  await page.getByRole('button', { name: 'quote.pdf', exact: true }).click();
  const gallery = page.getByRole('dialog', { name: 'quote.pdf' });
  const first = gallery.getByRole('group', { name: 'Page 1 of 3' });
  await expect(first.getByText('Quote 4711 for lamps')).toBeAttached();
  const width = async () => (await first.boundingBox()).width;
  await expect.poll(width).toBe(351);
  await gallery.getByRole('button', { name: 'Full width of a page' }).click();
  await expect.poll(width).toBe(600);
  await gallery.getByRole('button', { name: 'Fit to width' }).click();
  await expect.poll(width).toBe(351);
  await page.keyboard.press('Escape');
  await expect(gallery).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'quote.pdf', exact: true })).toBeFocused();
});

test('AT-15, AT-17: a file that cannot be previewed is an error with its reason', async () => {
  const { page, api } = await openFiles();
  for (const [status, body, reason] of [
    [502, '<html>Bad gateway</html>', 'Server Error'],
    [418, '', 'Request Failed'],
    [404, '{"code":"NOT_FOUND"}', 'Oh no! The resource you requested was not found.'],
  ] as const) {
    api.on(preview, () => new Response(body, { status }));
    await page.getByRole('button', { name: 'quote.pdf', exact: true }).click();
    const pane = page.getByRole('region', { name: 'Attachment quote.pdf' });
    await expect(pane.getByText('Error loading file preview.')).toBeVisible();
    await expect(pane.getByText(reason)).toBeVisible();
    await pane.getByRole('button', { name: 'Close preview' }).click();
  }
});

test('AT-15: a PDF with a page that cannot be rendered is an error', async () => {
  const { page, api } = await openFiles();
  const pdf = await pdfResponse('One', 'Two', 'Three').text();
  const brokenPdf = pdf.replace('6 0 obj', '66 0 obj');
  api.on(preview, () => new Response(brokenPdf, { headers: { 'content-type': 'application/pdf' } }));
  await page.getByRole('button', { name: 'quote.pdf', exact: true }).click();
  const pane = page.getByRole('region', { name: 'Attachment quote.pdf' });
  await expect(pane.getByText('One')).toBeAttached();
  await pane.getByRole('group', { name: /^Page 2 of/ }).evaluate((sheet) => sheet.scrollIntoView());
  await expect(pane.getByText('Error loading file preview.')).toBeVisible();
});

test('AT-15: a file is downloaded once it has loaded, and a failed download is an error', async () => {
  const { page, api } = await openFiles();
  const downloads = savedFiles(page);
  const release = api.hold(preview);
  await page.getByRole('button', { name: 'photo.png', exact: true }).click();
  const pane = page.getByRole('region', { name: 'Attachment photo.png' });
  await pane.getByRole('button', { name: 'Download photo.png' }).click();
  await expect(page.getByText('File not loaded yet. Please wait for the preview to load.')).toBeVisible();
  release();
  await expect(pane.getByRole('img', { name: 'photo.png' })).toBeVisible();
  expect(downloads).toEqual([]);
  await pane.getByRole('button', { name: 'Download photo.png' }).click();
  await expect.poll(() => downloads.map(({ name }) => name)).toEqual(['photo.png']);

  api.fail('GET /files/attachment/download/:id', 'INTERNAL_ERROR');
  await pane.getByRole('button', { name: 'Next attachment' }).click();
  await page.getByRole('button', { name: 'Download costs.xlsx' }).click();
  await expect(page.getByText('Error downloading file.')).toBeVisible();
});

const withdrawnFile = {
  withdrawnBy: { id: 'user-dana-whitlock', name: 'Dana Whitlock' },
  withdrawnAt: '2026-11-20T17:00:00.000Z',
  isErased: false,
};

test('AT-21, DEC-53: a withdrawn file can be opened', async () => {
  const order = submittedOrder({
    withdrawnAttachments: [
      {
        ...withdrawnFile,
        attachmentId: 'quote',
        label: 'quote.txt',
        created: '2026-11-20T14:00:00.000Z',
        reason: 'Wrong vendor',
        replacedBy: null,
      },
    ],
  });
  const { page, api } = await openApp(`/po/review/${order.id}/creator`, { orders: [order] });
  const downloads = savedFiles(page);
  await page.getByText('Withdrawn files (1)').click();
  const list = page.getByRole('list', { name: 'Withdrawn files' });
  await list.getByRole('button', { name: 'quote.txt' }).click();
  await expect.poll(() => downloads.map(({ name }) => name)).toEqual(['quote.txt']);
  expect(api.calls('GET /files/attachment/download/:id').map(({ params }) => params['id'])).toEqual([
    'quote',
  ]);
});

test('VE-16, DEC-53: a tax form that was removed from the vendor stays in the review and can be opened', async () => {
  const order = submittedOrder({
    withdrawnTaxForms: [{ ...withdrawnFile, attachmentId: 'w9', label: 'w9.txt' }],
  });
  const temporaryVendor = {
    ...order.vendor,
    id: null,
    externalId: null,
    isTemporary: true,
    tempVendorId: 'temporary',
  };
  const { page } = await openApp(`/po/review/${order.id}/creator`, {
    orders: [{ ...order, vendor: temporaryVendor, vendorAddress: null }],
  });
  const downloads = savedFiles(page);
  await page.getByText('Withdrawn tax forms (1)').click();
  const list = page.getByRole('list', { name: 'Withdrawn tax forms' });
  await expect(list.getByText(/^Withdrawn by Dana/)).toBeVisible();
  await list.getByRole('button', { name: 'w9.txt' }).click();
  await expect.poll(() => downloads.map(({ name }) => name)).toEqual(['w9.txt']);
});
