import type { Page } from '@playwright/test';
import { rowOf, blockDocumentChanges } from '../support/pages/lists.ts';
import { createDraftOrder, createSubmittedOrder } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';

/** Delays the application script until `release`, and counts the page's API requests. */
async function holdApplication(page: Page) {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(pathname);
  });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Changes of other users would make the page refetch.
  await blockDocumentChanges(page);
  await page.route('**/assets/index-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return {
    release: () => release(),
    times: (path: string) => requests.filter((request) => request === path).length,
  };
}

test('LS-02, LS-12, LS-13, SH-11, SH-14: a page requests its list or document once, while the application loads', async ({
  as,
}) => {
  const [dana, priya] = [
    await as('dana'),
    await as('priya', { viewport: { width: 375, height: 812 }, hasTouch: true }),
  ];
  const [order, waiting] = await Promise.all([createDraftOrder(dana), createSubmittedOrder(dana)]);
  const list = await holdApplication(dana.page);
  await dana.page.goto('/po', { waitUntil: 'commit' });
  await expect(dana.page.getByText('Opening Backlot')).toBeVisible();
  await expect.poll(() => list.times('/api/pos/filter')).toBe(1);
  await expect.poll(() => list.times('/api/users/meta')).toBe(1);
  // The page is painted before the application runs.
  await dana.page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  expect(await dana.page.evaluate(() => document.querySelector('#root')?.textContent?.trim())).toBe(
    'Opening Backlot',
  );
  list.release();
  await expect(dana.page.getByRole('heading', { name: 'Purchase Orders' })).toBeVisible();
  await expect(rowOf(dana.page, order)).toBeVisible();
  expect(list.times('/api/sessions/login-context')).toBe(1);
  expect(list.times('/api/pos/filter')).toBe(1);
  expect(list.times('/api/users/meta')).toBe(1);

  const { page } = priya;
  const hub = await holdApplication(page);
  await page.goto('/approvals', { waitUntil: 'commit' });
  await expect.poll(() => hub.times('/api/home')).toBe(1);
  hub.release();
  await expect(page.getByRole('list', { name: 'Purchase orders' }).getByRole('link').first()).toBeVisible();
  expect(hub.times('/api/pos/filter')).toBe(1);
  expect(hub.times('/api/home')).toBe(1);
  expect(hub.times('/api/users/meta')).toBe(1);

  const other = await page.context().newPage();
  const review = await holdApplication(other);
  await other.goto(`/po/review/${waiting.id}/approver`, { waitUntil: 'commit' });
  await expect.poll(() => review.times(`/api/pos/${waiting.id}`)).toBe(1);
  review.release();
  await expect(other.getByRole('heading', { level: 1 })).toContainText(waiting.poNumber);
  expect(review.times(`/api/pos/${waiting.id}`)).toBe(1);
  expect(review.times('/api/users/meta')).toBe(1);
});

test('text in every script uses Inter, and digits have one width', { tag: '@long' }, async ({ as }) => {
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
