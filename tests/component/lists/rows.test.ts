import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { loadPages, numberedOrders, openList, rowsIn, scrollTo } from '../support/pages/lists.ts';
import { recordNewTabs } from '../support/new-tab.ts';
import type { Page } from '../support/page.ts';
import { RenderCount } from '../support/renders.ts';

const list = 'POST /api/pos/filter';
const gridOf = (page: Page) => page.getByRole('grid', { name: 'Purchase orders' });

/** About 20 rows of 50 components come into view at a time. Rendering all existing rows would be 4,000 components. */
const maxRendersPerScroll = 1270;

test('LS-21, UX-03, DEC-80: scrolling a long list renders only the new rows, and Tab focuses a row in view', async () => {
  const renders = new RenderCount();
  const { page, channel } = await openList('/po?status=all', {
    as: 'theodore',
    orders: numberedOrders(400),
    prepare: renders.prepare,
  });
  // Pages that were read before the channel opened are read again when they come into view.
  await channel.whenOpen();
  await loadPages(page, 6);
  const first = rowsIn(page).first();
  const counts: number[] = [];
  for (const row of [100, 120, 140, 160]) {
    const previousIndex = await first.getAttribute('aria-rowindex');
    renders.take();
    await scrollTo(page, row * 40);
    await expect(first).not.toHaveAttribute('aria-rowindex', previousIndex ?? '');
    await page.waitForIdle();
    counts.push(renders.take());
  }
  // The first scroll is a jump, so it renders all rows in view.
  for (const count of counts.slice(1)) {
    expect(count).toBeGreaterThan(10);
    expect(count).toBeLessThan(maxRendersPerScroll);
  }
  const grid = gridOf(page);
  const focusedRow = page.locator('tr:focus');
  const focusNear = async (row: number) => {
    await scrollTo(page, row * 40);
    await page.waitForIdle();
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
  // Focusing the last row starts loading the next page.
  const last = (await grid.getAttribute('aria-rowcount')) ?? '';
  await page.keyboard.press('Control+End');
  await expect(focusedRow).toHaveAttribute('aria-rowindex', last);
  await expect(focusedRow).toBeInViewport();
});

/** A page of fifty rows renders at most 3,630 components once. Rendered twice they were 4,330 and 6,770. */
const maxRendersOnce = 3900;

/** Checking fifty unchanged rows renders 120 components. The rows themselves are 1,760. */
const maxRendersUnchanged = 400;

test('LS-20, UX-03: a list renders once, and not again for a refresh, a key or a focus change', async () => {
  const renders = new RenderCount();
  const { page, api } = await openList('/po?status=all', {
    as: 'theodore',
    orders: numberedOrders(80),
    prepare: renders.prepare,
  });
  const grid = gridOf(page);
  const rows = rowsIn(page);
  await expect(rows).toHaveCount(50);
  await page.waitForIdle();
  expect(renders.take()).toBeLessThan(maxRendersOnce);
  // All rows are in the document, so the browser counts and searches them itself.
  await expect(grid).not.toHaveAttribute('aria-rowcount');

  const answered = api.nextResponse(list);
  page.focusWindow();
  await answered;
  await page.waitForIdle();
  expect(renders.take()).toBeLessThan(maxRendersUnchanged);

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowLeft');
  await page.waitForIdle();
  expect(renders.take()).toBeLessThan(2 * maxRendersUnchanged);

  await grid.focus();
  await expect(rows.first()).toBeFocused();
  await page.waitForIdle();
  renders.take();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.waitForIdle();
  expect(renders.take()).toBeLessThan(maxRendersUnchanged);
  await page.getByRole('link', { name: 'Invoices' }).click();
  await expect(page.getByRole('grid', { name: 'Invoices' })).toBeVisible();
  await page.waitForIdle();
  renders.take();
  page.goBack();
  await expect(rowsIn(page)).toHaveCount(50);
  await page.waitForIdle();
  expect(renders.take()).toBeLessThan(maxRendersOnce);
});

test('UX-03, LS-44: the rows that fit into the window render first, with the full row count', async () => {
  interface Snapshot {
    rows: number;
    rowCount: string | null | undefined;
    height: number;
  }
  const snapshots: Snapshot[] = [];
  const { page } = await openList('/po?status=all', {
    as: 'theodore',
    orders: numberedOrders(80),
    // An observer, because a test cannot run before the other rows render.
    prepare({ document, MutationObserver }) {
      new MutationObserver(() => {
        const rows = document.querySelectorAll('tbody > tr[data-key]').length;
        const main = document.querySelector('main');
        if (rows === 0 || snapshots.length > 0 || !main) return;
        const rowCount = document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount');
        snapshots.push({ rows, rowCount, height: main.scrollHeight });
      }).observe(document, { childList: true, subtree: true });
    },
  });
  await expect(rowsIn(page)).toHaveCount(50);
  const height = await page.getByRole('main').evaluate(({ scrollHeight }) => scrollHeight);
  expect(snapshots).toEqual([{ rows: Math.ceil(page.window.innerHeight / 40), rowCount: '51', height }]);
});

test('DEC-80, LS-44: a list is one tab stop, and arrow keys move through its rows, cells and headings', async () => {
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
  await page.waitForIdle();
  await expect(grid).toHaveAccessibleDescription(/ascending/);
  await expect(vendor).toHaveAttribute('aria-sort', 'ascending');
  for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await press(key);
  await expect(rows.first()).toBeFocused();
});

test('LS-44, DEC-80: Ctrl+click opens a row in a new tab, and a removed row passes the focus to the next', async () => {
  const orders = numberedOrders(5);
  const { page, world } = await openList('/po?status=all', { orders });
  const tabs = recordNewTabs(page);
  await rowsIn(page)
    .nth(1)
    .click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(() => tabs).toEqual([`/po/edit/${orders[1]?.id}`]);
  await expect(page).toHaveURL('/po?status=all');
  const nextId = orders[3]?.id ?? '';
  await rowsIn(page).nth(2).focus();
  world.orders.splice(2, 1);
  page.focusWindow();
  await expect(page.locator('tr:focus')).toHaveAttribute('data-key', nextId);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/po/edit/${nextId}`);
});
