import type { Page } from '@playwright/test';
import { openList, withoutNews } from './support/lists.ts';
import { password } from './support/person.ts';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';

const inactiveAfter = 1_740_000;

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });
const rowsOf = (page: Page) => page.getByRole('rowheader').first();
const expired = (page: Page) => page.getByRole('alertdialog', { name: 'Session Expired' });

test('SE-11: work in one tab keeps the others awake, and who remains in one remains in all', async ({
  as,
}) => {
  const { page } = await as('dana');
  const other = await page.context().newPage();
  await page.clock.install();
  await openList(page, '/po');
  await openList(other, '/po');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lastActivityTime'))).toMatch(/^\d{13}$/);
  await page.clock.fastForward(1_200_000);
  await other.keyboard.press('Shift');
  await page.clock.fastForward(600_000);
  // Half an hour without a touch of the first tab, ten minutes without one of the second.
  await expect(warning(page)).toHaveCount(0);
  await page.clock.fastForward(inactiveAfter - 540_000);
  await expect(warning(page)).toBeVisible();
  await expect(warning(other)).toBeVisible();
  await other.getByRole('button', { name: 'Remain Logged In' }).click();
  await expect(warning(other)).toHaveCount(0);
  await page.clock.runFor(1000);
  await expect(warning(page)).toHaveCount(0);
});

test('SE-09, SE-10, SE-11: a session that expires in one tab is over in all, and signing in again brings all back', async ({
  as,
}) => {
  const { page, api } = await as('elena');
  // No message can come: a tab knows only what it asks.
  await page.context().route('**/socket.io/**', (route) => route.abort());
  await page.context().routeWebSocket('**/socket.io/**', (socket) => void socket.close());
  const other = await page.context().newPage();
  await openList(other, '/invoice', 'INVOICE');
  // The other tab asks nothing by itself, except whether the session still stands.
  const itsOwn = /\/api\/(?!sessions)/;
  await other.route(itsOwn, () => new Promise(() => undefined));
  await openList(page, '/po');
  await api.delete('/api/sessions');
  // Whichever tab is refused first goes to the sign-in, and the others hear of it.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 120_000 });
  await expect(expired(other)).toBeVisible();
  await other.unrouteAll({ behavior: 'ignoreErrors' });

  await page.getByLabel('E-mail').fill('elena@backlot.example');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  // Each is where it was.
  await expect(expired(other)).toHaveCount(0);
  await expect(page).toHaveURL('/po');
  await expect(other).toHaveURL('/invoice');
  await expect(other.getByRole('heading', { name: 'Invoices' })).toBeVisible();
});

test('SH-46, SE-20: Log Out in one tab ends them all, and goes on to where the server says', async ({
  as,
}) => {
  const { page } = await as('dana');
  const other = await page.context().newPage();
  // A tab that asks something at that moment finds out by itself, and leads to the sign-in: nothing makes it ask.
  await withoutNews(other);
  await openList(page, '/po');
  await openList(other, '/po');
  await expect(rowsOf(other)).toBeVisible();
  await settled(other);
  await other.route(/\/api\/(?!sessions)/, () => new Promise(() => undefined));
  await page.route('**/api/sessions', async (route) => {
    const answer = await route.fetch();
    expect(route.request().method()).toBe('DELETE');
    await route.fulfill({ response: answer, json: { logoutRedirectUrl: '/favicon.svg?out' } });
  });
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Account Settings',
    'Help',
    'Keyboard shortcuts',
    'Log Out',
  ]);
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/favicon.svg?out');
  await expect(expired(other)).toBeVisible();
  await other.unrouteAll({ behavior: 'ignoreErrors' });
  await other.getByRole('button', { name: 'Login' }).click();
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('SE-11: a tab that could not ask whether the session is over asks again until it knows', async ({
  as,
}) => {
  const { page } = await as('dana');
  const other = await page.context().newPage();
  await other.clock.install();
  await withoutNews(other);
  await openList(page, '/po');
  await openList(other, '/po');
  await expect(rowsOf(other)).toBeVisible();
  await settled(other);
  // It asks nothing else, which would tell it, too.
  await other.route(/\/api\/(?!sessions)/, () => new Promise(() => undefined));
  await other.route('**/api/sessions/**', (route) => route.abort());
  const asked = other.waitForRequest('**/api/sessions/verify');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await asked;
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await other.clock.fastForward(30_000);
  await expect(expired(other)).toHaveCount(0);
  await other.unroute('**/api/sessions/**');
  await other.clock.fastForward(30_000);
  await expect(expired(other)).toBeVisible();
  await other.unrouteAll({ behavior: 'ignoreErrors' });
});
