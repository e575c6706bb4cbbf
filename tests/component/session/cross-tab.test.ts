import { test } from 'vitest';
import { Refusal } from '#domain/codes';
import { expect } from '../support/expect.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { openList } from '../support/pages/lists.ts';
import type { App, AppOptions } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import {
  waitForFirstActivity,
  endSession,
  expiredDialog,
  inactiveAfter,
  lastActivity,
  remainButton,
  serveSession,
  inactivityWarning,
} from '../support/session.ts';

const order = draft();

/** Opens a tab with a valid session. The frames of a test share storage and channels, like the tabs of a browser. */
async function openTab(path: string, options: AppOptions = {}): Promise<App> {
  const app = await openList(path, { clock: true, orders: [order], ...options });
  serveSession(app.api, () => app.page);
  await waitForFirstActivity(app.page);
  return app;
}

async function logOut(page: Page): Promise<void> {
  page.bringToFront();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
}

test('SE-11: activity or Remain Logged In in one tab keeps the session of all tabs', async () => {
  const [{ page }, { page: other }] = [await openTab('/po'), await openTab('/po')];
  const advance = (milliseconds: number) => {
    for (const tab of [page, other]) tab.clock.fastForward(milliseconds);
  };
  advance(1_200_000);
  const previous = lastActivity(other);
  other.window.focus();
  await other.keyboard.press('Shift');
  await expect.poll(() => lastActivity(other)).toBeGreaterThan(previous);
  advance(600_000);
  await page.waitForIdle();
  // The first tab was idle for half an hour, the second for ten minutes.
  await expect(inactivityWarning(page)).toHaveCount(0);
  advance(inactiveAfter - 540_000);
  await expect(inactivityWarning(page)).toBeVisible();
  await expect(inactivityWarning(other)).toBeVisible();
  await remainButton(other).click();
  await expect(inactivityWarning(other)).toHaveCount(0);
  page.clock.fastForward(1000);
  await expect(inactivityWarning(page)).toHaveCount(0);
});

test('SE-09, SE-10, SE-11: a session that expires in one tab expires in all, and signing in again restores all', async () => {
  const elena: AppOptions = { as: 'elena', invoices: [invoice()] };
  const [{ page, api }, { page: other, api: otherApi }] = [
    await openTab('/po', elena),
    await openTab('/invoice', elena),
  ];
  const restoreSession = endSession(otherApi);
  api.on('POST /api/pos/filter', () => {
    throw new Refusal('USER_NOT_IN_SESSION');
  });
  // The first tab's request is rejected and redirects to the sign-in, and the other tab is notified.
  page.focusWindow();
  await expect(page).toHaveURL('/api/auth/login?returnTo=%2Fpo');
  await expect(expiredDialog(other)).toBeVisible();
  restoreSession();
  const again = await openTab('/po', elena);
  await expect(again.page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  // The other tab is still on its page.
  await expect(expiredDialog(other)).toHaveCount(0);
  await expect(other).toHaveURL('/invoice');
  await expect(other.getByRole('heading', { name: 'Invoices' })).toBeVisible();
});

test('SH-46, SE-20: Log Out in one tab ends the session in all and redirects to the address of the response', async () => {
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
  await expect(expiredDialog(other)).toBeVisible();
  other.bringToFront();
  await other.getByRole('button', { name: 'Login' }).click();
  await expect(other).toHaveURL(/^\/api\/auth\/login/);
});

test('SE-11: a tab that cannot verify the session retries until it gets a response', async () => {
  const [{ page, api }, { page: other, api: otherApi }] = [await openTab('/po'), await openTab('/po')];
  api.on('DELETE /api/sessions', { logoutRedirectUrl: '/api/auth/signed-out' });
  otherApi.disconnect('GET /api/sessions/verify');
  otherApi.disconnect('GET /api/sessions/keep-session-alive');
  await logOut(page);
  await expect(page).toHaveURL('/api/auth/signed-out');
  await expect.poll(() => otherApi.calls('GET /api/sessions/verify').length).toBeGreaterThan(0);
  const retryCount = () => otherApi.calls('GET /api/sessions/keep-session-alive').length;
  await other.clock.runUntil(() => retryCount() > 0, 1000);
  await expect(expiredDialog(other)).toHaveCount(0);
  otherApi.on('GET /api/sessions/keep-session-alive', () => {
    throw new Refusal('session_timeout');
  });
  await other.clock.runUntil(() => expiredDialog(other).count() > 0, 1000);
  await expect(expiredDialog(other)).toBeVisible();
});
