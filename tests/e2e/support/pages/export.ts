import type { Download, Locator, Page } from '@playwright/test';
import { expect } from '../environment/product.ts';

/** The button of a review that exports what is reviewed. */
export function exportPdf(page: Page): Locator {
  return page.getByRole('button', { name: 'Export PDF' });
}

/** Opens the export of the document that is reviewed. */
export async function openExport(page: Page): Promise<Locator> {
  await exportPdf(page).click();
  const dialog = page.getByRole('dialog', { name: /^Export (PO|Invoice|Payment)$/ });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The same, and on to its second step. */
export async function openMail(page: Page): Promise<Locator> {
  const dialog = await openExport(page);
  await dialog.getByRole('button', { name: 'Send to' }).click();
  const mail = page.getByRole('dialog', { name: 'Send To:' });
  await expect(mail).toBeVisible();
  return mail;
}

/** Each PDF waits its turn, behind those of the tests beside this one. Milliseconds. */
export const pdfTimeoutMs = 120_000;

/** Presses `Download PDF` and waits for the file. */
export async function downloaded(page: Page): Promise<Download> {
  const download = page.waitForEvent('download', { timeout: pdfTimeoutMs });
  await page.getByRole('button', { name: 'Download PDF' }).click();
  return download;
}

/** The field of a list of addresses, and the chips in it. */
export function recipients(dialog: Locator, name: 'To' | 'Cc' | 'Bcc') {
  return {
    box: dialog.getByRole('textbox', { name, exact: true }),
    chips: dialog.getByRole('grid', { name: `${name} addresses` }).getByRole('row'),
  };
}
