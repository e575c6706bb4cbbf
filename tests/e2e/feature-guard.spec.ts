import type { Page } from '@playwright/test';
import { openList } from './support/lists.ts';
import { askingForRights } from './support/permissions.ts';
import { expect, test } from './support/product.ts';
import { openWidgets } from './support/widgets-page.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

/** The lists that the browser was told to fetch. */
function askedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(invoices|payments)\//.test(request.url())) asked.push(request.url());
  });
  return asked;
}

/** Where which modules are missing: in the show, or for a user of a show that has both. */
const places = [
  { name: 'theodore', show: 'lowgravity', has: [], manages: true, lacks: ['/invoice', '/payment'] },
  {
    name: 'theodore',
    show: 'tidewater',
    has: ['Invoices'],
    manages: true,
    lacks: ['/payment/review/any', '/payment/create'],
  },
  {
    name: 'theodore',
    show: 'velvetmap',
    has: ['Payments'],
    manages: true,
    lacks: ['/invoice/create', '/invoice/unknown'],
  },
  { name: 'dana', show: 'nlite', has: [], manages: false, lacks: ['/invoice/review/any/creator'] },
];

for (const { name, show, has, lacks, manages } of places) {
  test(`SH-16, SH-36, SH-39, SH-68, DEC-12: ${name} in ${show} sees nothing of what is off, whose pages lead to the start`, async ({
    as,
  }) => {
    const { page } = await as(name, { show });
    const asked = askedFor(page);
    for (const path of lacks) {
      await page.goto(path);
      // `/` is where the start leads on from (DEC-09).
      await expect(page).toHaveURL('/approvals');
      const management = manages ? ['Management'] : [];
      await expect(tabs(page)).toHaveText([/^Purchase Orders/, ...has, /^Approvals/, ...management]);
      const hub = [/^Purchase Orders/, ...has.map((text) => new RegExp(`^${text}`))];
      await expect(page.getByRole('tab')).toHaveText(hub);
      expect(asked).toEqual([]);
    }
    // A tab that is not there is not opened either, and its address is replaced.
    await page.goto(`/approvals/${has.includes('Payments') ? 'invoices' : 'payments'}`);
    await expect(page).toHaveURL('/approvals');
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Purchase Orders/);
    expect(asked).toEqual([]);
    for (const text of has) {
      await tabs(page).getByText(text).click();
      await expect(page.getByRole('heading', { name: text })).toBeVisible();
    }
  });
}

test('SH-16, SH-36: the address of a tab that the user lacks is replaced, so that Back leads to the page before', async ({
  as,
}) => {
  const { page } = await as('dana');
  for (const tab of ['invoices', 'payments']) {
    await page.goto('/po');
    await page.goto(`/approvals/${tab}`);
    await expect(page).toHaveURL('/approvals');
    await page.goBack();
    await expect(page).toHaveURL('/po');
  }
});

test('SH-34, SH-36: the guard knows two features; for others, and without the right, the location is replaced', async ({
  page,
}) => {
  const leads = async (path: string, where: string) => {
    await openWidgets(page, '/elsewhere');
    const before = await page.evaluate(() => history.length);
    await openWidgets(page, path);
    await expect(page.getByTestId('where')).toHaveText(where);
    await expect(page.getByText('Inside')).toHaveCount(where === path ? 1 : 0);
    expect((await page.evaluate(() => history.length)) - before).toBe(1);
  };
  for (const path of ['/guarded/invoices', '/unguarded']) await leads(path, path);
  for (const path of ['/guarded/payments', '/guarded/budgets', '/guarded/role']) await leads(path, '/');
});

test('SH-21, SH-37: lists come behind the guard; until the permissions are there, a spinner stands', async ({
  as,
}) => {
  const { page } = await as('elena');
  const asked = askedFor(page);
  const { promise: answer, resolve: letAnswer } = Promise.withResolvers<void>();
  await askingForRights(page);
  await page.route('**/api/users/permissions**', async (route) => {
    await answer;
    await route.continue();
  });
  await page.goto('/invoice');
  await expect(page.getByRole('status', { name: 'Opening Backlot' })).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  expect(asked).toEqual([]);
  letAnswer();
  await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible();
  await expect(page).toHaveURL('/invoice');
  await expect
    .poll(() => asked.some((url) => /\/api\/invoices\/filter.*persona=CREATOR/.test(url)))
    .toBe(true);
});

test('SH-35, DEC-12: an expired session, and one without shows, leave the pages of a feature', async ({
  as,
}) => {
  const [elena, sam] = await Promise.all([as('elena'), as('sam')]);
  const { page } = elena;
  await page.clock.install();
  await openList(page, '/invoice', 'INVOICE');
  await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible();
  await page.route('**/api/sessions/verify', (route) =>
    route.fulfill({ status: 401, json: { code: 'session_timeout' } }),
  );
  await page.clock.fastForward(1_740_000 + 60_000);
  await page.getByRole('button', { name: 'Remain Logged In' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Session Expired' })).toBeVisible();
  await expect(page).toHaveURL('/approvals');

  await sam.page.route('**/api/sessions/login-context*', async (route) => {
    const response = await route.fetch();
    const context = (await response.json()) as object;
    await route.fulfill({ response, json: { ...context, shows: [], recentShows: [], selectedShow: null } });
  });
  await sam.page.goto('/payment');
  await expect(sam.page.getByRole('heading', { name: 'No Access' })).toBeVisible();
  await expect(sam.page).toHaveURL('/');
  await sam.page.goto('/po');
  await expect(sam.page.getByRole('heading', { name: 'No Access' })).toBeVisible();
  await expect(sam.page).toHaveURL('/po');
});

test('SH-61: an invoice page that does not say for whom leads to the error page', async ({ as }) => {
  const { page } = await as('elena');
  for (const path of ['/invoice/review/nlite_any', '/invoice/review/nlite_any/somebody']) {
    await page.goto(path);
    await expect(page.getByText('Oh no! System could not process your request.')).toBeVisible();
    await expect(page).toHaveURL('/error');
  }
});

test('SH-36, SH-45: another show that lacks the module takes its page away', async ({ as }) => {
  const { page } = await as('theodore');
  await openList(page, '/invoice', 'INVOICE');
  const asked = askedFor(page);
  await page.getByRole('button', { name: /^Show:/ }).click();
  await page.getByRole('menuitem', { name: /Low Gravity/ }).click();
  await expect(page).toHaveURL('/approvals');
  await expect(tabs(page)).toHaveText([/^Purchase Orders$/, /^Approvals/, /^Management$/]);
  await expect(page.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  expect(asked.filter((url) => url.includes('lowgravity'))).toEqual([]);
});
