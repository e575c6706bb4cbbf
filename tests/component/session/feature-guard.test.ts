import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { show } from '../support/fixtures/shows.ts';
import { openApp } from '../support/open-app.ts';
import type { App } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { endSession, expiredDialog, inactiveAfter, openWithClock, remainButton } from '../support/session.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

/** Returns the requests of invoice and payment lists so far. */
function moduleCalls({ api }: App): unknown[] {
  return [...api.calls('POST /api/invoices/filter'), ...api.calls('POST /api/payments/filter')];
}

const without = (...modules: ('invoice' | 'payment')[]) =>
  show('nlite', {
    settings: Object.fromEntries(modules.map((name) => [`${name}ModuleVisible`, false])),
  });

/** Modules that are off in the show, or for a user of a show with both. */
const cases = [
  {
    where: 'a show with neither invoices nor payments',
    as: person('theodore'),
    show: without('invoice', 'payment'),
    has: [],
    lacks: ['/invoice', '/payment'],
  },
  {
    where: 'a show without payments',
    as: person('theodore'),
    show: without('payment'),
    has: ['Invoices'],
    lacks: ['/payment/review/any', '/payment/create'],
  },
  {
    where: 'a show without invoices',
    as: person('theodore'),
    show: without('invoice'),
    has: ['Payments'],
    lacks: ['/invoice/create', '/invoice/unknown'],
  },
  {
    where: 'a show whose modules are off for the user',
    as: person('dana', { invoiceModuleVisible: false, paymentModuleVisible: false }),
    show: show('nlite'),
    has: [],
    lacks: ['/invoice/review/any/creator'],
  },
];

for (const { where, as, show: open, has, lacks } of cases)
  test(`SH-16, SH-36, SH-39, SH-68, DEC-12: pages of a module that is off redirect to the start in ${where}`, async () => {
    const management = as.role === 'EP Internal' ? ['Management'] : [];
    const app = await openApp('/approvals', { as, show: open });
    const { page } = app;
    for (const path of lacks) {
      await page.goto(path);
      // `/` redirects to Approvals (DEC-09).
      await expect(page).toHaveURL('/approvals');
      await expect(tabs(page)).toHaveText(
        ['Purchase Orders', ...has, 'Approvals', ...management].map((text) => new RegExp(`^${text}`)),
      );
      await expect(page.getByRole('tab')).toHaveText(
        ['Purchase Orders', ...has].map((text) => new RegExp(`^${text}`)),
      );
    }
    // The address of a missing tab is replaced.
    await page.goto(`/approvals/${has.includes('Payments') ? 'invoices' : 'payments'}`);
    await expect(page).toHaveURL('/approvals');
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Purchase Orders/);
    expect(moduleCalls(app)).toEqual([]);
    for (const text of has) {
      await tabs(page).filter({ hasText: text }).click();
      await expect(page.getByRole('heading', { name: text })).toBeVisible();
    }
  });

test('SH-16, SH-36: the address of a missing tab is replaced, so that Back returns to the previous page', async () => {
  const off = person('dana', { invoiceModuleVisible: false, paymentModuleVisible: false });
  const { page } = await openApp('/po', { as: off });
  await page.waitForIdle();
  for (const tab of ['invoices', 'payments']) {
    await page.goto('/po');
    // A page that is still loading would be replaced in the history.
    await page.waitForIdle();
    await page.goto(`/approvals/${tab}`);
    await expect(page).toHaveURL('/approvals');
    page.goBack();
    await expect(page).toHaveURL('/po');
  }
});

test('SH-21, SH-37: a list loads only after the permissions, and a spinner is shown until then', async () => {
  let release: () => void = () => undefined;
  const app = await openApp('/invoice', {
    as: 'elena',
    api(api) {
      // The start then requests the permissions separately.
      localStorage.setItem('reauthShowId', 'nlite');
      release = api.hold('GET /api/users/permissions');
    },
  });
  const { page, api } = app;
  await expect(page.getByRole('status', { name: 'Opening Backlot' })).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  expect(moduleCalls(app)).toEqual([]);
  release();
  await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible();
  await expect(page).toHaveURL('/invoice');
  await expect
    .poll(() => api.calls('POST /api/invoices/filter').map(({ query }) => query['persona']))
    .toContain('CREATOR');
});

test('SH-35, DEC-12: an expired session leaves the pages of a feature', async () => {
  const { page, api } = await openWithClock('/invoice', { as: 'elena' });
  await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible();
  endSession(api);
  page.clock.fastForward(inactiveAfter + 60_000);
  await remainButton(page).click();
  await expect(expiredDialog(page)).toBeVisible();
  await expect(page).toHaveURL('/approvals');
});

test('SH-35, DEC-12: a user without shows leaves the pages of a feature but keeps other addresses', async () => {
  for (const [path, where] of [
    ['/payment', '/'],
    ['/po', '/po'],
  ] as const) {
    const { page } = await openApp(path, { as: 'sam', shows: [] });
    await expect(page.getByRole('heading', { name: 'No Access' })).toBeVisible();
    await expect(page).toHaveURL(where);
  }
});

test('SH-36, SH-45: switching to a show without the module leaves its pages', async () => {
  const other = show('ambercanyon', {
    settings: { invoiceModuleVisible: false, paymentModuleVisible: false },
  });
  const app = await openApp('/invoice', { as: 'theodore', shows: [show('nlite'), other] });
  const { page, api } = app;
  await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible();
  await page.getByRole('button', { name: /^Show:/ }).click();
  await page.getByRole('menuitem', { name: /Amber Canyon/ }).click();
  await expect(page).toHaveURL('/approvals');
  await expect(tabs(page)).toHaveText([/^Purchase Orders$/, /^Approvals/, /^Management$/]);
  await expect(page.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  expect(api.calls('POST /api/invoices/filter').filter(({ query }) => query['showId'] === other.id)).toEqual(
    [],
  );
});

test('SE-17, SE-18: a user without shows sees No Access on every page and can log out', async () => {
  const { page, api } = await openApp('/approvals', { as: 'dana', shows: [] });
  for (const path of ['/approvals', '/help', '/setup/users']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'No Access' })).toBeVisible();
    await expect(
      page.getByText('Your account might have been deactivated. Please contact your administrator.'),
    ).toBeVisible();
    await expect(page).toHaveTitle('No Access · Backlot');
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  api.on('DELETE /api/sessions', { logoutRedirectUrl: '/api/auth/signed-out' });
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/api/auth/signed-out');
});
