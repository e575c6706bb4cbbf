import type { Locator } from 'vitest/browser';
import { describe, test } from 'vitest';
import type { PdfStatusUpdate } from '#domain/realtime/messages';
import { expect } from '../support/expect.ts';
import { answerExports, exportPdf, openExport, pdfStatus, taskId } from '../support/pages/export.ts';
import type { FakeApi } from '../support/api/fake-api.ts';
import { pdfAnswer } from '../support/fixtures/files.ts';
import { approved, adjust, draft } from '../support/fixtures/purchase-orders.ts';
import type { Page } from '../support/page.ts';
import { expectProgress } from '../support/pages/progress.ts';
import { nameOf, numberOf, openReview } from '../support/pages/reviews.ts';

const generate = 'POST /api/reports/pdf/generate';
const status = 'GET /api/reports/pdf/download/:id';
const file = 'GET /files/pdf/:taskId/:fileName';

const working = { status: 'in_progress', downloadUrl: null, fileName: null, eventType: null } as const;

function answerStatus(api: FakeApi, over: Partial<PdfStatusUpdate>): void {
  api.on(status, () => ({ success: true as const, data: pdfStatus(over), error: null }));
}

/** The export looks again only after a while. */
async function comesInTime(page: Page, target: Locator): Promise<void> {
  await page.clock.runUntil(() => target.count() > 0, 250);
}

describe('over the channel', () => {
  test('PD-14, PD-15, PD-16, PD-20: the file is told of and saved without being asked for, and can be opened again', async () => {
    const order = draft();
    const app = await openReview(order, 'creator', { clock: true });
    const { page, api, channel } = app;
    const fileName = `PO_${numberOf(order)}.pdf`;
    answerExports(api, fileName);
    await channel.whenOpen();
    await openExport(page);
    page.clock.hold();
    await page.getByRole('button', { name: 'Download PDF' }).click();
    await page.clock.runUntil(() => channel.emitted.some(([event]) => event === 'subscribe_pdf_updates'));
    channel.push('subscription_confirmed', { taskId });
    const downloadUrl = `/files/pdf/${taskId}/${fileName}`;
    const merged = { downloadUrl, fileName, eventType: 'MERGED_ATTACHMENTS_TO_PDF' } as const;
    channel.push('pdf_status_update', pdfStatus(merged));
    await expect.poll(() => page.downloads).toEqual([fileName]);
    await expect(page.getByText(`${nameOf(order)} successfully downloaded.`)).toBeVisible();
    // It was the channel that told, and it is left at the end.
    expect(api.calls(status)).toEqual([]);
    await expect
      .poll(() => channel.emitted.filter(([, data]) => JSON.stringify(data)?.includes(taskId)))
      .toMatchObject([
        ['subscribe_pdf_updates', {}],
        ['broadcast_received', {}],
        ['unsubscribe_pdf_updates', {}],
      ]);
    const link = page.getByRole('link', { name: 'Open' });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('href', new RegExp(`^${downloadUrl}`));
  });
});

describe('without the channel', () => {
  test('PD-01, PD-07, PD-13, DEC-81, RT-05: it is asked every two seconds, through every state', async () => {
    const order = draft();
    const { page, api } = await openReview(order, 'creator', { clock: true, hasChannel: false });
    const fileName = `PO_${numberOf(order)}.pdf`;
    answerExports(api, fileName);
    const finished = () => answerExports(api, fileName);
    answerStatus(api, working);
    const release = api.hold(generate);
    const dialog = await openExport(page);
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    await expect(dialog.getByRole('button', { name: 'Generating...' })).toBeDisabled();
    await expect(dialog.getByRole('button', { name: 'Send to' })).toBeDisabled();
    await expect(dialog.getByRole('progressbar', { name: 'Starting' })).toBeVisible();
    page.clock.hold();
    release();
    await expect(dialog.getByRole('progressbar', { name: 'Generating the PDF' })).toBeVisible();
    // It goes on behind the closed dialog, and nothing else is exported meanwhile.
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(exportPdf(page)).toHaveAttribute('aria-disabled', 'true');
    const looks = () => api.calls(status).length;
    await page.clock.runUntil(() => looks() > 0);
    for (const times of [1, 2]) {
      await page.settled();
      await page.clock.runFor(1900);
      expect(looks()).toBe(times);
      if (times === 2) finished();
      await page.clock.runFor(100);
      await expect.poll(looks).toBe(times + 1);
    }
    await expect.poll(() => page.downloads).toEqual([fileName]);
    await expect(page.getByText('successfully downloaded.')).toBeVisible();
    await expect(exportPdf(page)).not.toHaveAttribute('aria-disabled', 'true');
  });

  test('PD-18, PD-19, PD-20, PD-22, PD-23: each failure has its own words, and leaves the next try free', async () => {
    const order = draft();
    const { page, api } = await openReview(order, 'creator', { clock: true, hasChannel: false });
    const refusal = { body: { success: false, data: null, error: 'No.' } };
    const dialog = await openExport(page);
    const notDownloaded = `${nameOf(order)} could not be downloaded.`;
    const attempt = async (words: string) => {
      await dialog.getByRole('button', { name: 'Download PDF' }).click();
      const alert = dialog.getByRole('alert').filter({ hasText: words });
      await comesInTime(page, alert);
      await expect(dialog.getByRole('alert')).toHaveText(`${notDownloaded} ${words}`);
      // Said once: neither as a banner, nor by a live region around the alert.
      await expect(page.getByRole('alert')).toHaveCount(1);
      await expect(dialog.locator('[aria-live] [role=alert]')).toHaveCount(0);
    };
    api.fail(generate, 'invalid_parameter', refusal);
    await attempt('Failed to start PDF generation.');
    api.on(generate, { success: true, data: { taskId }, error: null });
    const failed = { ...working, status: 'error' } as const;
    answerStatus(api, failed);
    await attempt('PDF generation failed');
    answerStatus(api, { ...failed, error: 'The printer is away.' });
    await attempt('The printer is away.');
    answerStatus(api, { ...failed, status: 'success' });
    await attempt('No download URL available');
    api.fail(status, 'NOT_FOUND', { body: { success: false, data: null, error: 'Unknown PDF task.' } });
    await attempt('Failed to check PDF status');

    // Behind a closed dialog the banner is the one that says it.
    api.fail(generate, 'invalid_parameter', refusal);
    const release = api.hold(generate);
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    await expect(dialog.getByRole('progressbar', { name: 'Starting' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    release();
    await expect(page.getByRole('alert')).toContainText(`${notDownloaded} Failed to start PDF generation.`);
    await expect(page.getByRole('alert')).toHaveCount(1);
  });

  test('PD-15, PD-21, PD-23, PD-24: a file that is ready may not come, come empty, or have too long a name', async () => {
    const order = draft();
    const { page, api } = await openReview(order, 'creator', { clock: true, hasChannel: false });
    const longName = `PO_${'9'.repeat(80)}.pdf`;
    answerExports(api, longName);
    // Merged is finished, whatever else is said of it.
    answerStatus(api, { status: 'in_progress', eventType: 'MERGED_ATTACHMENTS_TO_PDF', fileName: longName });
    const dialog = await openExport(page);
    const download = dialog.getByRole('button', { name: 'Download PDF' });
    api.fail(file, 'NOT_FOUND');
    await download.click();
    const notFetched = 'PDF generated but failed to download. Please try again.';
    await comesInTime(page, dialog.getByRole('alert').filter({ hasText: notFetched }));
    await expect(dialog.getByRole('alert')).toHaveText(notFetched);
    await expect(page.getByRole('alert')).toHaveCount(1);

    api.on(file, () => new Response('', { headers: { 'content-type': 'application/pdf' } }));
    await download.click();
    const empty = `${nameOf(order)} could not be downloaded. Failed to download PDF.`;
    await comesInTime(page, dialog.getByRole('alert').filter({ hasText: empty }));
    await expect(dialog.getByRole('alert')).toHaveText(empty);

    api.on(file, () => pdfAnswer('Order'));
    await download.click();
    await page.clock.runUntil(() => page.downloads.length > 0, 250);
    const [saved = ''] = page.downloads;
    expect(saved).toHaveLength(50);
    expect(saved).toMatch(/^PO_9+\.pdf$/);
  });

  test('PD-07: Cancel ends the waiting without a word', async () => {
    const { page, api } = await openReview(draft(), 'creator', { hasChannel: false });
    api.on(generate, { success: true, data: { taskId }, error: null });
    answerStatus(api, working);
    const dialog = await openExport(page);
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    await expect(dialog.getByRole('button', { name: 'Generating...' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(exportPdf(page)).not.toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveCount(0);
  });
});

test('PD-17: without its show nothing is asked of the server, and the sentence says why', async () => {
  const order = draft({ showId: '' });
  const { page, api } = await openReview(order, 'creator');
  const dialog = await openExport(page);
  await dialog.getByRole('button', { name: 'Download PDF' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    `${nameOf(order)} could not be downloaded. Show ID and User ID are required for PDF generation.`,
  );
  expect(api.calls(generate)).toEqual([]);
});

test('PD-23: a version that cannot be made says so', async () => {
  const order = adjust(approved());
  const { page, api } = await openReview(order, 'creator');
  api.fail('POST /api/reports/download-pdf/purchase-order', 'NOT_FOUND');
  const dialog = await openExport(page);
  await dialog.getByRole('button', { name: 'Version' }).click();
  await page.getByRole('option', { name: 'First approval' }).click();
  await dialog.getByRole('button', { name: 'Download PDF' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    `${nameOf(order)} could not be downloaded. Failed to generate PDF.`,
  );
});

test('AP-34: an export begins, fails and succeeds visibly', async () => {
  const order = draft();
  const app = await openReview(order, 'creator', { hasChannel: false });
  const { page, api } = app;
  answerExports(api, `PO_${numberOf(order)}.pdf`);
  const dialog = await openExport(page);
  await expectProgress(app, {
    route: generate,
    start: () => dialog.getByRole('button', { name: 'Download PDF' }).click(),
    pending: dialog.getByRole('button', { name: 'Generating...' }),
    refused: 'Failed to start PDF generation.',
    done: page.getByText(`${nameOf(order)} successfully downloaded.`),
  });
});
