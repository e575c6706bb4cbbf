import type { Page } from '@playwright/test';
import { listCalls, openList } from './support/lists.ts';
import { password } from './support/person.ts';
import { askingForRights } from './support/permissions.ts';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';

/** Works on three shows, and no other test has him open one. */
const owner = 'desmond.hale';
const names = { harbour9: 'Harbour Nine', velvetmap: 'The Velvet Cartographer', lowgravity: 'Low Gravity' };

const picker = (page: Page) => page.getByRole('button', { name: /^Show:/ });
const systemError = 'Oh no! System could not process your request.';

interface Show {
  id: string;
  name: string;
}
interface Context {
  user: { id: string };
  shows: Show[];
  selectedShow: Show | null;
  recentShows: Show[];
}

/** From now on the page starts with another answer than the server's. */
async function startingWith(page: Page, change: (context: Context) => Partial<Context>): Promise<void> {
  await page.unroute('**/api/sessions/login-context*');
  await page.route('**/api/sessions/login-context*', async (route) => {
    const response = await route.fetch();
    const context = (await response.json()) as Context;
    await route.fulfill({ response, json: { ...context, ...change(context) } });
  });
}

test('SH-01, SH-22, SH-44, SH-45, SE-14, SE-16, PE-20, DEC-73, DEC-86: another show is opened from the picker, and everything is of that show', async ({
  as,
}) => {
  const { page, api } = await as(owner, { show: 'harbour9' });
  const calls = listCalls(page);
  await openList(page, '/po');
  await expect(picker(page)).toContainText(names.harbour9);
  expect(new Set(calls.map(({ showId }) => showId))).toEqual(new Set(['harbour9']));
  const before = calls.length;
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
  // Nothing in it can be read without the key of the session.
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
  await expect.poll(() => calls.slice(before).some(({ persona }) => persona === 'CREATOR')).toBe(true);
  expect(calls.findLast(({ persona }) => persona === 'CREATOR')?.showId).toBe('velvetmap');

  // What was viewed last stands first, here and after a reload.
  for (const again of [false, true]) {
    if (again) await page.reload();
    await picker(page).click();
    await expect(items.nth(0)).toContainText(names.velvetmap);
    await expect(items.nth(1)).toContainText(names.harbour9);
    await page.keyboard.press('Escape');
  }
  const { recentShows } = await api.get<Context>('/api/sessions/login-context');
  expect(recentShows.map(({ id }) => id).slice(0, 2)).toEqual(['velvetmap', 'harbour9']);

  await picker(page).click();
  await items.filter({ hasText: 'Browse All' }).click();
  await expect(page).toHaveURL('/shows');
  await expect(page).toHaveTitle('My Shows · Backlot');
  await expect(page.getByRole('heading', { name: 'My Shows' })).toBeVisible();
  for (const name of Object.values(names))
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);
});

test('SE-14, DEC-73: another persona asks for everything anew', async ({ as }) => {
  const { page } = await as('elena');
  await openList(page, '/po');
  const calls = listCalls(page);
  const meta = page.waitForRequest((request) => request.url().includes('/api/users/meta'));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Approvals' }).click();
  await meta;
  await expect.poll(() => calls.at(-1)?.persona).toBe('APPROVER');
});

test('SE-15, SE-16, SH-30, SH-31: which show opens: the server’s, the one before the sign-in, that of the address, the recent, the first', async ({
  as,
}) => {
  const { page } = await as('theodore', { show: 'tidewater' });
  await openList(page, '/po');
  await expect(picker(page)).toContainText('The Tidewater Ledger');
  const opens = async (path: string, name: string) => {
    await page.goto(path);
    await expect(picker(page)).toContainText(name);
    await expect(page).toHaveURL('/po?status=void');
  };
  const before = (showId: string) => page.evaluate((id) => localStorage.setItem('reauthShowId', id), showId);
  // The server's own selection is stronger than the others; `restoreShow` is that selection (DEC-06).
  await before('harbour9');
  await opens('/po?status=void&s=velvetmap', 'The Tidewater Ledger');
  expect(await page.evaluate(() => localStorage.getItem('reauthShowId'))).toBeNull();
  await opens('/po?restoreShow=ambercanyon&status=void', 'Amber Canyon');
  // A show that is not his is passed over.
  await opens('/po?restoreShow=nowhere&status=void', 'Amber Canyon');

  const pick = (context: Context, ids: string[]) => context.shows.filter(({ id }) => ids.includes(id));
  await startingWith(page, (context) => ({
    selectedShow: null,
    recentShows: pick(context, ['lowgravity', 'tidewater']),
  }));
  await before('harbour9');
  await opens('/po?status=void&s=velvetmap', 'Harbour Nine');
  await opens('/po?status=void&s=velvetmap', 'The Velvet Cartographer');
  await startingWith(page, (context) => ({
    selectedShow: null,
    recentShows: pick(context, ['lowgravity']),
  }));
  await opens('/po?status=void', 'Low Gravity');
  // At most five recent ones, filled up from all of them; the others stand apart.
  await picker(page).click();
  const recent = page.getByRole('group', { name: 'Recently viewed' }).getByRole('menuitem');
  await expect(recent).toHaveCount(5);
  await expect(recent.first()).toContainText('Low Gravity');
  await page.keyboard.press('Escape');
  await startingWith(page, (context) => ({
    selectedShow: null,
    recentShows: [],
    shows: pick(context, ['velvetmap', 'harbour9']).toSorted((a, b) => b.id.localeCompare(a.id)),
  }));
  await opens('/po?status=void', 'The Velvet Cartographer');
});

test('SH-30, SH-31: the show that an address names is opened also when one has to sign in first', async ({
  page,
}) => {
  for (const name of ['s', 'restoreShow']) {
    await page.context().clearCookies();
    await page.goto(`/po?${name}=tidewater&status=void`);
    await page.getByLabel('E-mail').fill('theodore@backlot.example');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(picker(page)).toContainText('The Tidewater Ledger');
    await expect(page).toHaveURL('/po?status=void');
  }
});

test('SE-01: without any one of what the start needs it stops', async ({ as }) => {
  const { page } = await as('dana');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(?!sessions)/.test(request.url())) asked.push(request.url());
  });
  for (const name of ['user', 'shows', 'csrfToken', 'platformConfig', 'features', 'sid']) {
    await startingWith(page, () => ({ [name]: undefined }));
    await page.goto('/po');
    await expect(page.getByText(systemError), name).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  expect(asked).toEqual([]);
  await page.unroute('**/api/sessions/login-context*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase Orders' })).toBeVisible();
});

test('SE-23: permissions that do not load, or do not open, stop the start and the choice of another show', async ({
  as,
}) => {
  const { page } = await as(owner, { show: 'harbour9' });
  const failed = 'Unable to load permissions. Try logging out and back in.';
  await askingForRights(page);
  const url = '**/api/users/permissions**';
  await page.route(url, (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL_ERROR' } }));
  await page.goto('/po');
  await expect(page.getByText(failed)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await page.unroute(url);
  await page.route(url, (route) =>
    route.fulfill({ json: { data: btoa('not ours'), iv: btoa('123456789012') } }),
  );
  await page.goto('/po');
  await expect(page.getByText(failed)).toBeVisible();
  await page.unroute(url);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(picker(page)).toContainText(names.harbour9);

  await page.route(url, (route) => route.fulfill({ status: 400, json: { code: 'invalid_parameter' } }));
  await picker(page).click();
  await page.getByRole('menuitem', { name: names.lowgravity }).click();
  await expect(page.getByRole('alert')).toHaveText(failed);
  await expect(picker(page)).toContainText(names.harbour9);
  await expect(page).toHaveURL('/po');
});

test('SH-45, SE-23: of two choices the later one counts: the other opens nothing, tells nothing and leads nowhere', async ({
  as,
}) => {
  const { page } = await as(owner, { show: 'harbour9' });
  await openList(page, '/po');
  const items = page.getByRole('menuitem');
  const choose = async (name: string) => {
    await picker(page).click();
    await items.filter({ hasText: name }).click();
  };
  const rightsOf = (show: string) => (url: URL) =>
    url.pathname.startsWith('/api/users/permissions') && url.searchParams.get('showId') === show;
  /** What the choice of a show waits for, until it is let go or refused. */
  const held = async (show: string) => {
    const end = Promise.withResolvers<boolean>();
    await page.route(rightsOf(show), async (route) => {
      if (await end.promise) await route.continue();
      else await route.fulfill({ status: 400, json: { code: 'invalid_parameter' } });
    });
    return async (isGranted: boolean) => {
      const answered = page.waitForResponse((response) => rightsOf(show)(new URL(response.url())));
      end.resolve(isGranted);
      await (await answered).finished();
      await page.unroute(rightsOf(show));
      // For what would be done with the answer.
      await settled(page);
    };
  };
  const lists = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Purchase Orders' });

  for (const isGranted of [true, false]) {
    const end = await held('velvetmap');
    await choose(names.velvetmap);
    await choose(names.lowgravity);
    await expect(page).toHaveURL('/approvals');
    await expect(picker(page)).toContainText(names.lowgravity);
    await lists.click();
    await expect(page).toHaveURL('/po');
    await end(isGranted);
    await expect(page).toHaveURL('/po');
    await expect(picker(page)).toContainText(names.lowgravity);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await choose(names.harbour9);
    await expect(page).toHaveURL('/approvals');
    await expect(picker(page)).toContainText(names.harbour9);
  }

  // Where the later one fails, the one before it counts again.
  const end = await held('velvetmap');
  const endOther = await held('lowgravity');
  await choose(names.velvetmap);
  await choose(names.lowgravity);
  await endOther(false);
  await expect(page.getByRole('alert')).toContainText('Unable to load permissions.');
  await lists.click();
  await end(true);
  await expect(page).toHaveURL('/approvals');
  await expect(picker(page)).toContainText(names.velvetmap);
});

test('SE-29: a show without an id is not opened', async ({ as }) => {
  const { page } = await as(owner, { show: 'harbour9' });
  await page.route('**/api/users/shows?**', async (route) => {
    const answer = (await (await route.fetch()).json()) as { shows: Show[] };
    const shows = answer.shows.map((show) => (show.name === names.lowgravity ? { ...show, id: '' } : show));
    await route.fulfill({ json: { ...answer, shows } });
  });
  await page.goto('/shows');
  const row = page.getByRole('row').filter({ hasText: names.lowgravity });
  await expect(row).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/users/permissions')) asked.push(request.url());
  });
  await row.click();
  await expect(page.getByRole('alert')).toHaveText('An error occurred.');
  await expect(picker(page)).toContainText(names.harbour9);
  await expect(page).toHaveURL('/shows');
  expect(asked).toEqual([]);
});
