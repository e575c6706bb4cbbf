import { section } from '../support/pages/form.ts';
import { createDraftInvoice } from '../support/data/invoices.ts';
import { expect, test } from '../support/environment/product.ts';
import { bar, openInvoiceReview } from '../support/pages/review.ts';

const bill = { name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('The bill') };
const inBar = 'Attachment needed to submit';
const inSection = 'Required before it can be submitted';

test('IN-13, AT-13, DEC-80: the review asks for an attachment before Submit, and Add Files opens the file chooser', async ({
  as,
}) => {
  const elena = await as('elena');
  const { page } = elena;
  const invoice = await createDraftInvoice(elena);
  await openInvoiceReview(page, invoice, 'creator');
  const files = section(page, 'Attachments');
  await expect(bar(page)).toContainText(inBar);
  await expect(files).toContainText(inSection);
  // Wait for the chooser before setting the focus: the key press could arrive before the listener otherwise.
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
  const { setFiles, isMultiple } = await chooser.then((fileChooser) => ({
    setFiles: () => fileChooser.setFiles(bill),
    isMultiple: fileChooser.isMultiple(),
  }));
  expect(isMultiple).toBe(true);
  // The drop target stays available behind the chooser.
  await expect(files.getByText('Drop files here')).toBeVisible();
  await setFiles();
  await expect(files.getByText('Uploaded')).toBeVisible();
  await files.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(files.getByRole('button', { name: 'Add or Remove' })).toBeVisible();
  await expect(bar(page)).not.toContainText(inBar);
});
