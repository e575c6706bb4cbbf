import type { Download, Locator, Page } from '@playwright/test';
import { expect } from '../environment/product.ts';

/** Returns the button that exports the reviewed document. */
export function exportButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Export PDF' });
}

/** Opens the export dialog of the reviewed document. */
export async function openExport(page: Page): Promise<Locator> {
  await exportButton(page).click();
  const dialog = page.getByRole('dialog', { name: /^Export (PO|Invoice|Payment)$/ });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Opens the export dialog and its second step, sending by e-mail. */
export async function openMail(page: Page): Promise<Locator> {
  const dialog = await openExport(page);
  await dialog.getByRole('button', { name: 'Send to' }).click();
  const mail = page.getByRole('dialog', { name: 'Send To:' });
  await expect(mail).toBeVisible();
  return mail;
}

/** In milliseconds. A PDF waits in the queue for those of other tests. */
export const pdfTimeoutMs = 120_000;

/** Clicks `Download PDF` and waits for the file. */
export async function downloadPdf(page: Page): Promise<Download> {
  const download = page.waitForEvent('download', { timeout: pdfTimeoutMs });
  await page.getByRole('button', { name: 'Download PDF' }).click();
  return download;
}

/** Returns the field of a list of addresses, and its chips. */
export function recipients(dialog: Locator, name: 'To' | 'Cc' | 'Bcc') {
  return {
    box: dialog.getByRole('textbox', { name, exact: true }),
    chips: dialog.getByRole('grid', { name: `${name} addresses` }).getByRole('row'),
  };
}
