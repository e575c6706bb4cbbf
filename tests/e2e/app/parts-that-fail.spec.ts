import type { Page, Request } from '@playwright/test';
import { openList } from '../support/pages/lists.ts';
import { aLine, draft } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import { openReview } from '../support/pages/review.ts';

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

test('DEC-74: a row that is pointed at while code is lost leaves the page as it is', async ({ as }) => {
  const { page } = await as('dana');
  const { loads } = await losing(page, /\/reviews-forms-/);
  await openList(page, '/po');
  const lost = page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        addEventListener('vite:preloadError', (event) => {
          // Named by itself only where the row wants it: what is fetched in the background only imports it.
          if ('payload' in event && String(event.payload).includes('/reviews-forms-')) resolve();
        }),
      ),
  );
  await page.getByRole('row').nth(1).hover();
  await lost;
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This could not be opened.' })).toBeVisible();
  expect(loads).toHaveLength(1);
});

test('PO-32, DEC-74: where the rules of a submission do not arrive, the server refuses in the same words', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana, {
    lineItems: [aLine({ quantity: 1, unitCost: 100 }), aLine({ quantity: 1, unitCost: -100 })],
  });
  const { lost, loads } = await losing(page, /\/submission-issues-/);
  await openReview(page, order, 'creator');
  await page.getByRole('button', { name: 'Submit for Approval' }).click();
  await expect(page.getByRole('alert')).toContainText('Total cost must be greater than zero.');
  expect(lost.length).toBeGreaterThan(0);
  expect(loads).toHaveLength(1);
});
