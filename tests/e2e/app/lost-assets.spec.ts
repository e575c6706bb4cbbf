import type { Page, Request } from '@playwright/test';
import { openList } from '../support/pages/lists.ts';
import { aLine, createDraftOrder } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import { openReview } from '../support/pages/review.ts';

/** Fails the scripts whose address matches, as on a weak network or after a deploy. */
async function blockAssets(page: Page, pattern: RegExp) {
  const lost: string[] = [];
  const loads: string[] = [];
  page.on('request', (request: Request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.push(request.url());
  });
  await page.route('**/assets/*.js', async (route) => {
    const url = route.request().url();
    if (pattern.test(url)) {
      lost.push(url);
      await route.abort('connectionreset');
    } else await route.continue();
  });
  return { lost, loads };
}

test('DEC-74: a script that fails to load is reported only when the user opens its part', async ({ as }) => {
  const { page } = await as('dana');
  const { lost, loads } = await blockAssets(page, /\/(search-dialog|filters-popover|dialog-frame)-/);
  await openList(page, '/po');
  await expect.poll(() => lost.length).toBeGreaterThan(1);
  const number = page.getByRole('searchbox').first();
  await number.fill('12');
  const message = page.getByRole('alert').filter({ hasText: 'This could not be opened.' });
  for (const button of [/^Filters/, /^Search$/]) {
    await page.getByRole('button', { name: button }).first().click();
    await expect(message).toBeVisible();
    // The rest of the page stays usable.
    await expect(page.getByRole('heading', { name: 'Purchase Orders', level: 1 })).toBeVisible();
    await expect(number).toHaveValue('12');
    await message.getByRole('button', { name: 'Close message' }).click();
  }
  expect(loads).toHaveLength(1);

  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await message.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => loads.length).toBe(2);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
});

test('DEC-74: hovering a row whose script fails to load does not affect the page', async ({ as }) => {
  const { page } = await as('dana');
  const { loads } = await blockAssets(page, /\/reviews-forms-/);
  await openList(page, '/po');
  const lost = page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        addEventListener('vite:preloadError', (event) => {
          // Only the row's own prefetch names this file; background loading imports it indirectly.
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

test('PO-32, DEC-74: the server rejects a submission with the same message when its script fails to load', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await createDraftOrder(dana, {
    lineItems: [aLine({ quantity: 1, unitCost: 100 }), aLine({ quantity: 1, unitCost: -100 })],
  });
  const { lost, loads } = await blockAssets(page, /\/submission-issues-/);
  await openReview(page, order, 'creator');
  await page.getByRole('button', { name: 'Submit for Approval' }).click();
  await expect(page.getByRole('alert')).toContainText('Total cost must be greater than zero.');
  expect(lost.length).toBeGreaterThan(0);
  expect(loads).toHaveLength(1);
});
