import type { Page } from '@playwright/test';
import type { Invoice } from '../../domain/invoice.ts';
import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { descriptionOf, openEdit } from './support/form.ts';
import { invoiceHead, openInvoice } from './support/invoice-form.ts';
import { draftInvoice } from './support/invoices.ts';
import { draft, freshDescription } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { expectSound } from './support/sound.ts';

const choice = (page: Page) => page.getByRole('dialog', { name: 'Choose which version to keep' });
const save = (page: Page) => page.getByRole('button', { name: 'Save & Review' }).click();

/** Sam saves another description and another price meanwhile. */
async function saveTheirs({ api }: Pick<Seat, 'api'>, order: PurchaseOrder): Promise<string> {
  const description = freshDescription('Theirs');
  const lineItems = order.lineItems.map((line) => ({ ...line, unitCost: 175 }));
  await api.put(`/api/pos/${order.id}`, { ...order, description, lineItems });
  return description;
}

test('DEC-82: the second of two editors sees both versions, goes back to editing, and keeps the own one', async ({
  as,
  apiOf,
}) => {
  const [dana, sam] = await Promise.all([as('dana'), apiOf('sam')]);
  const { page } = dana;
  const order = await draft(dana);
  await openEdit(page, order.id);
  const mine = freshDescription('Mine');
  await descriptionOf(page).fill(mine);
  const theirs = await saveTheirs(sam, order);
  await save(page);
  await expect(choice(page)).toContainText('Sam');
  const differences = choice(page).getByRole('list', { name: 'Differences' }).getByRole('listitem');
  await expect(differences.filter({ hasText: 'Description' })).toContainText('You both changed this');
  await expect(differences.filter({ hasText: 'Description' })).toContainText(mine);
  await expect(differences.filter({ hasText: 'Description' })).toContainText(theirs);
  await expect(differences.filter({ hasText: 'Line 1' })).toContainText('They changed this');
  await expect(differences.filter({ hasText: 'Line 1' })).toContainText('$175.00');
  await page.keyboard.press('Escape');
  await expect(descriptionOf(page)).toHaveValue(mine);
  expect((await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`)).description).toBe(theirs);
  await save(page);
  await choice(page).getByRole('button', { name: 'Keep Mine' }).click();
  await expect(page).toHaveURL(/\/po\/review\//);
  expect((await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`)).description).toBe(mine);
});

test('DEC-82: the saved version is taken without losing the own work, which is compared again', async ({
  as,
  apiOf,
}) => {
  const [dana, sam] = await Promise.all([as('dana'), apiOf('sam')]);
  const { page } = dana;
  const order = await draft(dana);
  await openEdit(page, order.id);
  const mine = freshDescription('Mine');
  await descriptionOf(page).fill(mine);
  const theirs = await saveTheirs(sam, order);
  await save(page);
  await choice(page).getByRole('button', { name: 'Take Theirs' }).click();
  await expect(descriptionOf(page)).toHaveValue(theirs);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(descriptionOf(page)).toHaveValue(mine);
  await save(page);
  await expect(choice(page)).toBeVisible();
  expect((await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`)).description).toBe(theirs);
});

test('DEC-82: a third version that comes while two are compared is compared, too', async ({ as, apiOf }) => {
  const [dana, sam] = await Promise.all([as('dana'), apiOf('sam')]);
  const { page } = dana;
  const order = await draft(dana);
  await openEdit(page, order.id);
  await descriptionOf(page).fill(freshDescription('Mine'));
  await saveTheirs(sam, order);
  await save(page);
  await expect(choice(page)).toBeVisible();
  const now = await sam.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  const third = await saveTheirs(sam, now);
  await choice(page).getByRole('button', { name: 'Keep Mine' }).click();
  await expect(choice(page)).toContainText(third);
  expect((await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`)).description).toBe(third);
});

test('DEC-82: two who edit the same invoice do not overwrite each other', async ({ as }) => {
  const elena = await as('elena');
  const { page, api } = elena;
  const invoice = await draftInvoice(elena);
  await openInvoice(page, invoice.id);
  const mine = freshDescription('Mine');
  await invoiceHead(page).description.fill(mine);
  await api.put(`/api/invoices/${invoice.id}`, { ...invoice, description: 'Theirs' });
  await save(page);
  await expect(choice(page).getByRole('listitem').filter({ hasText: 'Description' })).toContainText('Theirs');
  await choice(page).getByRole('button', { name: 'Keep Mine' }).click();
  await expect(page).toHaveURL(/\/invoice\/review\//);
  expect((await api.get<Invoice>(`/api/invoices/${invoice.id}`)).description).toBe(mine);
});

for (const width of [375, 900, 1440]) {
  test(`DEC-80, DEC-82: the choice between two versions is sound at ${width} px`, async ({ as, apiOf }) => {
    const [dana, sam] = await Promise.all([as('dana', { viewport: { width, height: 900 } }), apiOf('sam')]);
    const { page } = dana;
    const order = await draft(dana);
    await openEdit(page, order.id);
    await descriptionOf(page).fill(freshDescription('Mine'));
    await saveTheirs(sam, order);
    await save(page);
    await expect(choice(page)).toBeVisible();
    await expectSound(page);
  });
}
