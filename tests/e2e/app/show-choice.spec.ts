import type { Page } from '@playwright/test';
import { openList } from '../support/pages/lists.ts';
import { expect, test } from '../support/environment/product.ts';

/** A user of three shows whom no other test uses. */
const owner = 'desmond.hale';
const names = { harbour9: 'Harbour Nine', velvetmap: 'The Velvet Cartographer', lowgravity: 'Low Gravity' };

const picker = (page: Page) => page.getByRole('button', { name: /^Show:/ });

/** Records the persona and the show of every request of the purchase order list. */
function listCalls(page: Page) {
  const calls: { persona: string | null; showId: string | null }[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.replace(/\/$/, '') === '/api/pos/filter')
      calls.push({ persona: searchParams.get('persona'), showId: searchParams.get('showId') });
  });
  return calls;
}

test('SH-01, SH-22, SH-44, SH-45, SE-14, SE-16, PE-20, DEC-73, DEC-86: the picker opens another show with its permissions and lists', async ({
  as,
}) => {
  const { page, api } = await as(owner, { show: 'harbour9' });
  const calls = listCalls(page);
  await openList(page, '/po');
  await expect(picker(page)).toContainText(names.harbour9);
  expect(new Set(calls.map(({ showId }) => showId))).toEqual(new Set(['harbour9']));
  const previousCount = calls.length;
  await picker(page).click();
  const items = page.getByRole('menuitem');
  await expect(items.first()).toContainText(names.harbour9);
  for (const name of Object.values(names)) await expect(items.filter({ hasText: name })).toHaveCount(1);
  await expect(items.last()).toHaveText('Browse All');

  const [permissions] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/users/permissions')),
    items.filter({ hasText: names.velvetmap }).click(),
  ]);
  expect(new URL(permissions.url()).searchParams.get('showId')).toBe('velvetmap');
  // The permissions are encrypted with the key of the session.
  const blob = (await permissions.json()) as Record<string, string>;
  expect(Object.keys(blob).toSorted()).toEqual(['data', 'iv']);
  expect(atob(blob['data'] ?? '')).not.toContain('Studio');
  await expect(page).toHaveURL('/approvals');
  await expect(picker(page)).toContainText(names.velvetmap);
  await expect.poll(() => calls.at(-1)?.showId).toBe('velvetmap');
  // The Velvet Cartographer has no invoices: other permissions, other tabs.
  const tabs = page.getByRole('navigation', { name: 'Main' });
  await expect(tabs.getByRole('link', { name: 'Invoices' })).toHaveCount(0);
  await tabs.getByRole('link', { name: 'Purchase Orders' }).click();
  await expect.poll(() => calls.slice(previousCount).some(({ persona }) => persona === 'CREATOR')).toBe(true);
  expect(calls.findLast(({ persona }) => persona === 'CREATOR')?.showId).toBe('velvetmap');

  // The last viewed show is listed first, also after a reload.
  for (const isReload of [false, true]) {
    if (isReload) await page.reload();
    await picker(page).click();
    await expect(items.nth(0)).toContainText(names.velvetmap);
    await expect(items.nth(1)).toContainText(names.harbour9);
    await page.keyboard.press('Escape');
  }
  const { recentShows } = await api.get<{ recentShows: { id: string }[] }>('/api/sessions/login-context');
  expect(recentShows.map(({ id }) => id).slice(0, 2)).toEqual(['velvetmap', 'harbour9']);

  await picker(page).click();
  await items.filter({ hasText: 'Browse All' }).click();
  await expect(page).toHaveURL('/shows');
  await expect(page).toHaveTitle('My Shows · Backlot');
  await expect(page.getByRole('heading', { name: 'My Shows' })).toBeVisible();
  for (const name of Object.values(names))
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);
});
