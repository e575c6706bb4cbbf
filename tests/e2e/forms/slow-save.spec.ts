import type { Page } from '@playwright/test';
import { freshName } from '../support/browser/fresh.ts';
import { expect, test } from '../support/environment/product.ts';
import { settled } from '../support/browser/quiet.ts';

/** Holds these requests until they are let go; counts those that have come. */
async function held(page: Page, url: string | RegExp, method: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const requests = { count: 0, letGo: resolve };
  await page.route(url, async (route) => {
    if (route.request().method() === method) {
      requests.count += 1;
      await promise;
    }
    await route.fallback();
  });
  return requests;
}

/** Fills the form of a new department and saves it; the answer is held. */
async function saveDepartment(page: Page) {
  await page.goto('/setup/departments/create');
  const name = freshName('Slow');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  const save = await held(page, '**/api/departments**', 'POST');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => save.count).toBe(1);
  return save;
}

/** Opens another page of the management, and confirms to leave the form. */
async function leaveFor(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
}

test('DEC-92: a slow save does not lead away from a page that is still loading', async ({ as }) => {
  const { page } = await as('sam');
  // Also what is loaded ahead of the press.
  const code = await held(page, '**/assets/settings-*.js', 'GET');
  const save = await saveDepartment(page);
  await leaveFor(page, 'Settings');
  await expect.poll(() => code.count).toBeGreaterThan(0);
  save.letGo();
  await expect(page.getByText('Department added.')).toBeVisible();
  code.letGo();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await settled(page);
  await expect(page).toHaveURL(/\/setup\/settings/);
});
