import { onTestFinished, test } from 'vitest';
import { emulateMedia, goOffline, blockAssets, emulateOffline } from '../support/commands.ts';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { draft, rowOf, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { coachman, foxglove } from '../support/fixtures/vendors.ts';
import { numberedOrders, openList, rowsIn, scrollTo } from '../support/pages/lists.ts';
import type { Page } from '../support/page.ts';

const list = 'POST /api/pos/filter';
const failure = 'Error loading purchase orders. Please refresh and try again.';
const path = '/po?status=all&sort=DATE,ASC';

/** Scrolls until the top of the row is `below` pixels under the bottom edge of the page. */
async function putRow(page: Page, index: number, below: number): Promise<void> {
  await page.getByRole('main').evaluate((main) => {
    const row = main.querySelectorAll('tbody > tr')[index];
    const bottom = main.getBoundingClientRect().bottom;
    main.scrollTop += (row?.getBoundingClientRect().top ?? 0) - bottom - below;
  });
  // The observer reports once per frame.
  await page.waitForIdle();
}

const scrollTopOf = (page: Page) => page.getByRole('main').evaluate(({ scrollTop }) => scrollTop);

test('LS-21, LS-22, LS-23, LS-24, DEC-47: the next page loads when the 10th row from the end is within 100 px of the view', async () => {
  const { page, api } = await openList(path, { orders: numberedOrders(70) });
  const pages = () => api.calls(list).map(({ query }) => [query['page'], query['count']]);
  const rows = rowsIn(page);
  await expect(rows).toHaveCount(50);
  await putRow(page, 40, 130);
  expect(pages()).toEqual([['1', '50']]);
  await putRow(page, 40, 80);
  await expect(rows).toHaveCount(70);
  const both = [
    ['1', '50'],
    ['2', '50'],
  ];
  expect(pages()).toEqual(both);
  // No further page is requested at the end.
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await page.waitForIdle();
  expect(pages()).toEqual(both);
});

test('LS-44, UX-03, DEC-80: Back to Top scrolls up, instantly with reduced motion, and the list keeps its position after a document', async () => {
  const { page } = await openList(path, { orders: numberedOrders(70) });
  const back = page.getByRole('button', { name: 'Back to Top' });
  await expect(rowsIn(page)).toHaveCount(50);
  await expect(back).toHaveCount(0);
  await scrollTo(page, 1100);
  await expect(back).toBeVisible();
  await back.click();
  await expect.poll(() => scrollTopOf(page)).toBe(0);
  await expect(back).toHaveCount(0);
  await scrollTo(page, 800);
  await page.keyboard.press('j');
  await expect(page.locator('tr:focus')).toBeInViewport();
  expect(await scrollTopOf(page)).toBe(800);
  const row = rowsIn(page).nth(34);
  await scrollTo(page, 1100);
  await page.waitForIdle();
  await row.click();
  await expect(page).toHaveURL(/\/po\/edit\//);
  page.goBack();
  await expect(page.getByRole('rowheader', { name: /00035$/ })).toBeVisible();
  await expect.poll(() => scrollTopOf(page)).toBeGreaterThan(1000);
  onTestFinished(() => emulateMedia({ reducedMotion: 'reduce' }));
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await emulateMedia({ reducedMotion });
    await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
    await expect(back).toBeVisible();
    const moves = await back.evaluate((element) => {
      const calls: unknown[] = [];
      const main = element.closest('main');
      if (main) main.scrollTo = (options: unknown) => calls.push(options);
      element.click();
      if (main) Reflect.deleteProperty(main, 'scrollTo');
      return calls;
    });
    expect(moves).toEqual([{ top: 0, behavior: reducedMotion === 'reduce' ? 'instant' : 'smooth' }]);
  }
});

test('LS-44, UX-03: a new sort keeps the old rows under a loading sign until the response arrives', async () => {
  const orders = [draft({}, { vendor: foxglove }), draft({}, { vendor: coachman })];
  const { page, api } = await openList('/po?status=all', { orders });
  api.on(list, ({ query }) => {
    const sorted = query['sort'] === 'VENDOR_NAME,ASC' ? orders.toReversed() : orders;
    return { poS: sorted.map((order) => rowOf(order, person('dana'))), total: 2 };
  });
  const names = () => rowsIn(page).locator(':scope > :nth-child(3)').allTextContents();
  const [first, last] = [foxglove.vendor.name, coachman.vendor.name];
  const sign = page.getByRole('status', { name: 'Loading' });
  const release = api.hold(list);
  await page.getByRole('columnheader', { name: 'Vendor' }).click();
  await expect(sign).toBeVisible();
  expect(names()).toEqual([first, last]);
  release();
  await expect.poll(names).toEqual([last, first]);
  await expect(sign).toHaveCount(0);
});

test('LS-21, LS-39: a page that fails to load can be retried, and no row is shown twice', async () => {
  const orders = numberedOrders(70);
  const { page, api } = await openList(path, { orders });
  const rows = rowsIn(page);
  await expect(rows).toHaveCount(50);
  const mend = api.fail(list, 'invalid_parameter');
  await putRow(page, 45, 0);
  await expect(page.getByText(failure)).toBeVisible();
  await expect(rows).toHaveCount(50);

  // A new document shifted the pages: the next page begins with a row that is shown already.
  mend();
  api.on(list, ({ query }) => {
    const pages = query['page'] === '1' ? orders.slice(0, 50) : orders.slice(49);
    return { poS: pages.map((order) => rowOf(order, person('dana'))), total: 71 };
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows).toHaveCount(70);
  const ids = rows.elements().map((row) => row.getAttribute('data-key'));
  expect(new Set(ids).size).toBe(70);
  await expect(page.getByText(failure)).toHaveCount(0);
});

test('DEC-74: the page works when the script of the bulk approval panel fails to load', async () => {
  const lost: string[] = [];
  await blockAssets('bulk-run-');
  const { page } = await openList('/po', {
    orders: numberedOrders(1),
    clock: true,
    prepare(window) {
      emulateOffline(window);
      window.addEventListener('vite:preloadError', (event) => {
        if ('payload' in event) lost.push(String(event.payload));
      });
    },
  });
  await expect.poll(() => lost.join()).toContain('/assets/bulk-run-');
  // Wait until loading is given up.
  page.clock.pause();
  await page.clock.runFor(5000);
  await expect(rowsIn(page)).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Create New' })).toBeVisible();
});

test('ER-04: a screen that cannot be loaded offline shows an error', async () => {
  const { page } = await openList('/po', { orders: numberedOrders(1) });
  await expect(rowsIn(page)).toHaveCount(1);
  await goOffline(page.window);
  await page.getByRole('link', { name: 'Create New' }).click();
  await expect(page.getByText('Oh no! System could not process your request.')).toBeVisible();
});

test('UX-03, LS-44: a hovered document and the list after it appear without a skeleton', async () => {
  const { page, api } = await openList('/po?status=all', {
    as: 'theodore',
    orders: Array.from({ length: 30 }, () => submittedOrder()),
  });
  const row = rowsIn(page).nth(10);
  await expect(row).toBeVisible();
  await scrollTo(page, 200);
  const prefetched = api.nextResponse('GET /api/pos/:id');
  await row.hover();
  await prefetched;
  await page.waitForIdle();
  const { window, document } = page;
  let sawSkeleton = false;
  const check = () => {
    sawSkeleton ||= document.querySelector('.animate-skeleton') !== null;
    window.requestAnimationFrame(check);
  };
  check();
  await row.click();
  await expect(page.getByRole('table', { name: 'Line items' })).toBeVisible();
  page.goBack();
  await expect(row).toBeVisible();
  await expect.poll(() => scrollTopOf(page)).toBe(200);
  expect(sawSkeleton).toBe(false);
});
