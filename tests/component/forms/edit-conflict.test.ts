import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { savedByOtherUser } from '../support/api/stub-saves.ts';
import { expect } from '../support/expect.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { person } from '../support/fixtures/people.ts';
import { draft, line } from '../support/fixtures/purchase-orders.ts';
import { descriptionOf, openStoredOrder, openStoredInvoice, saveAndReview } from '../support/pages/forms.ts';
import type { App } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

const choice = (page: Page) => page.getByRole('dialog', { name: 'Choose which version to keep' });
const update = 'PUT /api/pos/:id';

/** Saves another description and unit cost as sam. */
function saveAsSam(world: App['world'], description: string): void {
  world.orders = world.orders.map((order) =>
    savedByOtherUser(order, person('sam'), {
      description,
      lineItems: order.lineItems.map((one) => ({ ...one, unitCost: 175, totalCost: 350 })),
    }),
  );
}

/** Opens a form in which dana saves after sam, which is a conflict. */
async function openConflict(): Promise<App> {
  // The line has no coding. The form fills in fields with a single code, which does not count as a change by dana.
  const app = await openStoredOrder(draft({ lineItems: [line()] }));
  await descriptionOf(app.page).fill('Mine');
  saveAsSam(app.world, 'Theirs');
  await saveAndReview(app.page);
  await expect(choice(app.page)).toBeVisible();
  return app;
}

test('DEC-82: the second of two editors sees both versions and can keep editing or save their own version', async () => {
  const { page, api, world } = await openConflict();
  await expect(choice(page)).toContainText('Sam');
  const differences = choice(page).getByRole('list', { name: 'Differences' }).getByRole('listitem');
  const description = differences.filter({ hasText: 'Description' });
  await expect(description).toContainText('You both changed this');
  await expect(description).toContainText('Mine');
  await expect(description).toContainText('Theirs');
  const first = differences.filter({ hasText: 'Line 1' });
  await expect(first).toContainText('They changed this');
  await expect(first).toContainText('$175.00');
  await page.keyboard.press('Escape');
  await expect(descriptionOf(page)).toHaveValue('Mine');
  expect(world.orders[0]?.description).toBe('Theirs');
  await saveAndReview(page);
  await choice(page).getByRole('button', { name: 'Keep Mine' }).click();
  await expect(page).toHaveURL(/^\/po\/review\//);
  expect(world.orders[0]?.description).toBe('Mine');
  expect(api.calls(update).map(({ body }) => Reflect.get(body, 'contentVersion'))).toEqual([1, 1, 2]);
});

test('DEC-82: work replaced by the saved version can be restored, and is compared again at the next save', async () => {
  const { page, world } = await openConflict();
  await choice(page).getByRole('button', { name: 'Take Theirs' }).click();
  await expect(descriptionOf(page)).toHaveValue('Theirs');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(descriptionOf(page)).toHaveValue('Mine');
  await saveAndReview(page);
  await expect(choice(page)).toBeVisible();
  expect(world.orders[0]?.description).toBe('Theirs');
});

test('DEC-82: a third version that is saved during the comparison is compared next', async () => {
  const { page, world } = await openConflict();
  saveAsSam(world, 'Of a third');
  await choice(page).getByRole('button', { name: 'Keep Mine' }).click();
  await expect(choice(page)).toContainText('Of a third');
  expect(world.orders[0]?.description).toBe('Of a third');
});

test('DEC-82: two users who edit the same invoice do not overwrite each other', async () => {
  const bill = invoice();
  const { page, world } = await openStoredInvoice(bill);
  await descriptionOf(page).fill('Mine');
  world.invoices = [savedByOtherUser(bill, person('sam'), { description: 'Theirs' })];
  await saveAndReview(page);
  await expect(choice(page).getByRole('listitem').filter({ hasText: 'Description' })).toContainText('Theirs');
  await choice(page).getByRole('button', { name: 'Keep Mine' }).click();
  await expect(page).toHaveURL(/^\/invoice\/review\//);
  expect(world.invoices[0]?.description).toBe('Mine');
});

test('DEC-80, DEC-82: the choice between two versions is accessible at every width', async () => {
  const { page } = await openConflict();
  for (const width of [375, 900, 1440]) {
    page.setViewportSize({ width, height: 900 });
    await page.waitForIdle();
    await expectAccessible(page);
  }
});
