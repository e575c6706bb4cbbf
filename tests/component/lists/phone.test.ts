import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { numberedOrders, openList, rowOf, scrollTo } from '../support/lists.ts';

const list = 'POST /api/pos/filter';
const phone = { width: 375, height: 812 };

test('LS-02, UX-09, DEC-47: on a phone the list is cards, twenty a page', async () => {
  const { page, api } = await openList('/po?status=all', { orders: numberedOrders(50), ...phone });
  const cards = page.getByRole('list', { name: 'Purchase orders' }).getByRole('listitem');
  await expect(cards).toHaveCount(20);
  await expect(page.getByRole('grid', { name: 'Purchase orders' })).toHaveCount(0);
  expect(api.calls(list)[0]?.query).toMatchObject({ page: '1', count: '20' });
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await expect(cards).toHaveCount(40);
  expect(api.calls(list).at(-1)?.query).toMatchObject({ page: '2', count: '20' });
});

test('LS-02, UX-09: on a phone a menu sorts the cards', async () => {
  const { page, api } = await openList('/po?status=all', { orders: numberedOrders(5), ...phone });
  const sort = () => api.calls(list).at(-1)?.query['sort'];
  await page.getByRole('button', { name: 'Sort: PO #, descending' }).click();
  const menu = page.getByRole('menu', { name: 'Sort' });
  await expect(menu.getByRole('group', { name: 'Sort by' }).getByRole('menuitem')).toHaveText([
    'PO #',
    'Date',
    'Vendor',
    'Department',
    'Description',
    'Created By',
    'Total',
    'Status',
  ]);
  await menu.getByRole('menuitem', { name: 'Total' }).click();
  await expect.poll(sort).toBe('TOTAL,DESC');
  await page.getByRole('button', { name: 'Sort: Total, descending' }).click();
  await page.getByRole('menuitem', { name: 'Ascending' }).click();
  await expect.poll(sort).toBe('TOTAL,ASC');
  await expect(page.getByRole('button', { name: 'Sort: Total, ascending' })).toBeVisible();
});

test('UX-09, LS-06: a tap on a card opens its document; the buttons of the filters are within reach', async () => {
  const order = draft();
  const { page } = await openList('/po', { orders: [order], ...phone });
  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  const { y, height } = await panel.getByRole('button', { name: 'Apply' }).boundingBox();
  expect(height).toBeGreaterThanOrEqual(44);
  expect(y + height).toBeLessThanOrEqual(phone.height);
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await rowOf(page, order).getByRole('link').click();
  await expect(page).toHaveURL(`/po/edit/${order.id}`);
});

test('UX-02, DEC-74: mobile is below 769 px, tablet below 1221 px, desktop above', async () => {
  const { page } = await openList('/po?status=all', { orders: numberedOrders(5), width: 1221 });
  const grid = page.getByRole('grid', { name: 'Purchase orders' });
  const heads = grid.getByRole('columnheader');
  const bar = page.getByRole('navigation', { name: 'Sections' });
  const showAt = (width: number) => page.setViewportSize({ width, height: 800 });
  await expect(heads).toHaveCount(9);
  showAt(1220);
  await expect(heads).toHaveCount(7);
  await expect(bar).toBeHidden();
  showAt(769);
  await expect(heads).toHaveCount(7);
  await expect(bar).toBeHidden();
  showAt(768);
  await expect(page.getByRole('list', { name: 'Purchase orders' })).toBeVisible();
  await expect(grid).toHaveCount(0);
  await expect(bar).toBeVisible();
});

test('UX-02: below 376 px the buttons of a dialog stand one below the other', async () => {
  const { page, api } = await openList('/po', { width: 376, height: 800 });
  api.on('GET /api/sessions', { sessions: [], hasPassword: true, hasAuthenticator: false });
  api.on('GET /api/tokens', { tokens: [] });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  const foot = page.getByRole('dialog', { name: 'Account Settings' }).locator('footer');
  await expect(foot).toHaveCSS('flex-direction', 'row');
  page.setViewportSize({ width: 375, height: 800 });
  await expect(foot).toHaveCSS('flex-direction', 'column-reverse');
});

test('LS-02, LS-46: on a phone the list says what all of it comes to, and its controls have words', async () => {
  const { page } = await openList('/po?status=all', {
    orders: numberedOrders(50),
    api: (api) =>
      api.on('POST /api/pos/filter/sums', {
        sums: [
          { currency: 'USD', totalCost: 1_204_310.5 },
          { currency: 'CAD', totalCost: 88.04 },
        ],
      }),
    ...phone,
  });
  const main = page.getByRole('main');
  for (const amount of ['1,204,310.50', '88.04']) await expect(main.getByText(amount).first()).toBeVisible();
  await scrollTo(page, 0);
  await expect(page.getByPlaceholder('Search PO #')).toBeInViewport();
  for (const words of ['Sort: PO #', 'Filters']) await expect(main.getByText(words).first()).toBeInViewport();
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
});
