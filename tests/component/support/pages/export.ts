import type { Locator } from 'vitest/browser';
import type { PdfStatusUpdate } from '#domain/realtime/messages';
import { pdfAnswer } from '../fixtures/files.ts';
import type { FakeApi } from '../api/fake-api.ts';
import type { Page } from '../page.ts';

/** The task of every export. */
export const taskId = 'nlite_task';

/** Where the task of an export stands: finished, unless said otherwise. */
export function pdfStatus(over: Partial<PdfStatusUpdate> = {}): PdfStatusUpdate {
  return {
    taskId,
    status: 'success',
    downloadUrl: `/files/pdf/${taskId}/document.pdf`,
    fileName: 'document.pdf',
    error: null,
    eventType: 'PDF_GENERATED',
    ...over,
  };
}

/** Each export is finished when it is asked for, under this name. */
export function answerExports(api: FakeApi, fileName: string): void {
  api.on('POST /api/reports/pdf/generate', { success: true, data: { taskId }, error: null });
  api.on('GET /api/reports/pdf/download/:id', () => {
    const downloadUrl = `/files/pdf/${taskId}/${fileName}`;
    return { success: true as const, data: pdfStatus({ downloadUrl, fileName }), error: null };
  });
  api.on('GET /files/pdf/:taskId/:fileName', () => pdfAnswer(fileName));
}

/** The button of a review that exports what is reviewed. */
export function exportPdf(page: Page): Locator {
  return page.getByRole('button', { name: 'Export PDF' });
}

/** Opens the export of the document that is reviewed. */
export async function openExport(page: Page): Promise<Locator> {
  await exportPdf(page).click();
  const dialog = page.getByRole('dialog', { name: /^Export (PO|Invoice|Payment)$/ });
  await dialog.waitFor();
  return dialog;
}

/** The same, and on to its second step. */
export async function openMail(page: Page): Promise<Locator> {
  const dialog = await openExport(page);
  await dialog.getByRole('button', { name: 'Send to' }).click();
  const mail = page.getByRole('dialog', { name: 'Send To:' });
  await mail.waitFor();
  return mail;
}

/** The field of a list of addresses, and the chips in it. */
export function recipients(dialog: Locator, name: 'To' | 'Cc' | 'Bcc') {
  return {
    box: dialog.getByRole('textbox', { name, exact: true }),
    chips: dialog.getByRole('grid', { name: `${name} addresses` }).getByRole('row'),
  };
}

export async function sendTo(mail: Locator, address: string): Promise<void> {
  await recipients(mail, 'To').box.fill(`${address},`);
  await mail.getByRole('button', { name: 'Send', exact: true }).click();
}
