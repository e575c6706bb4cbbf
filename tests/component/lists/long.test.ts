import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { submittedPayment } from '../support/fixtures/payments.ts';
import { loadPages, numberedOrders, openList, rowsIn, scrollTo } from '../support/pages/lists.ts';
import type { Page } from '../support/page.ts';

const list = 'POST /api/pos/filter';
const focusedRow = (page: Page) => page.locator('tr:focus-within');
const placeOf = async (page: Page) => Number(await focusedRow(page).getAttribute('aria-rowindex'));

test('LS-21, LS-44, UX-03, DEC-80, DEC-100: of hundreds of rows those in sight are drawn and refreshed, all of them on paper; End, Home and the page keys reach every row', async () => {
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
  await page.settled();
  const before = api.calls(list).length;
  const asked = () =>
    api
      .calls(list)
      .slice(before)
      .map(({ query }) => Number(query['page']));
  page.focusWindow();
  await expect.poll(asked).toContain(5);
  await page.settled();
  expect(asked().filter((one) => one < 4 || one > 6)).toEqual([]);
  await scrollTo(page, 0);
  await expect.poll(asked).toContain(1);
  await page.settled();
  expect(asked()).not.toContain(8);
  await scrollTo(page, 0);
  await page.settled();
  const row = focusedRow(page);
  await page.keyboard.press('j');
  await expect(row).toHaveAttribute('aria-rowindex', '2');
  const last = Number(await grid.getAttribute('aria-rowcount'));
  await page.keyboard.press('End');
  await expect(row).toHaveAttribute('aria-rowindex', String(last));
  await expect(row).toBeInViewport();
  await page.keyboard.press('PageUp');
  await expect.poll(() => placeOf(page)).toBeLessThan(last - 5);
  await expect(row).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(row).toHaveAttribute('aria-rowindex', '2');
  await expect(row).toBeInViewport();
  await page.keyboard.press('PageDown');
  await expect.poll(() => placeOf(page)).toBeGreaterThan(8);
  await expect(row).toBeInViewport();
});

/** The queue of marcus with 250 payments. */
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

/** Turns the wheel over the list by so many rows, and waits until nothing moves any more. */
async function wheelDown(page: Page, count: number): Promise<void> {
  const main = page.getByRole('main');
  const top = () => main.evaluate(({ scrollTop }) => scrollTop);
  /** A key that had no row to act on scrolls the list, which takes its time. */
  const atRest = () =>
    main.evaluate(async (element) => {
      for (let still = 0, before = element.scrollTop; still < 10; still += 1) {
        await new Promise((resolve) => page.window.requestAnimationFrame(resolve));
        if (element.scrollTop !== before) still = 0;
        before = element.scrollTop;
      }
      return element.scrollTop;
    });
  const { x, y } = await main.boundingBox();
  await page.mouse.move(x + 300, y + 300);
  const from = await atRest();
  for (const turned of [count / 2, count]) {
    await page.mouse.wheel(0, count * 20);
    await expect.poll(top).toBe(from + turned * 40);
  }
  await page.settled();
  expect(await top()).toBe(from + count * 40);
}

async function keysActOnNothing(page: Page): Promise<void> {
  for (const key of ['x', 'Enter', 'Space']) await page.keyboard.press(key);
  await page.settled();
  await expect(page).toHaveURL('/approvals/payments');
}

test('DEC-80, LS-21: a wheel takes a list away from the focused row; no key acts on what is out of sight, nor on a row ticked with the mouse', async () => {
  const page = await openLongQueue();
  const row = focusedRow(page);
  for (let pressed = 0; pressed < 5; pressed += 1) await page.keyboard.press('j');
  await expect(row).toHaveAttribute('aria-rowindex', '6');
  await wheelDown(page, 100);
  await expect(row).toHaveCount(0);
  await keysActOnNothing(page);
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('None selected');
  await page.keyboard.press('j');
  await expect(row).toBeInViewport();
  const from = await placeOf(page);
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
  await keysActOnNothing(page);
  await wheelDown(page, 60);
  await keysActOnNothing(page);
  await scrollTo(page, 0);
  await expect(box).toBeChecked();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 of 250 selected');
});
