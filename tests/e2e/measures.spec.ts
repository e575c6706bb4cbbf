import { openNewInvoice } from './support/invoice-form.ts';
import { listCalls, openList } from './support/lists.ts';
import { expect, test } from './support/product.ts';

const lists = [
  { docType: 'PO', path: '/po', search: 'Search by PO number', longest: 10 },
  { docType: 'INVOICE', path: '/invoice', search: 'Search by invoice number', longest: 30 },
  { docType: 'PAYMENT', path: '/payment', search: 'Search by payment number', longest: 20 },
] as const;

for (const { docType, path, search, longest } of lists) {
  test(`UX-13, DEC-18, DEC-47: on a phone ${path} reads 20 a page and looks for ${longest} characters at most`, async ({
    as,
  }) => {
    const { page } = await as('theodore', {
      viewport: { width: 375, height: 812 },
      hasTouch: true,
      show: 'nlite',
    });
    const calls = listCalls(page, docType);
    await openList(page, `${path}?status=all`, docType);
    await expect.poll(() => calls.length).toBeGreaterThan(0);
    expect(calls[0]).toMatchObject({ page: 1, count: 20 });
    const box = page.getByRole('searchbox', { name: search });
    await box.fill('7'.repeat(longest + 5));
    await expect(box).toHaveValue('7'.repeat(longest));
  });
}

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
