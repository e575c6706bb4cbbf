import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { payment } from '../support/fixtures/payments.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { numberedOrders, openList, rowOf, scrollTo } from '../support/pages/lists.ts';

const list = 'POST /api/pos/filter';
const phone = { width: 375, height: 812 };

test('LS-02, LS-46, UX-09, DEC-47: a phone shows the list as cards, 20 per page, with a sort menu and the totals', async () => {
  const { page, api } = await openList('/po?status=all', {
    orders: numberedOrders(50),
    api: (fake) =>
      fake.on('POST /api/pos/filter/sums', {
        sums: [
          { currency: 'USD', totalCost: 1_204_310.5 },
          { currency: 'CAD', totalCost: 88.04 },
        ],
      }),
    ...phone,
  });
  const main = page.getByRole('main');
  const cards = page.getByRole('list', { name: 'Purchase orders' }).getByRole('listitem');
  await expect(cards).toHaveCount(20);
  await expect(page.getByRole('grid', { name: 'Purchase orders' })).toHaveCount(0);
  expect(api.calls(list)[0]?.query).toMatchObject({ page: '1', count: '20' });
  await main.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(cards).toHaveCount(40);
  expect(api.calls(list).at(-1)?.query).toMatchObject({ page: '2', count: '20' });
  for (const amount of ['1,204,310.50', '88.04']) await expect(main.getByText(amount).first()).toBeVisible();
  await scrollTo(page, 0);
  await expect(page.getByPlaceholder('Search PO #')).toBeInViewport();
  for (const words of ['Sort: PO #', 'Filters']) await expect(main.getByText(words).first()).toBeInViewport();
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
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
    'Waiting',
  ]);
  await menu.getByRole('menuitem', { name: 'Total' }).click();
  await expect.poll(sort).toBe('TOTAL,DESC');
  await page.getByRole('button', { name: 'Sort: Total, descending' }).click();
  await page.getByRole('menuitem', { name: 'Ascending' }).click();
  await expect.poll(sort).toBe('TOTAL,ASC');
  await expect(page.getByRole('button', { name: 'Sort: Total, ascending' })).toBeVisible();
});

test('UX-09, LS-06: a tap on a card opens its document, and Apply stays in view', async () => {
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

test('UX-02, DEC-74: the mobile layout ends at 768 px and the tablet layout at 1220 px', async () => {
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
  await expect(heads).toHaveCount(5);
  await expect(bar).toBeHidden();
  showAt(768);
  await expect(page.getByRole('list', { name: 'Purchase orders' })).toBeVisible();
  await expect(grid).toHaveCount(0);
  await expect(bar).toBeVisible();
});

test('UX-02: the buttons of a dialog are stacked below 376 px', async () => {
  const { page, api } = await openList('/po', { width: 376, height: 800 });
  api.on('GET /api/sessions', { sessions: [], hasPassword: true, hasAuthenticator: false });
  api.on('GET /api/tokens', { tokens: [] });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  const footer = page.getByRole('dialog', { name: 'Account Settings' }).locator('footer');
  await expect(footer).toHaveCSS('flex-direction', 'row');
  page.setViewportSize({ width: 375, height: 800 });
  await expect(footer).toHaveCSS('flex-direction', 'column-reverse');
});

test('LS-30: filter chips on a phone truncate a long name to one line and show an unknown creator as unknown', async () => {
  const name = 'Extremely Long Vendor Name Limited '.repeat(4).trim();
  const { page } = await openList(`/po?vendor=V-1~${encodeURIComponent(name)}&creator=gone`, {
    as: 'sam',
    width: 375,
    height: 812,
  });
  const chips = page.getByRole('grid', { name: 'Applied filters' });
  await expect(chips.getByText('By someone unknown')).toBeVisible();
  const lineHeight = (await chips.getByRole('row').first().boundingBox()).height;
  const text = chips.getByRole('row', { name }).locator('span[title]');
  expect((await text.boundingBox()).height).toBeLessThan(lineHeight);
  await page.getByRole('button', { name: /^Filters/ }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await expect(panel.getByText('Unknown')).toBeVisible();
  const [box, apply] = [
    await panel.boundingBox(),
    await panel.getByRole('button', { name: 'Apply' }).boundingBox(),
  ];
  expect(apply.y + apply.height).toBeLessThan(box.y + box.height);
});

test('LS-30, LS-33: sorting while a number is being typed keeps the number', async () => {
  const { page } = await openList('/po', { as: 'sam', orders: [draft()], clock: true });
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.getByRole('searchbox').press('1');
  await page.getByRole('columnheader', { name: 'Vendor' }).click();
  await expect(page).toHaveURL(/number=1/);
  await expect(page).toHaveURL(/sort=VENDOR_NAME/);
});

for (const { path, route, search, longest } of [
  { path: '/po', route: 'POST /api/pos/filter', search: 'Search by PO number', longest: 10 },
  { path: '/invoice', route: 'POST /api/invoices/filter', search: 'Search by invoice number', longest: 30 },
  { path: '/payment', route: 'POST /api/payments/filter', search: 'Search by payment number', longest: 20 },
] as const)
  test(`UX-13, DEC-18, DEC-47: ${path} on a phone requests 20 per page and searches for at most ${longest} characters`, async () => {
    const { page, api } = await openList(`${path}?status=all`, {
      as: 'sam',
      orders: [draft()],
      invoices: [invoice()],
      payments: [payment()],
      width: 375,
      height: 812,
    });
    expect(api.calls(route)[0]?.query).toMatchObject({ page: '1', count: '20' });
    const box = page.getByRole('searchbox', { name: search });
    await box.fill('7'.repeat(longest + 5));
    await expect(box).toHaveValue('7'.repeat(longest));
  });
