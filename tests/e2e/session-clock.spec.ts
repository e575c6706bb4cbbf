import type { Page } from '@playwright/test';
import { descriptionOf, openNew } from './support/form.ts';
import { openList } from './support/lists.ts';
import { freshDescription } from './support/orders.ts';
import { expect, test } from './support/product.ts';

const inactiveAfter = 1_740_000;
const verifyUrl = '**/api/sessions/verify';
const extendUrl = '**/api/sessions/keep-session-alive';

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });
const expired = (page: Page) => page.getByRole('alertdialog', { name: 'Session Expired' });
const remain = (page: Page) => page.getByRole('button', { name: 'Remain Logged In' });

/** What the pages of this browser ask about their session, in order. */
function sessionCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const call = /\/api\/sessions\/([\w-]+)/.exec(request.url())?.[1];
    if (call) calls.push(call);
  });
  return calls;
}

const lastActivity = (page: Page) => page.evaluate(() => Number(localStorage.getItem('lastActivityTime')));
const now = (page: Page) => page.evaluate(() => Date.now());

/** Stops the page's clock so long after the last work in it; from there only the test moves it. */
async function idleFor(page: Page, milliseconds: number): Promise<void> {
  await dialogsAreHere(page);
  await page.clock.pauseAt((await begunAt(page)) + milliseconds);
}

/** The code of dialogs comes when the first screen stands, by a clock that goes. */
async function dialogsAreHere(page: Page): Promise<void> {
  const code = page.locator('link[href*="/dialog-frame-"]');
  await expect(code).toBeAttached();
  await code.evaluate((link: HTMLLinkElement) => import(link.href));
}

/** When the page last saw work, once its session clock goes: that is a moment after its first screen. */
async function begunAt(page: Page): Promise<number> {
  await expect.poll(() => lastActivity(page)).toBeGreaterThan(0);
  return lastActivity(page);
}

test('SE-04, SE-05, SE-06, SE-08, SE-12, DEC-08: 29 minutes of nothing bring the warning, which counts down a minute, and Remain Logged In ends it', async ({
  as,
}) => {
  const { page } = await as('dana');
  await page.clock.install();
  await openList(page, '/po');
  const calls = sessionCalls(page);
  await idleFor(page, inactiveAfter - 1000);
  await expect(warning(page)).toHaveCount(0);
  // Looks every 30 seconds, from the last look on.
  await page.clock.runFor(29_999);
  await expect(warning(page)).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(warning(page)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText('60');
  // It must be answered.
  await page.keyboard.press('Escape');
  await expect(warning(page)).toBeVisible();
  // Under the warning it looks every second.
  await page.clock.runFor(1000);
  await expect(page.getByRole('timer')).toHaveText('59');
  await page.clock.runFor(9000);
  await expect(page.getByRole('timer')).toHaveText('50');
  expect(calls).toEqual([]);

  await remain(page).click();
  await expect(warning(page)).toHaveCount(0);
  expect(calls).toEqual(['verify', 'keep-session-alive']);
  expect((await now(page)) - (await lastActivity(page))).toBeLessThan(2000);
  await page.clock.fastForward(inactiveAfter - 60_000);
  await expect(warning(page)).toHaveCount(0);
  await page.clock.fastForward(90_000);
  await expect(warning(page)).toBeVisible();
});

test('SE-07, SE-09, SE-10, DEC-08: each minute the server is asked; once it refuses, the session is expired and Login leads back', async ({
  as,
}) => {
  const { page } = await as('dana');
  await page.clock.install();
  await openList(page, '/po?status=void');
  const calls = sessionCalls(page);
  await idleFor(page, inactiveAfter - 1000);
  await page.clock.runFor(30_000);
  await expect(warning(page)).toBeVisible();
  await page.clock.runFor(59_000);
  await expect(page.getByRole('timer')).toHaveText('1');
  expect(calls).toEqual([]);
  await page.route(verifyUrl, async (route) => {
    const endsAt = (await now(page)) + 120_000;
    await route.fulfill({ json: { valid: true, expirationTime: new Date(endsAt).toISOString() } });
  });
  const verified = page.waitForResponse((response) => response.url().includes('/verify'));
  await page.clock.runFor(1000);
  await verified;
  expect(calls).toEqual(['verify']);
  // Granted: the warning stays, and counts down to the end of the session that the server names.
  await expect(page.getByRole('timer')).toHaveText('120');
  await page.clock.runFor(1000);
  await expect(page.getByRole('timer')).toHaveText('119');
  await expect(warning(page)).toBeVisible();

  const refused = { status: 401, json: { code: 'session_timeout' } };
  await page.route(verifyUrl, (route) => route.fulfill(refused));
  await page.clock.runFor(57_000);
  await expect(warning(page)).toBeVisible();
  expect(calls).toEqual(['verify']);
  await page.clock.runFor(3000);
  await expect(expired(page)).toContainText(
    'Your session has expired and you need to log in again to continue working.',
  );
  expect(calls).toEqual(['verify', 'verify']);
  await expect(warning(page)).toHaveCount(0);
  await expect(page.locator('main').getByRole('heading', { includeHidden: true })).toBeHidden();
  // Nothing else leads out of it, and nothing is asked any more.
  await page.keyboard.press('Escape');
  await page.clock.fastForward(180_000);
  await expect(expired(page)).toBeVisible();
  expect(calls).toEqual(['verify', 'verify']);

  const login = page.waitForRequest((request) => request.url().includes('/api/auth/login'));
  await expired(page).getByRole('button', { name: 'Login' }).click();
  expect(new URL((await login).url()).searchParams.get('returnTo')).toBe('/po?status=void');
  expect(await page.evaluate(() => localStorage.getItem('reauthShowId'))).toBe('nlite');
});

test('SE-10, SE-14, SH-35: who expired on an invoice signs in and is back there; meanwhile nothing read stays on the page', async ({
  as,
}) => {
  const { page } = await as('elena');
  await page.clock.install();
  await openList(page, '/invoice?status=void', 'INVOICE');
  await expect(page.getByText(/\d+ invoices/)).toBeVisible();
  await page.route(verifyUrl, (route) => route.fulfill({ status: 401, json: { code: 'session_timeout' } }));
  await page.clock.fastForward(inactiveAfter);
  await remain(page).click();
  await expect(expired(page)).toBeVisible();
  await expect(page.getByText(/\d+ (invoices|purchase orders)/)).toHaveCount(0);
  const login = page.waitForRequest((request) => request.url().includes('/api/auth/login'));
  await page.unroute(verifyUrl);
  await page.getByRole('button', { name: 'Login' }).click();
  expect(new URL((await login).url()).searchParams.get('returnTo')).toBe('/invoice?status=void');
});

test('SE-07, SE-10: unsaved work outlives the session', async ({ as }) => {
  const { page } = await as('dana');
  await page.clock.install();
  await openNew(page);
  const description = freshDescription('Outlives');
  await descriptionOf(page).fill(description);
  await page.route(verifyUrl, (route) => route.fulfill({ status: 401, json: { code: 'session_timeout' } }));
  await page.clock.fastForward(inactiveAfter);
  await remain(page).click();
  await expect(expired(page)).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).toContain(description);
});

test('SE-22: what could not be verified or extended says so, and the warning stays', async ({ as }) => {
  const { page } = await as('dana');
  await page.clock.install();
  await openList(page, '/po');
  await page.route(verifyUrl, (route) => route.fulfill({ status: 503, json: {} }));
  await page.clock.fastForward(inactiveAfter);
  await remain(page).click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByRole('alert')).toHaveText('Session could not be verified. Please try again.');
  await expect(warning(page)).toBeVisible();
  await page.clock.fastForward(5000);
  await expect(messages.getByRole('alert')).toHaveCount(0);

  await page.unroute(verifyUrl);
  await page.route(extendUrl, (route) => route.abort());
  await remain(page).click();
  await expect(messages.getByRole('alert')).toHaveText('Session could not be extended. Please try again.');
  await expect(warning(page)).toBeVisible();
  await page.unroute(extendUrl);
  await remain(page).click();
  await expect(warning(page)).toHaveCount(0);
});

test('SE-13, DEC-08: scrolling counts as work once in five minutes, and who works is kept alive in silence', async ({
  as,
}) => {
  const { page } = await as('dana');
  await page.clock.install();
  await openList(page, '/po');
  const calls = sessionCalls(page);
  const scroll = () =>
    page.evaluate(() => document.querySelector('main')?.dispatchEvent(new Event('scroll')));
  const begun = await begunAt(page);
  await idleFor(page, 299_000);
  await scroll();
  expect(await lastActivity(page)).toBe(begun);
  await page.clock.runFor(2000);
  await scroll();
  const noted = await lastActivity(page);
  expect(noted - begun).toBe(301_000);
  await page.clock.fastForward(299_000);
  await scroll();
  expect(await lastActivity(page)).toBe(noted);

  // A key counts at once; half an hour after the start the session is prolonged, once.
  await page.clock.fastForward(1_100_000);
  await page.keyboard.press('Shift');
  expect(await lastActivity(page)).toBe(noted + 1_399_000);
  expect(calls).toEqual([]);
  await page.clock.fastForward(150_000);
  await expect.poll(() => calls).toEqual(['keep-session-alive']);
  await expect(warning(page)).toHaveCount(0);
});
