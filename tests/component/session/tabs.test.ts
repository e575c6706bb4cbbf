import { test } from 'vitest';
import { Refusal } from '#domain/codes';
import { expect } from '../support/expect.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { openList } from '../support/pages/lists.ts';
import type { App, AppOptions } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import {
  beganAt,
  endSession,
  expired,
  inactiveAfter,
  lastActivity,
  remain,
  serveSession,
  warning,
} from '../support/session.ts';

const order = draft();

/** A tab whose session stands; frames of one test share storage and channels, as tabs of a browser do. */
async function openTab(path: string, options: AppOptions = {}): Promise<App> {
  const app = await openList(path, { clock: true, orders: [order], ...options });
  serveSession(app.api, () => app.page);
  await beganAt(app.page);
  return app;
}

async function logOut(page: Page): Promise<void> {
  page.bringToFront();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
}

test('SE-11: work in one tab keeps the others awake, and who remains in one remains in all', async () => {
  const [{ page }, { page: other }] = [await openTab('/po'), await openTab('/po')];
  const pass = (milliseconds: number) => {
    for (const tab of [page, other]) tab.clock.fastForward(milliseconds);
  };
  pass(1_200_000);
  const before = lastActivity(other);
  other.window.focus();
  await other.keyboard.press('Shift');
  await expect.poll(() => lastActivity(other)).toBeGreaterThan(before);
  pass(600_000);
  await page.settled();
  // Half an hour without a touch of the first tab, ten minutes without one of the second.
  await expect(warning(page)).toHaveCount(0);
  pass(inactiveAfter - 540_000);
  await expect(warning(page)).toBeVisible();
  await expect(warning(other)).toBeVisible();
  await remain(other).click();
  await expect(warning(other)).toHaveCount(0);
  page.clock.fastForward(1000);
  await expect(warning(page)).toHaveCount(0);
});

test('SE-09, SE-10, SE-11: a session that expires in one tab is over in all, and signing in again brings all back', async () => {
  const elena: AppOptions = { as: 'elena', invoices: [invoice()] };
  const [{ page, api }, { page: other, api: otherApi }] = [
    await openTab('/po', elena),
    await openTab('/invoice', elena),
  ];
  const begin = endSession(otherApi);
  api.on('POST /api/pos/filter', () => {
    throw new Refusal('USER_NOT_IN_SESSION');
  });
  // The first tab asks for its list, is refused and goes to the sign-in: the other hears of it.
  page.focusWindow();
  await expect(page).toHaveURL('/api/auth/login?returnTo=%2Fpo');
  await expect(expired(other)).toBeVisible();
  begin();
  const again = await openTab('/po', elena);
  await expect(again.page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  // Each is where it was.
  await expect(expired(other)).toHaveCount(0);
  await expect(other).toHaveURL('/invoice');
  await expect(other.getByRole('heading', { name: 'Invoices' })).toBeVisible();
});

test('SH-46, SE-20: Log Out in one tab ends them all, and goes on to where the server says', async () => {
  const [{ page, api }, { page: other, api: otherApi }] = [await openTab('/po'), await openTab('/po')];
  api.on('DELETE /api/sessions', { logoutRedirectUrl: '/api/auth/signed-out' });
  endSession(otherApi);
  page.bringToFront();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Account Settings',
    'Help',
    'Keyboard shortcuts',
    'Log Out',
  ]);
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/api/auth/signed-out');
  expect(api.calls('DELETE /api/sessions')).toHaveLength(1);
  await expect(expired(other)).toBeVisible();
  other.bringToFront();
  await other.getByRole('button', { name: 'Login' }).click();
  await expect(other).toHaveURL(/^\/api\/auth\/login/);
});

test('SE-11: a tab that could not ask whether the session is over asks again until it knows', async () => {
  const [{ page, api }, { page: other, api: otherApi }] = [await openTab('/po'), await openTab('/po')];
  api.on('DELETE /api/sessions', { logoutRedirectUrl: '/api/auth/signed-out' });
  otherApi.disconnect('GET /api/sessions/verify');
  otherApi.disconnect('GET /api/sessions/keep-session-alive');
  await logOut(page);
  await expect(page).toHaveURL('/api/auth/signed-out');
  await expect.poll(() => otherApi.calls('GET /api/sessions/verify').length).toBeGreaterThan(0);
  const asked = () => otherApi.calls('GET /api/sessions/keep-session-alive').length;
  await other.clock.runUntil(() => asked() > 0, 1000);
  await expect(expired(other)).toHaveCount(0);
  otherApi.on('GET /api/sessions/keep-session-alive', () => {
    throw new Refusal('session_timeout');
  });
  await other.clock.runUntil(() => expired(other).count() > 0, 1000);
  await expect(expired(other)).toBeVisible();
});
