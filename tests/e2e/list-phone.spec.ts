import { listCalls, openList, rowOf } from './support/lists.ts';
import { draft } from './support/orders.ts';
import { expect, test } from './support/product.ts';

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true };

test('LS-02, UX-09, DEC-47: on a phone the list is cards, twenty a page, which can be sorted', async ({
  as,
}) => {
  const { page } = await as('theodore', { ...phone, show: 'ambercanyon' });
  const calls = listCalls(page);
  await openList(page, '/po?status=all');
  const cards = page.getByRole('list', { name: 'Purchase orders' }).getByRole('listitem');
  await expect(cards).toHaveCount(20);
  await expect(page.getByRole('grid', { name: 'Purchase orders' })).toHaveCount(0);
  expect(calls[0]).toMatchObject({ page: 1, count: 20 });

  await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await expect(cards).toHaveCount(40);
  expect(calls.find((call) => call.page === 2)).toMatchObject({ count: 20 });

  // Back at the top, as a thumb goes there: a menu closes when what is behind it scrolls.
  const main = page.getByRole('main');
  await main.evaluate((element) => element.scrollTo(0, 0));
  await expect.poll(() => main.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  const sort = page.getByRole('button', { name: 'Sort: PO #, descending' });
  await sort.tap();
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
  await menu.getByRole('menuitem', { name: 'Total' }).tap();
  // The second page of the order before may still be asked for: somebody else has changed a document, and both are read again.
  const sorted = () => calls.findLast((call) => call.page === 1)?.sort;
  await expect.poll(sorted).toBe('TOTAL,DESC');
  await page.getByRole('button', { name: 'Sort: Total, descending' }).tap();
  await page.getByRole('menuitem', { name: 'Ascending' }).tap();
  await expect.poll(sorted).toBe('TOTAL,ASC');
  await expect(page.getByRole('button', { name: 'Sort: Total, ascending' })).toBeVisible();
});

test('UX-09, LS-06: a tap on a card opens its document; filters open within reach', async ({ as }) => {
  const dana = await as('dana', phone);
  const order = await draft(dana);
  const { page } = dana;
  await openList(page, '/po');
  await page.getByRole('button', { name: 'Filters' }).tap();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  const apply = await panel.getByRole('button', { name: 'Apply' }).boundingBox();
  expect(apply?.height).toBeGreaterThanOrEqual(44);
  expect((apply?.y ?? 0) + (apply?.height ?? 0)).toBeLessThanOrEqual(phone.viewport.height);
  await panel.getByRole('button', { name: 'Cancel' }).tap();
  await rowOf(page, order).getByRole('link').tap();
  await expect(page).toHaveURL(`/po/edit/${order.id}`);
});

test('UX-02, DEC-74: mobile below 769 px, tablet below 1221 px, desktop above', async ({ as }) => {
  const { page } = await as('theodore', { show: 'ambercanyon' });
  const grid = page.getByRole('grid', { name: 'Purchase orders' });
  const cards = page.getByRole('list', { name: 'Purchase orders' });
  const heads = grid.getByRole('columnheader');
  const bar = page.getByRole('navigation', { name: 'Sections' });
  const at = (width: number) => page.setViewportSize({ width, height: 800 });
  await at(1221);
  await openList(page, '/po?status=all');
  await expect(heads).toHaveCount(9);
  await at(1220);
  await expect(heads).toHaveCount(7);
  await expect(bar).toBeHidden();
  await at(769);
  await expect(heads).toHaveCount(7);
  await expect(bar).toBeHidden();
  await at(768);
  await expect(cards).toBeVisible();
  await expect(grid).toHaveCount(0);
  await expect(bar).toBeVisible();

  // Below 376 px the buttons of a dialog stand one below the other.
  const dialog = page.getByRole('dialog', { name: 'Account Settings' });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  const foot = dialog.locator('footer');
  await at(376);
  await expect(foot).toHaveCSS('flex-direction', 'row');
  await at(375);
  await expect(foot).toHaveCSS('flex-direction', 'column-reverse');
});
