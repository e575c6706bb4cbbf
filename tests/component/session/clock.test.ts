import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import {
  waitForFirstActivity,
  endSession,
  expiredDialog,
  idleFor,
  inactiveAfter,
  lastActivity,
  openWithClock,
  remainButton,
  sessionCalls,
  inactivityWarning,
} from '../support/session.ts';
import { messages } from '../support/pages/setup.ts';

const verified = 'GET /api/sessions/verify';
const extended = 'GET /api/sessions/keep-session-alive';

test('SE-04, SE-05, SE-06, SE-08, SE-12, DEC-08: a warning counts down a minute after 29 idle minutes, and Remain Logged In closes it', async () => {
  const app = await openWithClock('/po');
  const { page } = app;
  await idleFor(page, inactiveAfter - 1000);
  await expect(inactivityWarning(page)).toHaveCount(0);
  // The page checks every 30 seconds.
  await page.clock.runFor(29_999);
  await expect(inactivityWarning(page)).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(inactivityWarning(page)).toBeVisible();
  const timer = page.getByRole('timer');
  await expect(timer).toHaveText('60');
  // Escape does not close it.
  await page.keyboard.press('Escape');
  await expect(inactivityWarning(page)).toBeVisible();
  // The page checks every second while the warning is shown.
  await page.clock.runFor(1000);
  await expect(timer).toHaveText('59');
  await page.clock.runFor(9000);
  await expect(timer).toHaveText('50');
  expect(sessionCalls(app)).toEqual([]);

  await remainButton(page).click();
  await expect(inactivityWarning(page)).toHaveCount(0);
  expect(sessionCalls(app)).toEqual(['verify', 'keep-session-alive']);
  expect(page.clock.now - lastActivity(page)).toBeLessThan(2000);
  page.clock.fastForward(inactiveAfter - 60_000);
  await page.waitForIdle();
  await expect(inactivityWarning(page)).toHaveCount(0);
  page.clock.fastForward(90_000);
  await expect(inactivityWarning(page)).toBeVisible();
});

test('SE-07, SE-09, SE-10, DEC-08: the page verifies the session every minute, and an expired one leads to Login and back', async () => {
  const app = await openWithClock('/po?status=void');
  const { page, api } = app;
  await idleFor(page, inactiveAfter - 1000);
  await page.clock.runFor(30_000);
  await expect(inactivityWarning(page)).toBeVisible();
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
  // Still valid: the warning stays and counts down to the expiration time of the response.
  await expect(timer).toHaveText('120');
  await page.clock.runFor(1000);
  await expect(timer).toHaveText('119');
  await expect(inactivityWarning(page)).toBeVisible();

  endSession(api);
  await page.clock.runFor(57_000);
  await expect(inactivityWarning(page)).toBeVisible();
  expect(sessionCalls(app)).toEqual(['verify']);
  await page.clock.runFor(3000);
  await expect(expiredDialog(page)).toContainText(
    'Your session has expired and you need to log in again to continue working.',
  );
  expect(sessionCalls(app)).toEqual(['verify', 'verify']);
  await expect(inactivityWarning(page)).toHaveCount(0);
  await expect(page.locator('main').getByRole('heading')).toHaveCount(0);
  // Only Login leaves it, and no more requests are sent.
  await page.keyboard.press('Escape');
  page.clock.fastForward(180_000);
  await page.waitForIdle();
  await expect(expiredDialog(page)).toBeVisible();
  expect(sessionCalls(app)).toEqual(['verify', 'verify']);

  await expiredDialog(page).getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/^\/api\/auth\/login/);
  const { searchParams } = new URL(page.url(), location.origin);
  expect(searchParams.get('returnTo')).toBe('/po?status=void');
  expect(localStorage.getItem('reauthShowId')).toBe('nlite');
});

test('SE-10, SE-14, SH-35: an expired session hides loaded data, and Login returns to the invoices', async () => {
  const { page, api } = await openWithClock('/invoice?status=all', { as: 'elena', invoices: [invoice()] });
  await expect(page.getByText('1 invoice').first()).toBeVisible();
  endSession(api);
  page.clock.fastForward(inactiveAfter);
  await remainButton(page).click();
  await expect(expiredDialog(page)).toBeVisible();
  await expect(page.getByText(/\d+ (invoice|purchase order)s?/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/^\/api\/auth\/login/);
  const { searchParams } = new URL(page.url(), location.origin);
  expect(searchParams.get('returnTo')).toBe('/invoice?status=all');
});

test('SE-07, SE-10: unsaved work is stored when the session expires', async () => {
  const { page, api } = await openWithClock('/po/create');
  const description = page.getByRole('textbox', { name: 'Description' }).first();
  await description.fill('Half a thought');
  endSession(api);
  page.clock.fastForward(inactiveAfter);
  await remainButton(page).click();
  await expect(expiredDialog(page)).toBeVisible();
  expect(JSON.stringify({ ...localStorage })).toContain('Half a thought');
});

test('SE-22: a session that cannot be verified or extended shows an error, and the warning stays', async () => {
  const { page, api } = await openWithClock('/po');
  const verify = api.fail(verified, 'INTERNAL_ERROR');
  page.clock.fastForward(inactiveAfter);
  await remainButton(page).click();
  const alert = messages(page).getByRole('alert');
  await expect(alert).toHaveText('Session could not be verified. Please try again.');
  await expect(inactivityWarning(page)).toBeVisible();
  page.clock.fastForward(5000);
  await expect(alert).toHaveCount(0);
  verify();
  const extend = api.disconnect(extended);
  await remainButton(page).click();
  await expect(alert).toHaveText('Session could not be extended. Please try again.');
  await expect(inactivityWarning(page)).toBeVisible();
  extend();
  await remainButton(page).click();
  await expect(inactivityWarning(page)).toHaveCount(0);
});

test('SE-13, DEC-08: scrolling counts as activity once in five minutes, and activity extends the session silently', async () => {
  const app = await openWithClock('/po', { orders: [draft()] });
  const { page } = app;
  const scroll = () => page.document.querySelector('main')?.dispatchEvent(new Event('scroll'));
  const began = await waitForFirstActivity(page);
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

  // A key counts at once. The session is extended once, half an hour after its start.
  page.clock.fastForward(1_100_000);
  await page.keyboard.press('Shift');
  await expect.poll(() => lastActivity(page)).toBe(noted + 1_399_000);
  expect(sessionCalls(app)).toEqual([]);
  page.clock.fastForward(150_000);
  await expect.poll(() => sessionCalls(app)).toEqual(['keep-session-alive']);
  await expect(inactivityWarning(page)).toHaveCount(0);
});
