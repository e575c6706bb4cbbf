import type { Page, Request } from '@playwright/test';
import { openList } from './support/lists.ts';
import { expect, test } from './support/product.ts';

/** Whose code holds these words does not arrive, as on a weak network or after a deploy. */
async function losing(page: Page, words: RegExp) {
  const lost: string[] = [];
  const loads: string[] = [];
  page.on('request', (request: Request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.push(request.url());
  });
  await page.route('**/assets/*.js', async (route) => {
    const url = route.request().url();
    if (words.test(url)) {
      lost.push(url);
      await route.abort('connectionreset');
    } else await route.continue();
  });
  return { lost, loads };
}

test('DEC-74: parts that are lost in the background leave the page and what is written as they are; a press says so, and works again', async ({
  as,
}) => {
  const { page } = await as('dana');
  const { lost, loads } = await losing(page, /\/(search-dialog|filters-popover|dialog-frame)-/);
  await openList(page, '/po');
  await expect.poll(() => lost.length).toBeGreaterThan(1);
  const number = page.getByRole('searchbox').first();
  await number.fill('12');
  const said = page.getByRole('alert').filter({ hasText: 'This could not be opened.' });
  for (const button of [/^Filters/, /^Search$/]) {
    await page.getByRole('button', { name: button }).first().click();
    await expect(said).toBeVisible();
    // Only what was pressed is missing.
    await expect(page.getByRole('heading', { name: 'Purchase Orders', level: 1 })).toBeVisible();
    await expect(number).toHaveValue('12');
    await said.getByRole('button', { name: 'Close message' }).click();
  }
  expect(loads).toHaveLength(1);

  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await said.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => loads.length).toBe(2);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
});
