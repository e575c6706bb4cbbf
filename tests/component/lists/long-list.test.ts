import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { submittedPayment } from '../support/fixtures/payments.ts';
import { loadPages, numberedOrders, openList, rowsIn, scrollTo } from '../support/pages/lists.ts';
import type { Page } from '../support/page.ts';

const list = 'POST /api/pos/filter';
const focusedRow = (page: Page) => page.locator('tr:focus-within');
const rowIndexOf = async (page: Page) => Number(await focusedRow(page).getAttribute('aria-rowindex'));

test('LS-21, LS-44, UX-03, DEC-80, DEC-100: a long list renders and refetches only the rows in view, prints all, and scrolls by keyboard', async () => {
  const { page, api } = await openList('/po?status=all', { orders: numberedOrders(500) });
  const rows = rowsIn(page);
  await expect(rows).toHaveCount(50);
  await loadPages(page, 8);
  await scrollTo(page, 150 * 40);
  await expect(page.getByRole('rowheader', { name: /00155$/ })).toBeInViewport();
  await expect.poll(() => rows.count()).toBeLessThan(150);
  await expect(page.getByRole('columnheader', { name: 'Vendor' })).toBeInViewport();
  await scrollTo(page, 0);
  await expect(page.getByRole('rowheader', { name: /00001$/ })).toBeInViewport();
  await expect.poll(() => rows.count()).toBeLessThan(150);

  const grid = page.getByRole('grid', { name: 'Purchase orders' });
  const loaded = Number(await grid.getAttribute('aria-rowcount')) - 1;
  expect(loaded).toBeGreaterThanOrEqual(300);
  page.window.dispatchEvent(new page.window.Event('beforeprint'));
  expect(rows.count()).toBe(loaded);
  page.window.dispatchEvent(new page.window.Event('afterprint'));
  await expect.poll(() => rows.count()).toBeLessThan(150);
  await scrollTo(page, 220 * 40);
  await expect(page.getByRole('rowheader', { name: /00225$/ })).toBeInViewport();
  await page.waitForIdle();
  const previousCount = api.calls(list).length;
  const requestedPages = () =>
    api
      .calls(list)
      .slice(previousCount)
      .map(({ query }) => Number(query['page']));
  page.focusWindow();
  await expect.poll(requestedPages).toContain(5);
  await page.waitForIdle();
  expect(requestedPages().filter((number) => number < 4 || number > 6)).toEqual([]);
  await scrollTo(page, 0);
  await expect.poll(requestedPages).toContain(1);
  await page.waitForIdle();
  expect(requestedPages()).not.toContain(8);
  await scrollTo(page, 0);
  await page.waitForIdle();
  const row = focusedRow(page);
  await page.keyboard.press('j');
  await expect(row).toHaveAttribute('aria-rowindex', '2');
  const last = Number(await grid.getAttribute('aria-rowcount'));
  await page.keyboard.press('End');
  await expect(row).toHaveAttribute('aria-rowindex', String(last));
  await expect(row).toBeInViewport();
  await page.keyboard.press('PageUp');
  await expect.poll(() => rowIndexOf(page)).toBeLessThan(last - 5);
  await expect(row).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(row).toHaveAttribute('aria-rowindex', '2');
  await expect(row).toBeInViewport();
  await page.keyboard.press('PageDown');
  await expect.poll(() => rowIndexOf(page)).toBeGreaterThan(8);
  await expect(row).toBeInViewport();
});

/** Opens the queue of marcus with 250 payments. */
async function openLongQueue(): Promise<Page> {
  const payments = Array.from({ length: 250 }, (_, at) =>
    submittedPayment({ number: String(at + 1).padStart(5, '0') }),
  );
  const { page } = await openList('/approvals/payments', { as: 'marcus', payments });
  await loadPages(page, 4);
  await scrollTo(page, 0);
  await page.getByRole('checkbox', { name: 'Select Payment #00001' }).waitFor();
  return page;
}

/** Scrolls the list down by `count` rows with the wheel and waits until it stops. */
async function wheelDown(page: Page, count: number): Promise<void> {
  const main = page.getByRole('main');
  const top = () => main.evaluate(({ scrollTop }) => scrollTop);
  /** Waits until the scroll position is stable: a key without a focused row scrolls the list smoothly. */
  const waitForScrollEnd = () =>
    main.evaluate(async (element) => {
      for (let still = 0, previous = element.scrollTop; still < 10; still += 1) {
        await new Promise((resolve) => page.window.requestAnimationFrame(resolve));
        if (element.scrollTop !== previous) still = 0;
        previous = element.scrollTop;
      }
      return element.scrollTop;
    });
  const { x, y } = await main.boundingBox();
  await page.mouse.move(x + 300, y + 300);
  const from = await waitForScrollEnd();
  for (const turned of [count / 2, count]) {
    await page.mouse.wheel(0, count * 20);
    await expect.poll(top).toBe(from + turned * 40);
  }
  await page.waitForIdle();
  expect(await top()).toBe(from + count * 40);
}

async function expectKeysIgnored(page: Page): Promise<void> {
  for (const key of ['x', 'Enter', 'Space']) await page.keyboard.press(key);
  await page.waitForIdle();
  await expect(page).toHaveURL('/approvals/payments');
}

test('DEC-80, LS-21: keys do not act on a focused or ticked row that is scrolled out of view', async () => {
  const page = await openLongQueue();
  const row = focusedRow(page);
  for (let pressed = 0; pressed < 5; pressed += 1) await page.keyboard.press('j');
  await expect(row).toHaveAttribute('aria-rowindex', '6');
  await wheelDown(page, 100);
  await expect(row).toHaveCount(0);
  await expectKeysIgnored(page);
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('None selected');
  await page.keyboard.press('j');
  await expect(row).toBeInViewport();
  const from = await rowIndexOf(page);
  expect(from).toBeGreaterThan(80);
  await page.keyboard.press('j');
  await expect(row).toHaveAttribute('aria-rowindex', String(from + 1));
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(row).toHaveAttribute('aria-rowindex', String(from - 1));
  await expect(row).toBeInViewport();
  await scrollTo(page, 0);
  const box = page.getByRole('checkbox', { name: 'Select Payment #00005' });
  await box.locator('xpath=ancestor::label').click();
  await wheelDown(page, 20);
  await expectKeysIgnored(page);
  await wheelDown(page, 60);
  await expectKeysIgnored(page);
  await scrollTo(page, 0);
  await expect(box).toBeChecked();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 of 250 selected');
});
