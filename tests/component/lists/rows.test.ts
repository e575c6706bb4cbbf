import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { loadPages, numberedOrders, openList, rowsIn, scrollTo } from '../support/pages/lists.ts';
import { tabsOpenedBy } from '../support/new-tab.ts';
import type { Page } from '../support/page.ts';
import { RenderCount } from '../support/renders.ts';

const list = 'POST /api/pos/filter';
const gridOf = (page: Page) => page.getByRole('grid', { name: 'Purchase orders' });

/** Twenty rows come into sight at a time, and a row is some fifty components; the rows that stand are 4,000. */
const twentyRows = 1270;

test('LS-21, UX-03, DEC-80: a scrolled long list draws the rows that come and no others; Tab comes to a row in sight, and Ctrl leads to its ends', async () => {
  const renders = new RenderCount();
  const { page } = await openList('/po?status=all', {
    as: 'theodore',
    orders: numberedOrders(400),
    prepare: renders.prepare,
  });
  await loadPages(page, 6);
  const first = rowsIn(page).first();
  const counts: number[] = [];
  for (const row of [100, 120, 140, 160]) {
    const before = await first.getAttribute('aria-rowindex');
    renders.take();
    await scrollTo(page, row * 40);
    await expect(first).not.toHaveAttribute('aria-rowindex', before ?? '');
    await page.settled();
    counts.push(renders.take());
  }
  // The first is a jump.
  for (const count of counts.slice(1)) {
    expect(count).toBeGreaterThan(10);
    expect(count).toBeLessThan(twentyRows);
  }
  const grid = gridOf(page);
  const focusedRow = page.locator('tr:focus');
  const focusNear = async (row: number) => {
    await scrollTo(page, row * 40);
    await page.settled();
    await expect(focusedRow).toHaveCount(0);
    await expect(grid).toHaveAttribute('tabindex', '0');
    await grid.focus();
    await expect(focusedRow).toBeInViewport();
    const place = Number(await focusedRow.getAttribute('aria-rowindex'));
    expect(Math.abs(place - row)).toBeLessThan(15);
  };
  await focusNear(180);
  await page.keyboard.press('ArrowDown');
  await expect(focusedRow).toBeInViewport();
  await focusNear(60);
  await focusNear(240);
  await page.keyboard.press('Control+Home');
  await expect(focusedRow).toHaveAttribute('aria-rowindex', '2');
  // A page more is on its way as soon as the last row comes into sight.
  const last = (await grid.getAttribute('aria-rowcount')) ?? '';
  await page.keyboard.press('Control+End');
  await expect(focusedRow).toHaveAttribute('aria-rowindex', last);
  await expect(focusedRow).toBeInViewport();
});

/** Fifty rows with all around them: 3,630 components at most. Where everything was drawn twice they were 4,330 and 6,770. */
const onceDrawn = 3900;

/** What says of fifty rows that none has changed: 120 components. The rows themselves are 1,760. */
const noneDrawn = 400;

test('LS-20, UX-03: a list is drawn once, also when the user comes back, and not again for a refresh, a first key or a move of the focus', async () => {
  const renders = new RenderCount();
  const { page, api } = await openList('/po?status=all', {
    as: 'theodore',
    orders: numberedOrders(80),
    prepare: renders.prepare,
  });
  const grid = gridOf(page);
  const rows = rowsIn(page);
  await expect(rows).toHaveCount(50);
  await page.settled();
  expect(renders.take()).toBeLessThan(onceDrawn);
  // All of them are there for the browser's own search, and are counted as always.
  await expect(grid).not.toHaveAttribute('aria-rowcount');

  const answered = api.nextAnswer(list);
  page.focusWindow();
  await answered;
  await page.settled();
  expect(renders.take()).toBeLessThan(noneDrawn);

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowLeft');
  await page.settled();
  expect(renders.take()).toBeLessThan(2 * noneDrawn);

  await grid.focus();
  await expect(rows.first()).toBeFocused();
  await page.settled();
  renders.take();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.settled();
  expect(renders.take()).toBeLessThan(noneDrawn);
  await page.getByRole('link', { name: 'Invoices' }).click();
  await expect(page.getByRole('grid', { name: 'Invoices' })).toBeVisible();
  await page.settled();
  renders.take();
  page.goBack();
  await expect(rowsIn(page)).toHaveCount(50);
  await page.settled();
  expect(renders.take()).toBeLessThan(onceDrawn);
});

test('UX-03, LS-44: the rows that fit into the window are drawn first, in a list that says how many there are', async () => {
  interface Look {
    rows: number;
    rowCount: string | null | undefined;
    height: number;
  }
  const looks: Look[] = [];
  const { page } = await openList('/po?status=all', {
    as: 'theodore',
    orders: numberedOrders(80),
    // Before the other rows come the page has no time for a test.
    prepare({ document, MutationObserver }) {
      new MutationObserver(() => {
        const rows = document.querySelectorAll('tbody > tr[data-key]').length;
        const main = document.querySelector('main');
        if (rows === 0 || looks.length > 0 || !main) return;
        const rowCount = document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount');
        looks.push({ rows, rowCount, height: main.scrollHeight });
      }).observe(document, { childList: true, subtree: true });
    },
  });
  await expect(rowsIn(page)).toHaveCount(50);
  const height = await page.getByRole('main').evaluate(({ scrollHeight }) => scrollHeight);
  expect(looks).toEqual([{ rows: Math.ceil(page.window.innerHeight / 40), rowCount: '51', height }]);
});

test('DEC-80, LS-44: a list is one stop of Tab; the arrows lead through its rows, cells and heads', async () => {
  const { page, api } = await openList('/po?status=all', { as: 'theodore', orders: numberedOrders(5) });
  const grid = gridOf(page);
  const first = rowsIn(page).first();
  const focused = grid.locator(':focus');
  await expect(grid).toHaveAttribute('tabindex', '0');
  await grid.focus();
  await expect(first).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(focused).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(focused).toHaveCount(0);
  const rows = rowsIn(page);
  const { press } = page.keyboard;
  await grid.focus();
  await expect(rows.first()).toBeFocused();
  await press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await press('ArrowRight');
  await expect(rows.nth(1).getByRole('rowheader')).toBeFocused();
  await press('ArrowRight');
  await expect(rows.nth(1).getByRole('gridcell').first()).toBeFocused();
  await press('ArrowUp');
  await expect(rows.first().getByRole('gridcell').first()).toBeFocused();
  await press('ArrowUp');
  await expect(grid.getByRole('columnheader', { name: 'Date' })).toBeFocused();
  await press('ArrowRight');
  const vendor = grid.getByRole('columnheader', { name: 'Vendor' });
  await expect(vendor).toBeFocused();
  await press('Enter');
  await expect.poll(() => api.calls(list).at(-1)?.query['sort']).toBe('VENDOR_NAME,ASC');
  await page.settled();
  await expect(grid).toHaveAccessibleDescription(/ascending/);
  await expect(vendor).toHaveAttribute('aria-sort', 'ascending');
  for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await press(key);
  await expect(rows.first()).toBeFocused();
});

test('LS-44, DEC-80: a click with Ctrl opens a row in a new tab; a row that goes hands the focus to the next', async () => {
  const orders = numberedOrders(5);
  const { page, world } = await openList('/po?status=all', { orders });
  const tabs = tabsOpenedBy(page);
  await rowsIn(page)
    .nth(1)
    .click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(() => tabs).toEqual([`/po/edit/${orders[1]?.id}`]);
  await expect(page).toHaveURL('/po?status=all');
  const next = orders[3]?.id ?? '';
  await rowsIn(page).nth(2).focus();
  world.orders.splice(2, 1);
  page.focusWindow();
  await expect(page.locator('tr:focus')).toHaveAttribute('data-key', next);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/po/edit/${next}`);
});
