import type { Page } from '@playwright/test';
import { expect, test } from '../support/environment/product.ts';

/** Opens the health page and waits for its heading. */
async function openHealth(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible();
}

test('AC-06: the health page and the list show the same purchase orders that failed to send, and Retry All sends them', async ({
  as,
}) => {
  const { page } = await as('sam', { show: 'nlite' });
  await openHealth(page, '/setup/health/nlite');
  const findings = page.getByRole('list', { name: 'What was found' });
  await expect(findings).toContainText('Documents failed to send to Accounting.');
  await expect(page.getByText('All is well')).toHaveCount(0);
  const link = findings.getByRole('link', { name: /^Show \d+ purchase orders?$/ });
  const readCount = async () =>
    (await link.count()) === 0 ? 0 : Number(/\d+/.exec((await link.textContent()) ?? '')?.[0]);
  const count = await readCount();
  expect(count).toBeGreaterThan(0);
  await link.click();
  await expect(page).toHaveURL('/po?status=all&failed=yes');
  await expect(page.getByText(new RegExp(`^${count} purchase orders?`)).first()).toBeVisible();

  await page.getByRole('link', { name: 'Health', exact: true }).last().click();
  await expect(page).toHaveURL('/setup/health/nlite');
  await page.getByRole('button', { name: 'Retry All' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retry All' }).click();
  await expect(page.getByText(/^[\d,]+ failures? will be tried again now\.$/)).toBeVisible();
  // An order whose change order is in approval stays, because it changed before it was sent.
  await expect.poll(readCount, { timeout: 120_000 }).toBeLessThan(count);
});
