import { section } from '../support/pages/form.ts';
import { draftInvoice } from '../support/data/invoices.ts';
import { expect, test } from '../support/environment/product.ts';
import { bar, openInvoiceReview } from '../support/pages/review.ts';

const bill = { name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('The bill') };
const inBar = 'Attachment needed to submit';
const inSection = 'Required before it can be submitted';

test('IN-13, AT-13, DEC-80: the review says it before Submit, and one press of Add Files, by key or mouse, opens the chooser', async ({
  as,
}) => {
  const elena = await as('elena');
  const { page } = elena;
  const invoice = await draftInvoice(elena);
  await openInvoiceReview(page, invoice, 'creator');
  const files = section(page, 'Attachments');
  await expect(bar(page)).toContainText(inBar);
  await expect(files).toContainText(inSection);
  // Asked for before the focus is set: a key may overtake the word that a chooser is waited for, what follows it may not.
  const byKey = page.waitForEvent('filechooser');
  await files.getByRole('button', { name: 'Add Files' }).focus();
  await page.keyboard.press('Enter');
  await (await byKey).setFiles([]);
  await expect(files.getByText('Drop files here')).toBeVisible();
  await expect(files.locator(':focus')).toHaveCount(1);
  await files.getByRole('button', { name: 'Cancel' }).click();
  await expect(files.getByRole('button', { name: 'Add Files' })).toBeFocused();

  const chooser = page.waitForEvent('filechooser');
  await files.getByRole('button', { name: 'Add Files' }).click();
  const { setFiles, isMultiple } = await chooser.then((opened) => ({
    setFiles: () => opened.setFiles(bill),
    isMultiple: opened.isMultiple(),
  }));
  expect(isMultiple).toBe(true);
  // Whoever would rather drop them has the place for that behind the chooser.
  await expect(files.getByText('Drop files here')).toBeVisible();
  await setFiles();
  await expect(files.getByText('Uploaded')).toBeVisible();
  await files.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(files.getByRole('button', { name: 'Add or Remove' })).toBeVisible();
  await expect(bar(page)).not.toContainText(inBar);
});
