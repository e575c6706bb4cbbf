import { pngBytes } from '../support/data/files.ts';
import { fillNew, openNew, pick, section } from '../support/pages/form.ts';
import { lineTable } from '../support/pages/line-table.ts';
import { uniqueDescription } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

test('PO-01: a PO stores department, vendor, company, currency, lines, notes, attachments and account codes', async ({
  as,
}) => {
  const { page, api } = await as('dana');
  const description = uniqueDescription();
  await openNew(page);
  await fillNew(page, description);
  await pick(page, 'Currency', 'CAD');
  await lineTable(page).combo(1, 'Account').fill('2302');
  await page.getByRole('option', { name: /^2302/ }).click();
  const notes = section(page, 'Notes');
  await notes.getByRole('button', { name: 'Add Note' }).click();
  await notes.getByRole('textbox', { name: 'New note' }).fill('For the lighthouse');
  await notes.getByRole('button', { name: 'Save Note' }).click();
  const file = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(pngBytes) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await expect(section(page, 'Attachments').getByText('Uploaded')).toBeVisible();
  await page.getByRole('button', { name: 'Save & Review' }).click();

  const sheet = page.getByRole('article', { name: 'Purchase order' });
  const fact = (term: string) => sheet.getByRole('term').filter({ hasText: term }).locator('+ dd');
  await expect(sheet).toContainText(description);
  await expect(sheet).toContainText('Northern Lights Productions');
  await expect(fact('Department')).toHaveText('Set Decoration');
  await expect(fact('Vendor Name')).toHaveText('Foxglove Sign Company');
  const line = sheet.getByRole('table', { name: 'Line items' }).locator('tbody tr');
  await expect(line).toHaveText(/^1Brass lampsAccount 2302.*2CA\$150\.00CA\$300\.00$/);
  await expect(section(page, 'Notes')).toContainText('For the lighthouse');
  await expect(section(page, 'Attachments').getByRole('button', { name: 'photo.png' })).toBeVisible();
  const order = await api.get<PurchaseOrder>(`/api/pos/${page.url().split('/').at(-2)}`);
  expect([order.currency, order.lineItems[0]?.coding['ACCOUNT']]).toEqual(['CAD', '2302']);
});
