import type { Page } from '@playwright/test';
import { expect, test } from '../support/environment/product.ts';

/** The page of one show, once it is read. */
async function openHealth(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible();
}

test('AC-06: health and the list name the same purchase orders that failed to send, lead to each other, and all are sent again', async ({
  as,
}) => {
  const { page } = await as('sam', { show: 'nlite' });
  await openHealth(page, '/setup/health/nlite');
  const found = page.getByRole('list', { name: 'What was found' });
  await expect(found).toContainText('Purchase orders failed to send to Accounting.');
  await expect(page.getByText('All is well')).toHaveCount(0);
  const link = found.getByRole('link', { name: /^Show \d+ purchase orders?$/ });
  const counted = async () =>
    (await link.count()) === 0 ? 0 : Number(/\d+/.exec((await link.textContent()) ?? '')?.[0]);
  const count = await counted();
  expect(count).toBeGreaterThan(0);
  await link.click();
  await expect(page).toHaveURL('/po?status=all&failed=yes');
  await expect(page.getByText(new RegExp(`^${count} purchase orders?`)).first()).toBeVisible();

  await page.getByRole('link', { name: 'Health', exact: true }).last().click();
  await expect(page).toHaveURL('/setup/health/nlite');
  await page.getByRole('button', { name: 'Retry All' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retry All' }).click();
  await expect(page.getByText(/^[\d,]+ failures? will be tried again now\.$/)).toBeVisible();
  // One whose change order is in approval stays: it changed before it was sent.
  await expect.poll(counted, { timeout: 120_000 }).toBeLessThan(count);
});
