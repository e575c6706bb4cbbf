import type { Company } from '../../domain/company.ts';
import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { pngBytes } from './support/files.ts';
import { fillNew, openEdit, openNew, pick, section, typeLine } from './support/form.ts';
import { lineTable } from './support/line-table.ts';
import { aLine, draft, freshDescription } from './support/orders.ts';
import { expect, test } from './support/product.ts';

test('PO-01: department, vendor, company, currency, lines, notes, attachments and account codes go into a PO and stand on its review', async ({
  as,
}) => {
  const { page, api } = await as('dana');
  const description = freshDescription();
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

test('LI-02: a line is a purchase, or a rental by the day, week, month or episode, and is kept as such', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const { id } = await draft(dana, {
    lineItems: ['Lamps', 'Lens', 'Trunk', 'Rug', 'Organ', 'Crane'].map((description) =>
      description === 'Crane'
        ? aLine({
            description,
            acquisitionType: 'RENTAL',
            rentalType: 'UNDEFINED',
            rentalStart: '2026-12-01',
            rentalEnd: '2026-12-03',
          })
        : aLine({ description }),
    ),
  });
  await openEdit(page, id);
  const lines = lineTable(page);
  const types = ['daily', 'weekly', 'monthly', 'episodic'];
  for (const [index, type] of types.entries()) {
    await lines.edit(index + 2);
    await lines.pickType(index + 2, `Rental, ${type}`);
    await lines.field(index + 2, 'Rental Start').fill('12/01/2026');
    await lines.field(index + 2, 'Rental End').fill('12/03/2026');
  }
  await page.getByRole('button', { name: 'Save & Review' }).click();
  const rows = page.getByRole('table', { name: 'Line items' }).locator('tbody tr');
  await expect(rows).toContainText([
    'Lamps',
    ...types.map((type) => `Rental, ${type}, 12/01/2026 to 12/03/2026`),
    'Rental, 12/01/2026 to 12/03/2026',
  ]);
  await expect(rows.first()).not.toContainText('Rental');
  const { lineItems } = await dana.api.get<PurchaseOrder>(`/api/pos/${id}`);
  expect(lineItems.map((line) => [line.acquisitionType, line.rentalType])).toEqual([
    ['PURCHASE', 'UNDEFINED'],
    ['RENTAL', 'DAILY'],
    ['RENTAL', 'WEEKLY'],
    ['RENTAL', 'MONTHLY'],
    ['RENTAL', 'EPISODIC'],
    ['RENTAL', 'UNDEFINED'],
  ]);
});

test('LI-19: a total that is no number says so for as long as it is none', async ({ as }) => {
  const { page } = await as('dana');
  await openNew(page);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  const summary = page.getByRole('alert');
  const said = 'Error calculating total cost.';
  await expect(summary).toBeVisible();
  await expect(page.getByText(said)).toHaveCount(0);
  await typeLine(page, 0, { unitCost: 'ten' });
  await expect(summary).toContainText(said);
  await expect(section(page, 'Line Items')).toContainText(said);
  await typeLine(page, 0, { unitCost: '10' });
  await expect(page.getByText(said)).toHaveCount(0);
});

test('LI-35, LI-34, AC-14: the base currency of the company is chosen by itself; each has its code, ids and symbol', async ({
  as,
}) => {
  const { page, api } = await as('dana');
  const [company] = await api.get<Company[]>('/api/companies?showId=nlite');
  const currencies = company?.project_company_currencies ?? [];
  const base = currencies.find(({ is_base }) => is_base);
  const other = currencies.find(({ is_base }) => !is_base);
  if (!base || !other) throw new Error('The company has too few currencies');
  await openNew(page);
  await fillNew(page, freshDescription());
  const currency = page.getByRole('button', { name: 'Currency' });
  const total = page.locator('footer');
  await expect(currency).toContainText(base.iso_currency_code);
  await expect(total).toContainText(`Total ${base.symbol}300.00`);
  await currency.click();
  await expect(page.getByRole('option')).toHaveText(currencies.map((one) => one.iso_currency_code));
  await page.getByRole('option', { name: other.iso_currency_code }).click();
  await expect(total).toContainText(`Total ${other.symbol}300.00`);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /\/api\/pos\/?$/.test(new URL(request.url()).pathname),
  );
  await page.getByRole('button', { name: 'Save & Review' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    currency: other.iso_currency_code,
    projectCompanyCurrencyExternalId: other.external_id,
  });
  await expect(page.getByRole('article').locator('tfoot')).toContainText(`${other.symbol}300.00`);
  const order = await api.get<PurchaseOrder>(`/api/pos/${page.url().split('/').at(-2)}`);
  expect(order.referenceCurrencyCode).toBe(other.reference_code);
});
