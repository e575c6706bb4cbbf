import { onTestFinished, test } from 'vitest';
import { emulateMedia, goOffline, loseAssets, sayOffline } from '../support/commands.ts';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { draft, rowOf, submitted } from '../support/fixtures/purchase-orders.ts';
import { coachman, foxglove } from '../support/fixtures/vendors.ts';
import { numberedOrders, openList, rowsIn, scrollTo } from '../support/pages/lists.ts';
import type { Page } from '../support/page.ts';

const list = 'POST /api/pos/filter';
const failure = 'Error loading purchase orders. Please refresh and try again.';
const path = '/po?status=all&sort=DATE,ASC';

/** Scrolls until the top of the row is so far below the foot of the page (px). */
async function putRow(page: Page, index: number, below: number): Promise<void> {
  await page.getByRole('main').evaluate((main) => {
    const row = main.querySelectorAll('tbody > tr')[index];
    const foot = main.getBoundingClientRect().bottom;
    main.scrollTop += (row?.getBoundingClientRect().top ?? 0) - foot - below;
  });
  // An observer looks once a frame.
  await page.settled();
}

const scrollTopOf = (page: Page) => page.getByRole('main').evaluate(({ scrollTop }) => scrollTop);

test('LS-21, LS-22, LS-23, LS-24, DEC-47: the 10th row from the end, 100 px away, brings the next page', async () => {
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
  // At the end no page is asked for that does not exist.
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await page.settled();
  expect(pages()).toEqual(both);
});

test('LS-44, UX-03, DEC-80: Back to Top leads to the top of a scrolled list, at once under reduced motion; j goes on from the rows in sight; after a document the list is where it was left', async () => {
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
  await page.settled();
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

test('LS-44, UX-03: rows stand in the order that comes; until then the old ones stay under a sign', async () => {
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

test('LS-21, LS-39: a page that does not come can be asked for again; a row stands once', async () => {
  const orders = numberedOrders(70);
  const { page, api } = await openList(path, { orders });
  const rows = rowsIn(page);
  await expect(rows).toHaveCount(50);
  const mend = api.fail(list, 'invalid_parameter');
  await putRow(page, 45, 0);
  await expect(page.getByText(failure)).toBeVisible();
  await expect(rows).toHaveCount(50);

  // Another document has come meanwhile: the page begins with a row that stands already.
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

test('DEC-74: where the panel of bulk approvals does not arrive, the page stays as it is', async () => {
  const lost: string[] = [];
  await loseAssets('bulk-run-');
  const { page } = await openList('/po', {
    orders: numberedOrders(1),
    clock: true,
    prepare(window) {
      sayOffline(window);
      window.addEventListener('vite:preloadError', (event) => {
        if ('payload' in event) lost.push(String(event.payload));
      });
    },
  });
  await expect.poll(() => lost.join()).toContain('/assets/bulk-run-');
  // What was lost is given up a moment later.
  page.clock.hold();
  await page.clock.runFor(5000);
  await expect(rowsIn(page)).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Create New' })).toBeVisible();
});

test('ER-04: a screen that cannot be loaded offline says so', async () => {
  const { page } = await openList('/po', { orders: numberedOrders(1) });
  await expect(rowsIn(page)).toHaveCount(1);
  await goOffline(page.window);
  await page.getByRole('link', { name: 'Create New' }).click();
  await expect(page.getByText('Oh no! System could not process your request.')).toBeVisible();
});

test('UX-03, LS-44: a document on whose row the mouse rests, and the list after it, appear without a skeleton', async () => {
  const { page, api } = await openList('/po?status=all', {
    as: 'theodore',
    orders: Array.from({ length: 30 }, () => submitted()),
  });
  const row = rowsIn(page).nth(10);
  await expect(row).toBeVisible();
  await scrollTo(page, 200);
  const read = api.nextAnswer('GET /api/pos/:id');
  await row.hover();
  await read;
  await page.settled();
  const { window, document } = page;
  let sawSkeleton = false;
  const look = () => {
    sawSkeleton ||= document.querySelector('.animate-skeleton') !== null;
    window.requestAnimationFrame(look);
  };
  look();
  await row.click();
  await expect(page.getByRole('table', { name: 'Line items' })).toBeVisible();
  page.goBack();
  await expect(row).toBeVisible();
  await expect.poll(() => scrollTopOf(page)).toBe(200);
  expect(sawSkeleton).toBe(false);
});
