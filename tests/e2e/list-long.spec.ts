import { boxOf, tick } from './support/bulk.ts';
import { listCalls, openList } from './support/lists.ts';
import { loadPages, sayThousand } from './support/long-list.ts';
import { cashier, waitingPayments } from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';

test('LS-21, LS-44, UX-03: of hundreds of rows those near what is in sight are drawn, on the way down and back', async ({
  as,
}) => {
  const { page } = await as('theodore', { show: 'ambercanyon' });
  await sayThousand(page, { path: 'pos', list: 'poS', number: 'poNumber' });
  await openList(page, '/po?status=all');
  const main = page.getByRole('main');
  const grid = page.getByRole('grid', { name: 'Purchase orders' });
  const rows = grid.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);
  await loadPages(page, 8);
  await main.evaluate((element) => element.scrollTo(0, 200 * 40));
  await expect(page.getByRole('rowheader', { name: /00205$/ })).toBeInViewport();
  await expect.poll(() => rows.count()).toBeLessThan(150);
  await expect(page.getByRole('columnheader', { name: 'Vendor' })).toBeInViewport();
  await main.evaluate((element) => element.scrollTo(0, 0));
  await expect(page.getByRole('rowheader', { name: /00001$/ })).toBeInViewport();
  await expect.poll(() => rows.count()).toBeLessThan(150);

  // On paper stand all that came.
  const loaded = Number(await grid.getAttribute('aria-rowcount')) - 1;
  expect(loaded).toBeGreaterThanOrEqual(400);
  const onPaper = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
    return document.querySelectorAll('tbody > tr').length;
  });
  expect(onPaper).toBe(loaded);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => rows.count()).toBeLessThan(150);
});

test('DEC-100, DEC-80, LS-21: a change asks for the rows in sight, and End, Home and the page keys reach every row', async ({
  as,
}) => {
  const { page } = await as('theodore', { show: 'ambercanyon' });
  await sayThousand(page, { path: 'pos', list: 'poS', number: 'poNumber' });
  const calls = listCalls(page);
  await openList(page, '/po?status=all');
  await loadPages(page, 8);
  const main = page.getByRole('main');
  const scrollTo = (top: number) => main.evaluate((element, to) => element.scrollTo(0, to), top);
  await scrollTo(220 * 40);
  await expect(page.getByRole('rowheader', { name: /00225$/ })).toBeInViewport();
  await settled(page);
  const asked = () => [...new Set(calls.map((call) => call.page))].toSorted((a, b) => a - b);
  calls.length = 0;
  // As when one comes back to the window: anything may have changed meanwhile.
  const answered = page.waitForResponse((response) => /filter.*[?&]page=5(&|$)/.test(response.url()));
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect.poll(asked).toContain(5);
  await answered;
  await settled(page);
  expect(asked().filter((one) => one < 4 || one > 6)).toEqual([]);
  await scrollTo(0);
  await expect.poll(asked).toContain(1);
  expect(asked()).not.toContain(8);

  const focusedRow = page.locator('tr:focus');
  await page.keyboard.press('j');
  await expect(focusedRow).toHaveAttribute('aria-rowindex', '2');
  const rowCount = () => page.getByRole('grid', { name: 'Purchase orders' }).getAttribute('aria-rowcount');
  const last = await rowCount();
  await page.keyboard.press('End');
  await expect(focusedRow).toHaveAttribute('aria-rowindex', String(last));
  await expect(focusedRow).toBeInViewport();
  await page.keyboard.press('PageUp');
  await expect
    .poll(async () => Number(await focusedRow.getAttribute('aria-rowindex')))
    .toBeLessThan(Number(last) - 5);
  await expect(focusedRow).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(focusedRow).toHaveAttribute('aria-rowindex', '2');
  await expect(focusedRow).toBeInViewport();
  await page.keyboard.press('PageDown');
  await expect.poll(async () => Number(await focusedRow.getAttribute('aria-rowindex'))).toBeGreaterThan(8);
  await expect(focusedRow).toBeInViewport();
});

test('DEC-80, LS-21: a wheel takes a list away from the row of the keyboard, and no key acts on what is out of sight', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const { prefix } = await waitingPayments(await cashier(apiOf, baseURL, 'harbour9'), { count: 1 });
  const { page } = await as('alistair.crowe', { show: 'harbour9' });
  await sayThousand(page, { path: 'payments', list: 'payments', number: 'number' });
  await openList(page, `/approvals/payments?number=${prefix}`, 'PAYMENT');
  await boxOf(page, { number: '00001' }).waitFor();
  await loadPages(page, 4);
  const main = page.getByRole('main');
  const toTop = () => main.evaluate((element) => element.scrollTo(0, 0));
  const top = () => main.evaluate((element) => element.scrollTop);
  const focusedRow = page.locator('tr:focus-within');
  /** Where the list stands when no key moves it any more: the space bar scrolls what has no row to act on, and takes its time. */
  const rest = () =>
    main.evaluate(async (element) => {
      for (let still = 0, before = element.scrollTop; still < 10; still += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (element.scrollTop !== before) still = 0;
        before = element.scrollTop;
      }
      return element.scrollTop;
    });
  /** Down by so many rows, with a rest half way. */
  const wheelDown = async (count: number) => {
    const { x = 0, y = 0 } = (await main.boundingBox()) ?? {};
    await page.mouse.move(x + 300, y + 300);
    const from = await rest();
    for (const turned of [count / 2, count]) {
      await page.mouse.wheel(0, count * 20);
      await expect.poll(top, { intervals: [50] }).toBe(from + turned * 40);
    }
    await settled(page);
    expect(await top()).toBe(from + count * 40);
  };
  const keysActOnNothing = async () => {
    for (const key of ['x', 'Enter', 'Space']) await page.keyboard.press(key);
    await settled(page);
    expect(new URL(page.url()).pathname).toBe('/approvals/payments');
  };

  await toTop();
  await boxOf(page, { number: '00001' }).waitFor();
  for (let pressed = 0; pressed < 5; pressed += 1) await page.keyboard.press('j');
  await expect(focusedRow).toHaveAttribute('aria-rowindex', '6');
  await wheelDown(100);
  await expect(focusedRow).toHaveCount(0);
  await keysActOnNothing();
  await page.keyboard.press('j');
  await expect(focusedRow).toBeInViewport();
  const from = Number(await focusedRow.getAttribute('aria-rowindex'));
  expect(from).toBeGreaterThan(80);
  await page.keyboard.press('j');
  await expect(focusedRow).toHaveAttribute('aria-rowindex', String(from + 1));
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(focusedRow).toHaveAttribute('aria-rowindex', String(from - 1));
  await expect(focusedRow).toBeInViewport();

  // A tick of the mouse, and far away from it the same keys.
  await toTop();
  await tick(boxOf(page, { number: '00005' }));
  await wheelDown(20);
  await keysActOnNothing();
  await wheelDown(60);
  await keysActOnNothing();
  await toTop();
  await expect(boxOf(page, { number: '00005' })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 of 1000 selected');
});
