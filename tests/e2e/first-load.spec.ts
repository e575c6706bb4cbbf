import type { Page } from '@playwright/test';
import { rowOf, withoutNews } from './support/lists.ts';
import { draft, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';

/** Holds the application back until it is let go, and counts what the page asks. */
async function withoutApplication(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  let letGo: () => void = () => undefined;
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // What others do meanwhile would have it ask again.
  await withoutNews(page);
  await page.route('**/assets/index-*.js', async (route) => {
    await free;
    await route.continue();
  });
  return { letGo: () => letGo(), times: (path: string) => asked.filter((one) => one === path).length };
}

test('LS-02, LS-12: a list is asked for while the application is on its way, in its words, and once', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  const { letGo, times } = await withoutApplication(page);
  await page.goto('/po', { waitUntil: 'commit' });
  await expect(page.getByText('Opening Backlot')).toBeVisible();
  await expect.poll(() => times('/api/pos/filter')).toBe(1);
  await expect.poll(() => times('/api/users/meta')).toBe(1);
  letGo();
  await expect(rowOf(page, order)).toBeVisible();
  expect(times('/api/sessions/login-context')).toBe(1);
  expect(times('/api/pos/filter')).toBe(1);
  expect(times('/api/users/meta')).toBe(1);
});

test('SH-14, LS-13: so is what waits for approval, on a phone too', async ({ as }) => {
  const { page } = await as('priya', { viewport: { width: 375, height: 812 }, hasTouch: true });
  const { letGo, times } = await withoutApplication(page);
  await page.goto('/approvals', { waitUntil: 'commit' });
  await expect.poll(() => times('/api/home')).toBe(1);
  letGo();
  await expect(page.getByRole('list', { name: 'Purchase orders' }).getByRole('link').first()).toBeVisible();
  expect(times('/api/pos/filter')).toBe(1);
  expect(times('/api/home')).toBe(1);
  expect(times('/api/users/meta')).toBe(1);
});

test('SH-11: so is a document that is to be reviewed', async ({ as }) => {
  const order = await submitted(await as('dana'));
  const { page } = await as('priya');
  const { letGo, times } = await withoutApplication(page);
  await page.goto(`/po/review/${order.id}/approver`, { waitUntil: 'commit' });
  await expect.poll(() => times(`/api/pos/${order.id}`)).toBe(1);
  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.poNumber);
  expect(times(`/api/pos/${order.id}`)).toBe(1);
  expect(times('/api/users/meta')).toBe(1);
});

test('the frame of the page is seen before the application runs', async ({ as }) => {
  const { page } = await as('dana');
  const { letGo } = await withoutApplication(page);
  await page.goto('/po', { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  expect(await page.evaluate(() => document.querySelector('#root')?.textContent?.trim())).toBe(
    'Opening Backlot',
  );
  letGo();
  await expect(page.getByRole('heading', { name: 'Purchase Orders' })).toBeVisible();
});

test('names in every script stand in Inter, one file does for most, and figures are of one width', async ({
  as,
}) => {
  const { page } = await as('dana');
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.woff2')) files.push(request.url());
  });
  await page.goto('/po');
  await expect(page.getByRole('heading', { name: 'Purchase Orders' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(files.filter((file) => file.includes('inter-first'))).toHaveLength(1);
  await page.evaluate(() => {
    const names = document.createElement('p');
    names.id = 'names';
    names.textContent = 'Zoë Ångström, Łukasz, Nguyễn, Ωμέγα, Жанна “$1,234.50” – €5';
    document.body.appendChild(names);
  });
  const chrome = await page.context().newCDPSession(page);
  await chrome.send('DOM.enable');
  await chrome.send('CSS.enable');
  const fonts = async () => {
    const { root } = await chrome.send('DOM.getDocument');
    const { nodeId } = await chrome.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#names' });
    const used = await chrome.send('CSS.getPlatformFontsForNode', { nodeId });
    return used.fonts.map(({ familyName, isCustomFont }) => isCustomFont && familyName.startsWith('Inter'));
  };
  await expect.poll(async () => (await fonts()).every(Boolean)).toBe(true);
  const widths = await page.evaluate(() =>
    ['1111', '8888'].map((text) => {
      const figures = document.createElement('span');
      figures.className = 'figures';
      figures.textContent = text;
      document.body.appendChild(figures);
      return figures.getBoundingClientRect().width;
    }),
  );
  expect(widths[0]).toBe(widths[1]);
});
