import type { Page } from '@playwright/test';
import { listCalls, openList, withoutNews } from './support/lists.ts';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';

/** A show of two pages in which nothing else happens. */
const quiet = { show: 'ambercanyon' };

/** Scrolls until the top of the row is so far below the foot of the page (px). */
async function putRow(page: Page, index: number, below: number): Promise<void> {
  await page.getByRole('main').evaluate(
    (main, [at, distance]) => {
      const row = main.querySelectorAll('tbody > tr')[at ?? 0];
      const foot = main.getBoundingClientRect().bottom;
      main.scrollTop += (row?.getBoundingClientRect().top ?? 0) - foot - (distance ?? 0);
    },
    [index, below],
  );
  // An observer looks once a frame.
  await settled(page);
}

test('LS-21, LS-22, LS-23, LS-24, DEC-47: the 10th row from the end, 100 px away, brings the next page', async ({
  as,
}) => {
  const { page } = await as('theodore', quiet);
  const calls = listCalls(page);
  const pages = () => [...new Set(calls.map((call) => call.page))].toSorted((a, b) => a - b);
  await openList(page, '/po?status=all&sort=DATE,ASC');
  const rows = page.getByRole('grid', { name: 'Purchase orders' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);
  expect(calls[0]).toMatchObject({ page: 1, count: 50 });

  await putRow(page, 40, 130);
  expect(pages()).toEqual([1]);
  const answer = page.waitForResponse((response) => response.url().includes('page=2'));
  await putRow(page, 40, 80);
  const { total } = (await (await answer).json()) as { total: number };
  await expect(rows).toHaveCount(Math.min(total, 100));
  expect(pages()).toEqual([1, 2]);

  // To the end: no page is asked for that does not exist.
  expect(Math.ceil(total / 50)).toBe(2);
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await settled(page);
  expect(pages()).toEqual([1, 2]);
});

test('LS-44, UX-03: Back to Top, and the list is found where it was left', async ({ as }) => {
  const { page } = await as('theodore', quiet);
  await openList(page, '/po?status=all&sort=DATE,ASC');
  const main = page.getByRole('main');
  const top = () => main.evaluate((element) => element.scrollTop);
  const back = page.getByRole('button', { name: 'Back to Top' });
  const rows = page.getByRole('grid', { name: 'Purchase orders' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);
  await expect(back).toHaveCount(0);
  await main.evaluate((element) => element.scrollTo(0, 1100));
  await expect(back).toBeVisible();

  await settled(page);
  const row = rows.nth(34);
  const [number = ''] = (await row.getByRole('rowheader').innerText()).split('\n');
  await row.click();
  await expect(page).toHaveURL(/\/po\/(review|edit)\//);
  await page.goBack();
  await expect(page.getByRole('rowheader', { name: new RegExp(`^${number}`) })).toBeVisible();
  await expect.poll(top).toBeGreaterThan(1000);

  await back.click();
  await expect.poll(top).toBe(0);
  await expect(back).toHaveCount(0);
});

test('LS-44: Back to Top jumps under reduced motion, and glides otherwise', async ({ as }) => {
  const { page } = await as('theodore', quiet);
  await openList(page, '/po?status=all&sort=DATE,ASC');
  const main = page.getByRole('main');
  await expect(main.locator('tbody').getByRole('row')).toHaveCount(50);
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion });
    await main.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const back = page.getByRole('button', { name: 'Back to Top' });
    await expect(back).toBeVisible();
    const behavior = await back.evaluate((element: HTMLElement) => {
      const wanted: unknown[] = [];
      const box = element.closest('main');
      if (box) box.scrollTo = (options: unknown) => wanted.push(options);
      element.click();
      if (box) Reflect.deleteProperty(box, 'scrollTo');
      return wanted;
    });
    expect(behavior).toEqual([{ top: 0, behavior: reducedMotion === 'reduce' ? 'instant' : 'smooth' }]);
  }
});

test('LS-03, LS-04, LS-44, UX-03: every head but Attachments sorts, both ways', async ({ as }) => {
  const { page } = await as('theodore', quiet);
  const calls = listCalls(page);
  await openList(page, '/po?status=all');
  const grid = page.getByRole('grid', { name: 'Purchase orders' });
  const head = (name: string) => grid.getByRole('columnheader', { name });
  expect(calls[0]?.sort).toBe('PO_NUMBER,DESC');
  await expect(head('PO #')).toHaveAttribute('aria-sort', 'descending');
  await expect(head('Attachments')).not.toHaveAttribute('aria-sort', /./);
  const sorts = {
    'PO #': 'PO_NUMBER',
    Date: 'DATE',
    Vendor: 'VENDOR_NAME',
    Department: 'DEPARTMENT',
    Description: 'DESCRIPTION',
    'Created By': 'CREATED_BY',
    Total: 'TOTAL',
    Status: 'STATUS',
  };
  for (const [name, type] of Object.entries(sorts)) {
    await head(name).click();
    await expect.poll(() => calls.at(-1)?.sort).toBe(`${type},ASC`);
    await expect(head(name)).toHaveAttribute('aria-sort', 'ascending');
  }
  await head('Status').click();
  await expect.poll(() => calls.at(-1)?.sort).toBe('STATUS,DESC');

  // What came is in that order.
  await head('Vendor').click();
  await expect.poll(() => calls.at(-1)?.sort).toBe('VENDOR_NAME,ASC');
  const vendors = () => grid.locator('tbody tr > :nth-child(3)').allInnerTexts();
  await expect
    .poll(async () => {
      const names = await vendors();
      return names.join('|') === names.toSorted().join('|');
    })
    .toBe(true);

  // While the next order is on its way, the old rows stay under a sign that says so.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/pos/filter*', async (route) => {
    await held.promise;
    await route.continue();
  });
  // An order that has not been asked for yet: what has been shown before is shown at once.
  await head('Vendor').click();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(await vendors()).toHaveLength(50);
  held.resolve();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
});

test('LS-21, LS-39: a page that does not come can be asked for again; a row stands once', async ({ as }) => {
  const { page } = await as('theodore', quiet);
  await openList(page, '/po?status=all&sort=DATE,ASC');
  const rows = page.getByRole('grid', { name: 'Purchase orders' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);
  await page.route('**/api/pos/filter*page=2*', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid_parameter' } }),
  );
  await putRow(page, 45, 0);
  const failure = page.getByText('Error loading purchase orders. Please refresh and try again.');
  await expect(failure).toBeVisible();
  await expect(rows).toHaveCount(50);

  // Somebody has raised a document meanwhile: the page begins with a row that stands already.
  await page.unroute('**/api/pos/filter*page=2*');
  await page.route('**/api/pos/filter*page=2*', async (route) => {
    const answer = await route.fetch();
    const first = await route.fetch({ url: route.request().url().replace('page=2', 'page=1') });
    const [body, before] = [await answer.json(), await first.json()] as { poS: unknown[] }[];
    const poS = [before?.poS.at(-1), ...(body?.poS.slice(0, -1) ?? [])];
    await route.fulfill({ json: { ...body, poS } });
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  // The other of the two pages has one new row less.
  await expect.poll(() => rows.count()).toBeGreaterThan(60);
  const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-key')));
  expect(new Set(ids).size).toBe(ids.length);
  await expect(failure).toHaveCount(0);
});

test('DEC-80, ER-04: j goes on from the rows in sight; a screen that cannot be had offline says so', async ({
  as,
}) => {
  const { page } = await as('theodore', quiet);
  await openList(page, '/po?status=all&sort=DATE,ASC');
  const rows = page.getByRole('grid', { name: 'Purchase orders' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);
  const main = page.getByRole('main');
  await main.evaluate((element) => element.scrollTo(0, 800));
  await page.keyboard.press('j');
  await expect(page.locator('tr:focus')).toBeInViewport();
  expect(await main.evaluate((element) => element.scrollTop)).toBe(800);

  // Tests before this one may have had the screen.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Create New' }).click();
  await expect(page.getByText('Oh no! System could not process your request.')).toBeVisible();
});

test('UX-03, LS-44: a document on whose row the pointer rests, and the list after it, are there without a skeleton', async ({
  as,
}) => {
  const { page } = await as('theodore', quiet);
  await withoutNews(page);
  await openList(page, '/po?status=APPROVED');
  const main = page.getByRole('main');
  const rows = page.getByRole('grid', { name: 'Purchase orders' }).locator('tbody').getByRole('row');
  await expect(rows.nth(10)).toBeVisible();
  await main.evaluate((element) => element.scrollTo(0, 200));
  const read = page.waitForResponse((response) => /\/api\/pos\/(?!filter)/.test(response.url()));
  await rows.nth(10).hover();
  await read;
  await settled(page);
  await page.evaluate(() => {
    const look = () => {
      if (document.querySelector('.animate-skeleton')) document.body.dataset['skeleton'] = 'seen';
      requestAnimationFrame(look);
    };
    look();
  });
  await rows.nth(10).click();
  await expect(page.getByRole('table', { name: 'Line items' })).toBeVisible();
  await page.goBack();
  await expect(rows.nth(10)).toBeVisible();
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBe(200);
  expect(await page.evaluate(() => document.body.dataset['skeleton'])).toBeUndefined();
});
