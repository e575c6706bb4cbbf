import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { qpdfCheck } from '../support/data/pdf.ts';
import { openExport, pdfTimeoutMs } from '../support/pages/export.ts';
import { pdfBytes } from '../support/data/files.ts';
import { createDraftOrder } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { waitForRequests, freezeTime } from '../support/browser/wait-for-idle.ts';
import { numberOf, openReview } from '../support/pages/review.ts';

const generate = '**/api/reports/pdf/generate**';

/** Records all WebSocket frames of the page. */
function framesOf(page: Page) {
  const sent: string[] = [];
  const received: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
  });
  return { sent, received };
}

async function createDraftWithFile({ api }: Session) {
  const attachmentId = await api.upload('quote.pdf', await pdfBytes(['Quote 4711']));
  return createDraftOrder({ api }, { attachments: [{ attachmentId, label: 'quote.pdf' }] });
}

test('PD-14, PD-15, PD-16, PD-20, PD-28: the channel reports the merged file, which is saved and can be opened', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await createDraftWithFile(dana);
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
  // Frozen time: the page does not fall back to polling while the channel is slow to confirm.
  const advance = await freezeTime(page, 10_000);
  const download = page.waitForEvent('download', { timeout: pdfTimeoutMs });
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const { data } = (await (await started).json()) as { data: { taskId: string } };
  await waitForRequests(page);
  await advance(200);
  const file = await download;
  await expect(page.getByText(`PO #${numberOf(order)} successfully downloaded.`)).toBeVisible();
  const bytes = new Uint8Array(await readFile(await file.path()));
  expect(await qpdfCheck(bytes)).toEqual({ exitCode: 0, complaints: [] });
  // The update came over the channel, which the page unsubscribes at the end.
  expect(polls).toEqual([]);
  const update = received.find((frame) => frame.includes('"pdf_status_update"')) ?? '';
  expect(update).toContain('MERGED_ATTACHMENTS_TO_PDF');
  await expect
    .poll(() => sent.filter((frame) => frame.includes(data.taskId)))
    .toEqual([
      expect.stringContaining('"subscribe_pdf_updates"'),
      expect.stringContaining('"broadcast_received"'),
      expect.stringContaining('"unsubscribe_pdf_updates"'),
    ]);
  const link = page.getByRole('link', { name: 'Open' });
  await expect(link).toHaveAttribute('target', '_blank');
  const fileRequest = page
    .context()
    .waitForEvent('request', (request) => request.url().includes('/files/pdf/'));
  const popup = page.waitForEvent('popup');
  await link.click();
  await popup;
  expect((await fileRequest).url()).toContain(`/files/pdf/${data.taskId}/PO_${numberOf(order)}.pdf`);
});
