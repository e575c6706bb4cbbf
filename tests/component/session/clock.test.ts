import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import {
  beganAt,
  endSession,
  expired,
  idleFor,
  inactiveAfter,
  lastActivity,
  openWithClock,
  remain,
  sessionCalls,
  warning,
} from '../support/session.ts';
import { messages } from '../support/pages/setup.ts';

const verified = 'GET /api/sessions/verify';
const extended = 'GET /api/sessions/keep-session-alive';

test('SE-04, SE-05, SE-06, SE-08, SE-12, DEC-08: after 29 idle minutes a warning counts down a minute, and Remain Logged In ends it', async () => {
  const app = await openWithClock('/po');
  const { page } = app;
  await idleFor(page, inactiveAfter - 1000);
  await expect(warning(page)).toHaveCount(0);
  // Looks every 30 seconds, from the last look on.
  await page.clock.runFor(29_999);
  await expect(warning(page)).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(warning(page)).toBeVisible();
  const timer = page.getByRole('timer');
  await expect(timer).toHaveText('60');
  // It must be answered.
  await page.keyboard.press('Escape');
  await expect(warning(page)).toBeVisible();
  // Under the warning it looks every second.
  await page.clock.runFor(1000);
  await expect(timer).toHaveText('59');
  await page.clock.runFor(9000);
  await expect(timer).toHaveText('50');
  expect(sessionCalls(app)).toEqual([]);

  await remain(page).click();
  await expect(warning(page)).toHaveCount(0);
  expect(sessionCalls(app)).toEqual(['verify', 'keep-session-alive']);
  expect(page.clock.now - lastActivity(page)).toBeLessThan(2000);
  page.clock.fastForward(inactiveAfter - 60_000);
  await page.settled();
  await expect(warning(page)).toHaveCount(0);
  page.clock.fastForward(90_000);
  await expect(warning(page)).toBeVisible();
});

test('SE-07, SE-09, SE-10, DEC-08: each minute the server is asked; once it refuses, the session is expired and Login leads back', async () => {
  const app = await openWithClock('/po?status=void');
  const { page, api } = app;
  await idleFor(page, inactiveAfter - 1000);
  await page.clock.runFor(30_000);
  await expect(warning(page)).toBeVisible();
  await page.clock.runFor(59_000);
  const timer = page.getByRole('timer');
  await expect(timer).toHaveText('1');
  expect(sessionCalls(app)).toEqual([]);
  api.on(verified, () => ({
    valid: true as const,
    expirationTime: new Date(page.clock.now + 120_000).toISOString(),
  }));
  await page.clock.runFor(1000);
  await expect.poll(() => sessionCalls(app)).toEqual(['verify']);
  // Granted: the warning stays, and counts down to the end of the session that the server names.
  await expect(timer).toHaveText('120');
  await page.clock.runFor(1000);
  await expect(timer).toHaveText('119');
  await expect(warning(page)).toBeVisible();

  endSession(api);
  await page.clock.runFor(57_000);
  await expect(warning(page)).toBeVisible();
  expect(sessionCalls(app)).toEqual(['verify']);
  await page.clock.runFor(3000);
  await expect(expired(page)).toContainText(
    'Your session has expired and you need to log in again to continue working.',
  );
  expect(sessionCalls(app)).toEqual(['verify', 'verify']);
  await expect(warning(page)).toHaveCount(0);
  await expect(page.locator('main').getByRole('heading')).toHaveCount(0);
  // Nothing else leads out of it, and nothing is asked any more.
  await page.keyboard.press('Escape');
  page.clock.fastForward(180_000);
  await page.settled();
  await expect(expired(page)).toBeVisible();
  expect(sessionCalls(app)).toEqual(['verify', 'verify']);

  await expired(page).getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/^\/api\/auth\/login/);
  const { searchParams } = new URL(page.url(), location.origin);
  expect(searchParams.get('returnTo')).toBe('/po?status=void');
  expect(localStorage.getItem('reauthShowId')).toBe('nlite');
});

test('SE-10, SE-14, SH-35: an expired session shows nothing that was read, and Login leads back to the invoices', async () => {
  const { page, api } = await openWithClock('/invoice?status=all', { as: 'elena', invoices: [invoice()] });
  await expect(page.getByText('1 invoice').first()).toBeVisible();
  endSession(api);
  page.clock.fastForward(inactiveAfter);
  await remain(page).click();
  await expect(expired(page)).toBeVisible();
  await expect(page.getByText(/\d+ (invoice|purchase order)s?/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/^\/api\/auth\/login/);
  const { searchParams } = new URL(page.url(), location.origin);
  expect(searchParams.get('returnTo')).toBe('/invoice?status=all');
});

test('SE-07, SE-10: unsaved work outlives the session', async () => {
  const { page, api } = await openWithClock('/po/create');
  const description = page.getByRole('textbox', { name: 'Description' }).first();
  await description.fill('Half a thought');
  endSession(api);
  page.clock.fastForward(inactiveAfter);
  await remain(page).click();
  await expect(expired(page)).toBeVisible();
  expect(JSON.stringify({ ...localStorage })).toContain('Half a thought');
});

test('SE-22: a session that cannot be verified or extended says so, and the warning stays', async () => {
  const { page, api } = await openWithClock('/po');
  const verify = api.fail(verified, 'INTERNAL_ERROR');
  page.clock.fastForward(inactiveAfter);
  await remain(page).click();
  const alert = messages(page).getByRole('alert');
  await expect(alert).toHaveText('Session could not be verified. Please try again.');
  await expect(warning(page)).toBeVisible();
  page.clock.fastForward(5000);
  await expect(alert).toHaveCount(0);
  verify();
  const extend = api.disconnect(extended);
  await remain(page).click();
  await expect(alert).toHaveText('Session could not be extended. Please try again.');
  await expect(warning(page)).toBeVisible();
  extend();
  await remain(page).click();
  await expect(warning(page)).toHaveCount(0);
});

test('SE-13, DEC-08: scrolling counts as work once in five minutes, and who works is kept signed in silently', async () => {
  const app = await openWithClock('/po', { orders: [draft()] });
  const { page } = app;
  const scroll = () => page.document.querySelector('main')?.dispatchEvent(new Event('scroll'));
  const began = await beganAt(page);
  await idleFor(page, 299_000);
  scroll();
  expect(lastActivity(page)).toBe(began);
  await page.clock.runFor(2000);
  scroll();
  const noted = lastActivity(page);
  expect(noted - began).toBe(301_000);
  page.clock.fastForward(299_000);
  scroll();
  expect(lastActivity(page)).toBe(noted);

  // A key counts at once; half an hour after the start the session is prolonged, once.
  page.clock.fastForward(1_100_000);
  await page.keyboard.press('Shift');
  await expect.poll(() => lastActivity(page)).toBe(noted + 1_399_000);
  expect(sessionCalls(app)).toEqual([]);
  page.clock.fastForward(150_000);
  await expect.poll(() => sessionCalls(app)).toEqual(['keep-session-alive']);
  await expect(warning(page)).toHaveCount(0);
});
