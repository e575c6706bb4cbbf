import type { Locator } from 'vitest/browser';
import { describe, test } from 'vitest';
import { expect } from '../support/expect.ts';
import { stubExports, exportPdf, openExport, pdfStatus, taskId } from '../support/pages/export.ts';
import type { FakeApi } from '../support/api/fake-api.ts';
import { pdfResponse } from '../support/fixtures/files.ts';
import { approvedOrder, startChangeOrder, draft } from '../support/fixtures/purchase-orders.ts';
import type { Page } from '../support/page.ts';
import { expectProgress } from '../support/pages/progress.ts';
import { nameOf, numberOf, openReview } from '../support/pages/reviews.ts';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

const generate = 'POST /api/reports/pdf/generate';
const status = 'GET /api/reports/pdf/download/:id';
const file = 'GET /files/pdf/:taskId/:fileName';

const inProgress = { status: 'in_progress', downloadUrl: null, fileName: null, eventType: null } as const;

function stubStatus(api: FakeApi, overrides: Partial<PdfStatusUpdate>): void {
  api.on(status, () => ({ success: true as const, data: pdfStatus(overrides), error: null }));
}

/** Runs the clock until the target appears, because the export polls its status. */
async function expectAfterPolling(page: Page, target: Locator): Promise<void> {
  await page.clock.runUntil(() => target.count() > 0, 250);
}

describe('an export with the realtime channel', () => {
  test('PD-14, PD-15, PD-16, PD-20: the channel reports the finished file, which is downloaded without polling and can be opened again', async () => {
    const order = draft();
    const app = await openReview(order, 'creator', { clock: true });
    const { page, api, channel } = app;
    const fileName = `PO_${numberOf(order)}.pdf`;
    stubExports(api, fileName);
    await channel.whenOpen();
    await openExport(page);
    page.clock.pause();
    await page.getByRole('button', { name: 'Download PDF' }).click();
    await page.clock.runUntil(() => channel.emitted.some(([event]) => event === 'subscribe_pdf_updates'));
    channel.push('subscription_confirmed', { taskId });
    const downloadUrl = `/files/pdf/${taskId}/${fileName}`;
    const mergedState = { downloadUrl, fileName, eventType: 'MERGED_ATTACHMENTS_TO_PDF' } as const;
    channel.push('pdf_status_update', pdfStatus(mergedState));
    await expect.poll(() => page.downloads).toEqual([fileName]);
    await expect(page.getByText(`${nameOf(order)} successfully downloaded.`)).toBeVisible();
    // The channel reported the file, so the status was never polled. At the end the page unsubscribes.
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

describe('an export without the realtime channel', () => {
  test('PD-01, PD-07, PD-13, DEC-81, RT-05: the status is polled every two seconds until the export has finished', async () => {
    const order = draft();
    const { page, api } = await openReview(order, 'creator', { clock: true, hasChannel: false });
    const fileName = `PO_${numberOf(order)}.pdf`;
    stubExports(api, fileName);
    const finished = () => stubExports(api, fileName);
    stubStatus(api, inProgress);
    const release = api.hold(generate);
    const dialog = await openExport(page);
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    await expect(dialog.getByRole('button', { name: 'Generating...' })).toBeDisabled();
    await expect(dialog.getByRole('button', { name: 'Send to' })).toBeDisabled();
    await expect(dialog.getByRole('progressbar', { name: 'Starting' })).toBeVisible();
    page.clock.pause();
    release();
    await expect(dialog.getByRole('progressbar', { name: 'Generating the PDF' })).toBeVisible();
    // The export continues after the dialog is closed, and no other export can start meanwhile.
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(exportPdf(page)).toHaveAttribute('aria-disabled', 'true');
    const countStatusCalls = () => api.calls(status).length;
    await page.clock.runUntil(() => countStatusCalls() > 0);
    for (const times of [1, 2]) {
      await page.waitForIdle();
      await page.clock.runFor(1900);
      expect(countStatusCalls()).toBe(times);
      if (times === 2) finished();
      await page.clock.runFor(100);
      await expect.poll(countStatusCalls).toBe(times + 1);
    }
    await expect.poll(() => page.downloads).toEqual([fileName]);
    await expect(page.getByText('successfully downloaded.')).toBeVisible();
    await expect(exportPdf(page)).not.toHaveAttribute('aria-disabled', 'true');
  });

  test('PD-18, PD-19, PD-20, PD-22, PD-23: each failure has its own message and allows another attempt', async () => {
    const order = draft();
    const { page, api } = await openReview(order, 'creator', { clock: true, hasChannel: false });
    const refusal = { body: { success: false, data: null, error: 'No.' } };
    const dialog = await openExport(page);
    const notDownloaded = `${nameOf(order)} could not be downloaded.`;
    const attempt = async (words: string) => {
      await dialog.getByRole('button', { name: 'Download PDF' }).click();
      const alert = dialog.getByRole('alert').filter({ hasText: words });
      await expectAfterPolling(page, alert);
      await expect(dialog.getByRole('alert')).toHaveText(`${notDownloaded} ${words}`);
      // The error appears once: no banner and no live region around the alert repeats it.
      await expect(page.getByRole('alert')).toHaveCount(1);
      await expect(dialog.locator('[aria-live] [role=alert]')).toHaveCount(0);
    };
    api.fail(generate, 'invalid_parameter', refusal);
    await attempt('Failed to start PDF generation.');
    api.on(generate, { success: true, data: { taskId }, error: null });
    const failed = { ...inProgress, status: 'error' } as const;
    stubStatus(api, failed);
    await attempt('PDF generation failed');
    stubStatus(api, { ...failed, error: 'The printer is away.' });
    await attempt('The printer is away.');
    stubStatus(api, { ...failed, status: 'success' });
    await attempt('No download URL available');
    api.fail(status, 'NOT_FOUND', { body: { success: false, data: null, error: 'Unknown PDF task.' } });
    await attempt('Failed to check PDF status');

    // When the dialog is closed, a banner shows the error.
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

  test('PD-15, PD-21, PD-23, PD-24: a finished file that is missing or empty is an error, and a long file name is cut at 50 characters', async () => {
    const order = draft();
    const { page, api } = await openReview(order, 'creator', { clock: true, hasChannel: false });
    const longName = `PO_${'9'.repeat(80)}.pdf`;
    stubExports(api, longName);
    // The merge event means that the file is finished, whatever the status field is.
    stubStatus(api, { status: 'in_progress', eventType: 'MERGED_ATTACHMENTS_TO_PDF', fileName: longName });
    const dialog = await openExport(page);
    const download = dialog.getByRole('button', { name: 'Download PDF' });
    api.fail(file, 'NOT_FOUND');
    await download.click();
    const notFetched = 'PDF generated but failed to download. Please try again.';
    await expectAfterPolling(page, dialog.getByRole('alert').filter({ hasText: notFetched }));
    await expect(dialog.getByRole('alert')).toHaveText(notFetched);
    await expect(page.getByRole('alert')).toHaveCount(1);

    api.on(file, () => new Response('', { headers: { 'content-type': 'application/pdf' } }));
    await download.click();
    const empty = `${nameOf(order)} could not be downloaded. Failed to download PDF.`;
    await expectAfterPolling(page, dialog.getByRole('alert').filter({ hasText: empty }));
    await expect(dialog.getByRole('alert')).toHaveText(empty);

    api.on(file, () => pdfResponse('Order'));
    await download.click();
    await page.clock.runUntil(() => page.downloads.length > 0, 250);
    const [saved = ''] = page.downloads;
    expect(saved).toHaveLength(50);
    expect(saved).toMatch(/^PO_9+\.pdf$/);
  });

  test('PD-07: Cancel stops waiting for the export without a message', async () => {
    const { page, api } = await openReview(draft(), 'creator', { hasChannel: false });
    api.on(generate, { success: true, data: { taskId }, error: null });
    stubStatus(api, inProgress);
    const dialog = await openExport(page);
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    await expect(dialog.getByRole('button', { name: 'Generating...' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(exportPdf(page)).not.toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveCount(0);
  });
});

test('PD-17: an export without a show id calls no route and explains why', async () => {
  const order = draft({ showId: '' });
  const { page, api } = await openReview(order, 'creator');
  const dialog = await openExport(page);
  await dialog.getByRole('button', { name: 'Download PDF' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    `${nameOf(order)} could not be downloaded. Show ID and User ID are required for PDF generation.`,
  );
  expect(api.calls(generate)).toEqual([]);
});

test('PD-23: an earlier version that cannot be generated is an error', async () => {
  const order = startChangeOrder(approvedOrder());
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

test('AP-34: an export shows progress, failure and success', async () => {
  const order = draft();
  const app = await openReview(order, 'creator', { hasChannel: false });
  const { page, api } = app;
  stubExports(api, `PO_${numberOf(order)}.pdf`);
  const dialog = await openExport(page);
  await expectProgress(app, {
    route: generate,
    start: () => dialog.getByRole('button', { name: 'Download PDF' }).click(),
    pending: dialog.getByRole('button', { name: 'Generating...' }),
    refused: 'Failed to start PDF generation.',
    done: page.getByText(`${nameOf(order)} successfully downloaded.`),
  });
});
