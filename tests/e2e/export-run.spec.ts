import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { qpdfCheck } from './support/pdf.ts';
import { blockChannel, downloaded, exportPdf, openExport, pdfPatience } from './support/export.ts';
import { pdfBytes } from './support/files.ts';
import { draft } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { askedBy, holdTime, passUntil } from './support/quiet.ts';
import { numberOf, openReview, seenAs } from './support/review.ts';

const generate = '**/api/reports/pdf/generate**';
const status = '**/api/reports/pdf/download/**';

/** Everything that the page and the channel say to each other from now on. */
function framesOf(page: Page) {
  const sent: string[] = [];
  const received: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
  });
  return { sent, received };
}

async function withAFile({ api }: Seat) {
  const attachmentId = await api.upload('quote.pdf', await pdfBytes(['Quote 4711']));
  return draft({ api }, { attachments: [{ attachmentId, label: 'quote.pdf' }] });
}

test('PD-14, PD-15, PD-16, PD-20, PD-28: over the channel the merged file is told of, saved, and can be opened again', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await withAFile(dana);
  const { page } = dana;
  const { sent, received } = framesOf(page);
  await page.clock.install();
  await openReview(page, order, 'creator');
  await expect.poll(() => received.some((frame) => frame.startsWith('40'))).toBe(true);
  await openExport(page);
  const polls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/reports/pdf/download/')) polls.push(request.url());
  });
  const started = page.waitForResponse(generate);
  // However slowly the channel confirms: without time it is not given up for asking.
  const passes = await holdTime(page, 10_000);
  const download = page.waitForEvent('download', { timeout: pdfPatience });
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const { data } = (await (await started).json()) as { data: { taskId: string } };
  await askedBy(page);
  await passes(200);
  const file = await download;
  await expect(page.getByText(`PO #${numberOf(order)} successfully downloaded.`)).toBeVisible();
  const bytes = new Uint8Array(await readFile(await file.path()));
  expect(await qpdfCheck(bytes)).toEqual({ exitCode: 0, complaints: [] });
  // It was the channel that told, and it is left at the end.
  expect(polls).toEqual([]);
  const told = received.find((frame) => frame.includes('"pdf_status_update"')) ?? '';
  expect(told).toContain('MERGED_ATTACHMENTS_TO_PDF');
  await expect
    .poll(() => sent.filter((frame) => frame.includes(data.taskId)))
    .toEqual([
      expect.stringContaining('"subscribe_pdf_updates"'),
      expect.stringContaining('"broadcast_received"'),
      expect.stringContaining('"unsubscribe_pdf_updates"'),
    ]);
  const link = page.getByRole('link', { name: 'Open' });
  await expect(link).toHaveAttribute('target', '_blank');
  const asked = page.context().waitForEvent('request', (request) => request.url().includes('/files/pdf/'));
  const popup = page.waitForEvent('popup');
  await link.click();
  await popup;
  expect((await asked).url()).toContain(`/files/pdf/${data.taskId}/PO_${numberOf(order)}.pdf`);
});

test('PD-01, PD-07, PD-13, DEC-81, RT-05: without the channel it is asked every two seconds, through every state', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await blockChannel(page);
  const { promise: go, resolve: begin } = Promise.withResolvers<void>();
  await page.route(generate, async (route) => {
    await go;
    await route.continue();
  });
  let looks = 0;
  await page.route(status, async (route) => {
    looks += 1;
    if (looks > 2) return route.continue();
    const working = {
      status: 'in_progress',
      downloadUrl: null,
      fileName: null,
      error: null,
      eventType: null,
    };
    return route.fulfill({ json: { success: true, data: working, error: null } });
  });
  await page.clock.install();
  await openReview(page, order, 'creator');
  const dialog = await openExport(page);
  let saved: Download | undefined;
  page.once('download', (download) => (saved = download));
  await dialog.getByRole('button', { name: 'Download PDF' }).click();
  const generating = dialog.getByRole('button', { name: 'Generating...' });
  await expect(generating).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Send to' })).toBeDisabled();
  await expect(dialog.getByRole('progressbar', { name: 'Starting' })).toBeVisible();
  const passes = await holdTime(page, 10_000);
  begin();
  await expect(dialog.getByRole('progressbar', { name: 'Generating the PDF' })).toBeVisible();
  // It goes on behind the closed dialog, and nothing else is exported meanwhile.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(exportPdf(page)).toHaveAttribute('aria-disabled', 'true');
  await passUntil(passes, () => looks > 0);
  for (const times of [1, 2]) {
    await passes(0);
    await passes(1900);
    expect(looks).toBe(times);
    await passes(100);
    await expect.poll(() => looks).toBe(times + 1);
  }
  await passUntil(passes, () => saved !== undefined, 500);
  expect(saved?.suggestedFilename()).toBe(`PO_${numberOf(order)}.pdf`);
  await expect(page.getByText('successfully downloaded.')).toBeVisible();
  await expect(exportPdf(page)).not.toHaveAttribute('aria-disabled', 'true');
});

test('PD-18, PD-19, PD-20, PD-22, PD-23: each failure has its own words, and leaves the next try free', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await blockChannel(page);
  let start: object = { success: false, data: null, error: 'No.' };
  let standing: object = {};
  await page.route(generate, (route) => route.fulfill({ json: start }));
  await page.route(status, (route) => route.fulfill({ json: standing }));
  await openReview(page, order, 'creator');
  const dialog = await openExport(page);
  const notDownloaded = `PO #${numberOf(order)} could not be downloaded.`;
  const attempt = async (words: string) => {
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    const text = `${notDownloaded} ${words}`;
    await expect(dialog.getByRole('alert')).toHaveText(text, { timeout: pdfPatience });
    // Said once: neither as a banner, nor by a live region around the alert.
    await expect(page.getByRole('alert')).toHaveCount(1);
    await expect(dialog.locator('[aria-live] [role=alert]')).toHaveCount(0);
  };
  await attempt('Failed to start PDF generation.');

  start = { success: true, data: { taskId: 'nlite_task' }, error: null };
  const failed = { status: 'error', downloadUrl: null, fileName: null, error: null, eventType: null };
  standing = { success: true, data: failed, error: null };
  await attempt('PDF generation failed');
  standing = { success: true, data: { ...failed, error: 'The printer is away.' }, error: null };
  await attempt('The printer is away.');
  standing = { success: true, data: { ...failed, status: 'success' }, error: null };
  await attempt('No download URL available');
  standing = { success: false, data: null, error: 'Unknown PDF task.' };
  await attempt('Failed to check PDF status');

  // Behind a closed dialog the banner is the one that says it.
  const { promise: go, resolve: answer } = Promise.withResolvers<void>();
  await page.route(generate, async (route) => {
    await go;
    await route.fulfill({ json: { success: false, data: null, error: 'No.' } });
  });
  await dialog.getByRole('button', { name: 'Download PDF' }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Starting' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  answer();
  await expect(page.getByRole('alert')).toContainText(`${notDownloaded} Failed to start PDF generation.`);
  await expect(page.getByRole('alert')).toHaveCount(1);
});

test('PD-17: without its show nothing is asked of the server, and the sentence says why', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await seenAs(page, order, { showId: '' });
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/pdf/generate'))));
  await openReview(page, order, 'creator');
  const dialog = await openExport(page);
  await dialog.getByRole('button', { name: 'Download PDF' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    `PO #${numberOf(order)} could not be downloaded. Show ID and User ID are required for PDF generation.`,
  );
  expect(asked).toBe(0);
});

test('PD-15, PD-21, PD-23, PD-24: a file that is ready but does not come, comes empty, or has too long a name', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await blockChannel(page);
  const longName = `PO_${'9'.repeat(80)}.pdf`;
  await page.route(status, async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { status: string } };
    // Merged is finished, whatever else is said of it.
    const merged = { status: 'in_progress', eventType: 'MERGED_ATTACHMENTS_TO_PDF', fileName: longName };
    const data = answer.data.status === 'success' ? { ...answer.data, ...merged } : answer.data;
    await route.fulfill({ json: { ...answer, data } });
  });
  const file = '**/files/pdf/**';
  await page.route(file, (route) => route.fulfill({ status: 404, json: { code: 'NOT_FOUND' } }));
  await openReview(page, order, 'creator');
  const dialog = await openExport(page);
  const download = dialog.getByRole('button', { name: 'Download PDF' });
  await download.click();
  const notFetched = 'PDF generated but failed to download. Please try again.';
  await expect(dialog.getByRole('alert')).toHaveText(notFetched, { timeout: pdfPatience });
  await expect(page.getByRole('alert')).toHaveCount(1);

  await page.unroute(file);
  await page.route(file, (route) => route.fulfill({ body: '', contentType: 'application/pdf' }));
  await download.click();
  await expect(dialog.getByRole('alert')).toHaveText(
    `PO #${numberOf(order)} could not be downloaded. Failed to download PDF.`,
    { timeout: pdfPatience },
  );

  await page.unroute(file);
  const saved = await downloaded(page);
  expect(saved.suggestedFilename()).toHaveLength(50);
  expect(saved.suggestedFilename()).toMatch(/^PO_9+\.pdf$/);
});

test('PD-07, PD-23: Cancel ends the waiting without a word; a version that cannot be made says so', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await blockChannel(page);
  await page.route(status, (route) => {
    const data = { status: 'in_progress', downloadUrl: null, fileName: null, error: null, eventType: null };
    return route.fulfill({ json: { success: true, data, error: null } });
  });
  // As an order looks whose first change order is open.
  const approvedOnce = { ...order, purchaseOrderId: order.id, changeOrderNumber: 0, created: order.poDate };
  await page.route(`**/api/pos/${order.id}?**`, async (route) => {
    const answer = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...answer, approvalHistory: [approvedOnce] } });
  });
  await openReview(page, order, 'creator');
  const dialog = await openExport(page);
  await dialog.getByRole('button', { name: 'Download PDF' }).click();
  await expect(dialog.getByRole('button', { name: 'Generating...' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(exportPdf(page)).not.toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveCount(0);

  await openExport(page);
  await dialog.getByRole('button', { name: 'Version' }).click();
  await page.getByRole('option', { name: 'First approval' }).click();
  await dialog.getByRole('button', { name: 'Download PDF' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    `PO #${numberOf(order)} could not be downloaded. Failed to generate PDF.`,
  );
});
