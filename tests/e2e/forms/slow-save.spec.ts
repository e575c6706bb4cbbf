import type { Page } from '@playwright/test';
import { uniqueName } from '../support/browser/unique-names.ts';
import { expect, test } from '../support/environment/product.ts';
import { waitUntilIdle } from '../support/browser/wait-for-idle.ts';

/** Holds these requests until `release`, and counts them. */
async function holdRequests(page: Page, url: string | RegExp, method: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const requests = { count: 0, release: resolve };
  await page.route(url, async (route) => {
    if (route.request().method() === method) {
      requests.count += 1;
      await promise;
    }
    await route.fallback();
  });
  return requests;
}

/** Fills the form of a new department and saves it. The request is held. */
async function saveDepartment(page: Page) {
  await page.goto('/setup/departments/create');
  const name = uniqueName('Slow');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  const save = await holdRequests(page, '**/api/departments**', 'POST');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => save.count).toBe(1);
  return save;
}

/** Opens another page of Management and confirms leaving the form. */
async function leaveFor(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
}

test('DEC-92: a slow save does not lead away from a page that is still loading', async ({ as }) => {
  const { page } = await as('sam');
  // Includes scripts that are prefetched before the click.
  const script = await holdRequests(page, '**/assets/settings-*.js', 'GET');
  const save = await saveDepartment(page);
  await leaveFor(page, 'Settings');
  await expect.poll(() => script.count).toBeGreaterThan(0);
  save.release();
  await expect(page.getByText('Department added.')).toBeVisible();
  script.release();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await waitUntilIdle(page);
  await expect(page).toHaveURL(/\/setup\/settings/);
});
