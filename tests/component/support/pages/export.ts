import type { Locator } from 'vitest/browser';
import { pdfResponse } from '../fixtures/files.ts';
import type { FakeApi } from '../api/fake-api.ts';
import { openMenu } from './reviews.ts';
import type { Page } from '../page.ts';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

/** The task id of every export. */
export const taskId = 'nlite_task';

/** Returns the status of an export task, by default finished. */
export function pdfStatus(overrides: Partial<PdfStatusUpdate> = {}): PdfStatusUpdate {
  return {
    taskId,
    status: 'success',
    downloadUrl: `/files/pdf/${taskId}/document.pdf`,
    fileName: 'document.pdf',
    error: null,
    eventType: 'PDF_GENERATED',
    ...overrides,
  };
}

/** Stubs exports that finish at once and produce a file with this name. */
export function stubExports(api: FakeApi, fileName: string): void {
  api.on('POST /api/reports/pdf/generate', { success: true, data: { taskId }, error: null });
  api.on('GET /api/reports/pdf/download/:id', () => {
    const downloadUrl = `/files/pdf/${taskId}/${fileName}`;
    return { success: true as const, data: pdfStatus({ downloadUrl, fileName }), error: null };
  });
  api.on('GET /files/pdf/:taskId/:fileName', () => pdfResponse(fileName));
}

/** The export button of a review. */
export function exportPdf(page: Page): Locator {
  return page.getByRole('button', { name: 'Export PDF' });
}

/** Opens the export dialog of the reviewed document. On a phone the button is in the menu (REV-02). */
export async function openExport(page: Page): Promise<Locator> {
  if (page.isPhone) await (await openMenu(page)).getByRole('menuitem', { name: 'Export PDF' }).click();
  else await exportPdf(page).click();
  const dialog = page.getByRole('dialog', { name: /^Export (PO|Invoice|Payment)$/ });
  await dialog.waitFor();
  return dialog;
}

/** Opens the export dialog and continues to its send step. */
export async function openMail(page: Page): Promise<Locator> {
  const dialog = await openExport(page);
  await dialog.getByRole('button', { name: 'Send to' }).click();
  const mail = page.getByRole('dialog', { name: 'Send To:' });
  await mail.waitFor();
  return mail;
}

/** Returns the text box and the chips of an address field. */
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
