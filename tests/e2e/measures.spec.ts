import { openNewInvoice } from './support/invoice-form.ts';
import { expect, test } from './support/product.ts';

test('UX-13, DEC-53, DEC-54: an invoice takes 20 files, and 100 characters of note in a line', async ({
  as,
}) => {
  const { page } = await as('elena');
  const lines = await openNewInvoice(page);
  const names = Array.from({ length: 22 }, (_, at) => `paper-${at + 1}.txt`);
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })));
  const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(files).toHaveCount(20);
  await expect(files.last()).toContainText('paper-20.txt');
  await lines.edit(1);
  const note = lines.field(1, 'Note');
  await note.fill('n'.repeat(120));
  await expect(note).toHaveValue('n'.repeat(100));
});
