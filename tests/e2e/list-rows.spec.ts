import { listCalls, openList, withoutNews } from './support/lists.ts';
import { loadPages, sayThousand } from './support/long-list.ts';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';
import { countRenders } from './support/renders.ts';
import { tabOpenedBy } from './support/tabs.ts';

const quiet = { show: 'ambercanyon' };

/** Twenty rows come into sight at a time, and a row is some fifty components; the rows that stand are 4,000. */
const twentyRows = 1270;

test('LS-21, UX-03: a long list that is scrolled draws the rows that come, and none that stand', async ({
  as,
}) => {
  const { page } = await as('theodore', quiet);
  await withoutNews(page);
  await sayThousand(page, { path: 'pos', list: 'poS', number: 'poNumber' });
  const drawn = await countRenders(page);
  await openList(page, '/po?status=all');
  await loadPages(page, 6);
  const main = page.getByRole('main');
  const first = page.getByRole('grid', { name: 'Purchase orders' }).locator('tbody tr').first();
  const counts: number[] = [];
  for (const row of [100, 120, 140, 160]) {
    const before = await first.getAttribute('aria-rowindex');
    await drawn();
    await main.evaluate((element, top) => element.scrollTo(0, top), row * 40);
    await expect(first).not.toHaveAttribute('aria-rowindex', before ?? '');
    await settled(page);
    counts.push(await drawn());
  }
  // The first is a jump. Of the others the least, as news may come while one goes on.
  const least = Math.min(...counts.slice(1));
  expect(least).toBeGreaterThan(10);
  expect(least).toBeLessThan(twentyRows);
});

/** Fifty rows with all around them: 3,630 components at most. Where everything was drawn twice they were 4,330 and 6,770. */
const onceDrawn = 3900;

/** What says of fifty rows that none has changed: 120 components. The rows themselves are 1,760. */
const noneDrawn = 400;

test('LS-20, UX-03: a list is drawn once: not again for rows that are read again, the first hand on the mouse, or a key', async ({
  as,
}) => {
  const { page } = await as('theodore', quiet);
  await withoutNews(page);
  const drawn = await countRenders(page);
  await openList(page, '/po?status=all');
  const grid = page.getByRole('grid', { name: 'Purchase orders' });
  const rows = grid.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);
  await settled(page);
  expect(await drawn()).toBeLessThan(onceDrawn);
  // All of them are there for who looks for a word in the page, and are counted as always.
  await expect(grid).not.toHaveAttribute('aria-rowcount');

  const again = page.waitForResponse((response) => response.url().includes('/api/pos/filter'));
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await again;
  await settled(page);
  expect(await drawn()).toBeLessThan(noneDrawn);

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  expect(await drawn()).toBeLessThan(2 * noneDrawn);

  await grid.focus();
  await expect(rows.first()).toBeFocused();
  await settled(page);
  await drawn();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await settled(page);
  expect(await drawn()).toBeLessThan(noneDrawn);

  await page.getByRole('link', { name: 'Invoices' }).click();
  await expect(page.getByRole('grid', { name: 'Invoices' })).toBeVisible();
  await settled(page);
  await drawn();
  await page.goBack();
  await expect(rows).toHaveCount(50);
  await settled(page);
  expect(await drawn()).toBeLessThan(onceDrawn);
});

test('UX-03, LS-44: the rows that fit into the window are drawn first, in a list that says how many there are', async ({
  as,
}) => {
  const { page } = await as('theodore', quiet);
  await withoutNews(page);
  // What is looked at before the others come stands in the page itself.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const rows = document.querySelectorAll('tbody > tr[data-key]').length;
      const { seen } = document.documentElement.dataset;
      const main = document.querySelector('main');
      if (rows === 0 || seen !== undefined || !main) return;
      const said = document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount');
      document.documentElement.dataset['seen'] = JSON.stringify({ rows, said, height: main.scrollHeight });
    }).observe(document, { childList: true, subtree: true });
  });
  await openList(page, '/po?status=all');
  const rows = page.getByRole('grid', { name: 'Purchase orders' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);
  const main = page.getByRole('main');
  const [first, height, room] = await main.evaluate((element) => [
    document.documentElement.dataset['seen'] ?? '{}',
    element.scrollHeight,
    Math.ceil(innerHeight / 40),
  ]);
  expect(JSON.parse(first)).toEqual({ rows: room, said: '51', height });
});

test('DEC-80, LS-44: in a list the arrows lead through rows, cells and heads, and Tab leads out of it', async ({
  as,
}) => {
  const { page } = await as('theodore', quiet);
  await withoutNews(page);
  const calls = listCalls(page);
  await openList(page, '/po?status=all');
  const grid = page.getByRole('grid', { name: 'Purchase orders' });
  const rows = grid.locator('tbody').getByRole('row');
  const focused = grid.locator(':focus');
  const press = (key: string) => page.keyboard.press(key);
  await expect(rows.nth(2)).toBeVisible();
  // One stop of Tab, which comes to a row.
  await expect(grid).toHaveAttribute('tabindex', '0');
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
  await expect(grid.getByRole('columnheader', { name: 'Vendor' })).toBeFocused();
  const sorted = page.waitForResponse((response) => response.url().includes('VENDOR_NAME'));
  await press('Enter');
  await sorted;
  await settled(page);
  expect(calls.at(-1)?.sort).toBe('VENDOR_NAME,ASC');
  await expect(grid).toHaveAccessibleDescription(/ascending/);
  await expect(grid.getByRole('columnheader', { name: 'Vendor' })).toHaveAttribute('aria-sort', 'ascending');
  await press('ArrowDown');
  await press('ArrowLeft');
  await press('ArrowLeft');
  await press('ArrowLeft');
  await expect(rows.first()).toBeFocused();
  await press('Shift+Tab');
  await expect(focused).toHaveCount(0);
  await press('Tab');
  await expect(rows.first()).toBeFocused();
  await press('Tab');
  await expect(focused).toHaveCount(0);
});

test('LS-44, DEC-80: Ctrl opens a row in a new tab; a row that goes hands the focus to the next', async ({
  as,
}) => {
  const { page } = await as('theodore', quiet);
  await withoutNews(page);
  await openList(page, '/po?status=all');
  const rows = page.getByRole('grid', { name: 'Purchase orders' }).locator('tbody').getByRole('row');
  const press = () => rows.nth(1).click({ modifiers: ['ControlOrMeta'] });
  const tab = await tabOpenedBy(page, press, /\/po\/(review|edit)\//);
  await tab.close();
  await expect(page).toHaveURL(/\/po\?/);

  const next = await rows.nth(3).getAttribute('data-key');
  const gone = await rows.nth(2).getAttribute('data-key');
  await rows.nth(2).focus();
  await page.route('**/api/pos/filter*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { poS: { id: string }[]; total: number };
    await route.fulfill({ json: { ...body, poS: body.poS.filter(({ id }) => id !== gone) } });
  });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.locator('tr:focus')).toHaveAttribute('data-key', next ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/po\/(review|edit)\//);
});

test('DEC-80, LS-21: Tab comes to a row in sight of a long list, wherever it was left, and Ctrl leads to its ends', async ({
  as,
}) => {
  const { page } = await as('theodore', quiet);
  await withoutNews(page);
  await sayThousand(page, { path: 'pos', list: 'poS', number: 'poNumber' });
  await openList(page, '/po?status=all');
  await loadPages(page, 10);
  const main = page.getByRole('main');
  const grid = page.getByRole('grid', { name: 'Purchase orders' });
  const focusedRow = page.locator('tr:focus');
  const place = async () => Number(await focusedRow.getAttribute('aria-rowindex'));
  const toRow = async (row: number) => {
    await main.evaluate((element, top) => element.scrollTo(0, top), row * 40);
    await settled(page);
    await expect(focusedRow).toHaveCount(0);
    await expect(grid).toHaveAttribute('tabindex', '0');
    await grid.focus();
    await expect(focusedRow).toBeInViewport();
    expect(Math.abs((await place()) - row)).toBeLessThan(15);
  };
  await toRow(300);
  await page.keyboard.press('ArrowDown');
  await expect(focusedRow).toBeInViewport();
  await toRow(100);
  await toRow(400);
  await page.keyboard.press('Control+Home');
  await expect(focusedRow).toHaveAttribute('aria-rowindex', '2');
  await page.keyboard.press('Control+End');
  await expect(focusedRow).toHaveAttribute('aria-rowindex', (await grid.getAttribute('aria-rowcount')) ?? '');
  await expect(focusedRow).toBeInViewport();
});
