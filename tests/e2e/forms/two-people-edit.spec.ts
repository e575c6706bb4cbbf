import type { Page } from '@playwright/test';
import { descriptionOf, openEdit } from '../support/pages/form.ts';
import { createDraftOrder, uniqueDescription } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const choice = (page: Page) => page.getByRole('dialog', { name: 'Choose which version to keep' });
const save = (page: Page) => page.getByRole('button', { name: 'Save & Review' }).click();

/** Saves another description and another price as a second user. Returns the description. */
async function saveTheirs({ api }: Pick<Session, 'api'>, order: PurchaseOrder): Promise<string> {
  const description = uniqueDescription('Theirs');
  const lineItems = order.lineItems.map((line) => ({ ...line, unitCost: 175 }));
  await api.put(`/api/pos/${order.id}`, { ...order, description, lineItems });
  return description;
}

test('DEC-82: the second of two editors sees both versions and can keep their own', async ({ as, apiOf }) => {
  const [dana, sam] = await Promise.all([as('dana'), apiOf('sam')]);
  const { page } = dana;
  const order = await createDraftOrder(dana);
  await openEdit(page, order.id);
  const mine = uniqueDescription('Mine');
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
