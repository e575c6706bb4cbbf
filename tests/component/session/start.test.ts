import { test } from 'vitest';
import { Refusal } from '#domain/codes';
import { expect } from '../support/expect.ts';
import type { FakeApi } from '../support/api/fake-api.ts';
import { person, rightsOf } from '../support/fixtures/people.ts';
import { show, summaryOf } from '../support/fixtures/shows.ts';
import { numberedOrders, openList } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';
import type { AppOptions } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import type { ResponseBody } from '../support/api/routes.ts';
import { sealRights } from '../support/api/seal-rights.ts';
import { messages } from '../support/pages/setup.ts';

type Context = ResponseBody<'GET /api/sessions/login-context'>;
const permissionsRoute = 'GET /api/users/permissions';
const failed = 'Unable to load permissions. Try logging out and back in.';

const shows = [show('nlite'), show('tidewater'), show('ambercanyon')];
const [northernLights, tidewater, amberCanyon] = shows.map(({ name }) => name) as [string, string, string];

const picker = (page: Page) => page.getByRole('button', { name: /^Show:/ });
const items = (page: Page) => page.getByRole('menuitem');
const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

async function choose(page: Page, name: string): Promise<void> {
  await picker(page).click();
  await items(page).filter({ hasText: name }).click();
}

/** Returns the show ids of the permission requests so far. */
const permissionCalls = (api: FakeApi) => api.calls(permissionsRoute).map(({ query }) => query['showId']);

/** A start without permissions, so that the page requests them separately. */
function withoutOpenShow(): Partial<Context> {
  return { open: null };
}

/** Changes the response of the start. A test may replace `change` while the page is open. */
function changedStart(change: (context: Context, query: URLSearchParams) => object) {
  const start = { change };
  const prepare: AppOptions['prepare'] = (window) => {
    const fetch = window.fetch.bind(window);
    window.fetch = async (...call) => {
      const response = await fetch(...call);
      const { url } = response;
      if (!url.includes('/login-context')) return response;
      const context = (await response.json()) as Context;
      const changed = Response.json({ ...context, ...start.change(context, new URL(url).searchParams) });
      return Object.defineProperty(changed, 'url', { value: url });
    };
  };
  return { start, prepare };
}

test('SE-15, SE-16, SH-30, SH-31: the start opens the show of the server, the sign-in, the address, the recent list or the first one, in this order', async () => {
  const pick = (context: Context, ids: readonly string[]) =>
    ids.flatMap((id) => context.shows.filter((each) => each.id === id));
  const { start, prepare } = changedStart((context, query) => {
    // The server selects the show of `restoreShow` (DEC-06).
    const [selectedShow] = pick(context, [query.get('restoreShow') ?? 'tidewater']);
    return { ...withoutOpenShow(), selectedShow: selectedShow ?? pick(context, ['tidewater'])[0] };
  });
  const { page } = await openApp('/po', { as: 'theodore', shows, prepare });
  await expect(picker(page)).toContainText(tidewater);
  const opens = async (path: string, name: string) => {
    await page.goto(path);
    await expect(picker(page)).toContainText(name);
    await expect(page).toHaveURL('/po?status=void');
  };
  const storeForSignIn = (id: string) => page.window.localStorage.setItem('reauthShowId', id);
  storeForSignIn('nlite');
  await opens('/po?status=void&s=ambercanyon', tidewater);
  expect(page.window.localStorage.getItem('reauthShowId')).toBeNull();
  await opens('/po?restoreShow=ambercanyon&status=void', amberCanyon);

  start.change = (context) => ({
    ...withoutOpenShow(),
    selectedShow: null,
    recentShows: pick(context, ['ambercanyon', 'tidewater']),
  });
  storeForSignIn('nlite');
  await opens('/po?status=void&s=tidewater', northernLights);
  await opens('/po?status=void&s=tidewater', tidewater);
  // A show that the user is not a member of is ignored.
  await opens('/po?status=void&s=nowhere', amberCanyon);
  await opens('/po?status=void', amberCanyon);
  start.change = (context) => ({
    ...withoutOpenShow(),
    selectedShow: null,
    recentShows: [],
    shows: pick(context, ['tidewater', 'nlite']),
  });
  await opens('/po?status=void', tidewater);
});

test('SH-44, SE-16: the picker lists five shows: recent ones first, then others', async () => {
  const many = Array.from({ length: 7 }, (_, at) => show('nlite', { id: `show-${at}`, name: `Show ${at}` }));
  const { prepare } = changedStart((context) => ({ recentShows: [context.shows[6], context.shows[0]] }));
  const { page } = await openApp('/po', { as: 'theodore', shows: many, prepare });
  await picker(page).click();
  const recent = page.getByRole('group', { name: 'Recently viewed' }).getByRole('menuitem');
  await expect(recent).toHaveCount(5);
  await expect(recent.nth(0)).toContainText('Show 6');
  await expect(recent.nth(1)).toContainText('Show 0');
  await expect(items(page).last()).toHaveText('Browse All');
  await page.keyboard.press('Escape');
  // The opened show is listed first.
  await choose(page, 'Show 3');
  await expect(page).toHaveURL('/approvals');
  await picker(page).click();
  await expect(recent.nth(0)).toContainText('Show 3');
  await expect(recent.nth(1)).toContainText('Show 6');
  await items(page).filter({ hasText: 'Browse All' }).click();
  await expect(page).toHaveURL('/shows');
});

test('SE-14, DEC-73: changing the persona reloads the lists and counts', async () => {
  const { page, api } = await openList('/po', { as: 'elena' });
  const [lists, meta] = [api.calls('POST /api/pos/filter').length, api.calls('GET /api/users/meta').length];
  await mainLink(page, 'Approvals').click();
  await expect.poll(() => api.calls('GET /api/users/meta').length).toBeGreaterThan(meta);
  await expect.poll(() => api.calls('POST /api/pos/filter').length).toBeGreaterThan(lists);
  expect(api.calls('POST /api/pos/filter').at(-1)?.query['persona']).toBe('APPROVER');
});

test('LS-02, DEC-99: the request of the totals has no idempotency key and reloads no counts', async () => {
  const { page, api } = await openList('/po', { orders: numberedOrders(51) });
  await expect.poll(() => api.calls('POST /api/pos/filter/sums').length).toBe(1);
  await page.waitForIdle();
  const [sums] = api.calls('POST /api/pos/filter/sums');
  expect(sums?.headers.has('idempotency-key')).toBe(false);
  expect(api.calls('GET /api/users/meta')).toHaveLength(1);
});

test.each(['user', 'shows', 'csrfToken', 'platformConfig', 'features', 'sid'])(
  'SE-01: the start fails without %s and can be retried',
  async (name) => {
    const { start, prepare } = changedStart(() => ({ [name]: undefined }));
    const { page, api } = await openApp('/po', { prepare });
    await expect(page.getByText('Oh no! System could not process your request.')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    expect(permissionCalls(api)).toEqual([]);
    expect(api.calls('GET /api/users/meta')).toEqual([]);
    start.change = () => ({});
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Purchase Orders' })).toBeVisible();
  },
);

test('SE-23: permissions that cannot be loaded or decrypted stop the start and a switch of show', async () => {
  const { prepare } = changedStart(withoutOpenShow);
  let restore: () => void = () => undefined;
  const { page, api } = await openApp('/po', {
    shows,
    prepare,
    api: (fake) => void (restore = fake.fail(permissionsRoute, 'INTERNAL_ERROR')),
  });
  await expect(page.getByText(failed)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
  restore();
  restore = api.on(permissionsRoute, { data: btoa('not ours'), iv: btoa('123456789012') });
  await page.goto('/po');
  await expect(page.getByText(failed)).toBeVisible();
  restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(picker(page)).toContainText(northernLights);

  api.fail(permissionsRoute, 'invalid_parameter');
  await choose(page, tidewater);
  await expect(messages(page).getByRole('alert')).toHaveText(failed);
  await expect(picker(page)).toContainText(northernLights);
  await expect(page).toHaveURL('/po');
});

/** Holds the permissions of shows with a gate until the gate grants or rejects them. */
function answerInTurn(api: FakeApi, gates: Map<string, PromiseWithResolvers<boolean>>): void {
  api.on(permissionsRoute, async ({ query: { showId = '' } }) => {
    const gate = gates.get(showId);
    if (gate && !(await gate.promise)) throw new Refusal('invalid_parameter');
    const open = shows.find(({ id }) => id === showId) ?? show('nlite');
    const session = { csrfToken: 'csrf-token', keySalt: 'key-salt', showId };
    return sealRights(rightsOf(person('theodore'), open), session);
  });
}

test('SH-45, SE-23: the later of two selected shows opens, and the response of the other is ignored', async () => {
  const gates = new Map<string, PromiseWithResolvers<boolean>>();
  const { page, api } = await openList('/po', { as: 'theodore', shows });
  answerInTurn(api, gates);
  /** Holds the permissions of a show. The returned function grants or rejects them. */
  const hold = (id: string) => {
    const gate = Promise.withResolvers<boolean>();
    gates.set(id, gate);
    return (isGranted: boolean) => {
      gates.delete(id);
      gate.resolve(isGranted);
    };
  };
  for (const isGranted of [true, false]) {
    const end = hold('tidewater');
    await choose(page, tidewater);
    await choose(page, amberCanyon);
    await expect(page).toHaveURL('/approvals');
    await expect(picker(page)).toContainText(amberCanyon);
    await mainLink(page, 'Purchase Orders').click();
    await expect(page).toHaveURL('/po');
    end(isGranted);
    // Give a late response time to take effect.
    await page.waitForIdle();
    await expect(page).toHaveURL('/po');
    await expect(picker(page)).toContainText(amberCanyon);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await choose(page, northernLights);
    await expect(page).toHaveURL('/approvals');
    await expect(picker(page)).toContainText(northernLights);
  }

  // If the later one fails, the earlier one opens.
  const end = hold('tidewater');
  const endOther = hold('ambercanyon');
  await choose(page, tidewater);
  await choose(page, amberCanyon);
  endOther(false);
  await expect(messages(page).getByRole('alert')).toContainText('Unable to load permissions.');
  await mainLink(page, 'Purchase Orders').click();
  end(true);
  await expect(page).toHaveURL('/approvals');
  await expect(picker(page)).toContainText(tidewater);
});

test('SE-29: a show without an id is not opened', async () => {
  const { page, api } = await openApp('/shows', {
    shows,
    api(fake, world) {
      fake.on('GET /api/users/shows', () => ({
        shows: world.shows.map((each) => {
          const { id, ...summary } = { ...summaryOf(each), mayEdit: false, isMember: true };
          return { ...summary, id: each.name === amberCanyon ? '' : id };
        }),
        total: world.shows.length,
      }));
    },
  });
  const previousCount = permissionCalls(api).length;
  await page.getByRole('row').filter({ hasText: amberCanyon }).click();
  await expect(messages(page).getByRole('alert')).toHaveText('An error occurred.');
  await expect(picker(page)).toContainText(northernLights);
  await expect(page).toHaveURL('/shows');
  expect(permissionCalls(api)).toHaveLength(previousCount);
});
