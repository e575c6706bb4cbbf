import { expect, test } from '@playwright/test';
import { fillSignIn, signIn } from '../support/environment/sign-in.ts';

test('DEC-05, DEC-09, SH-04, SH-32, SH-33, SH-46, SE-20: a wrong password is rejected, the right one opens Approvals, and logging out ends the session', async ({
  page,
}) => {
  await signIn(page, 'marcus@backlot.example', 'not-his-password');
  await expect(page.getByRole('alert')).toHaveText('The e-mail or password is wrong. Try again.');
  await expect(page.getByLabel('E-mail')).toHaveValue('marcus@backlot.example');
  await page.goto('/po');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await signIn(page, 'marcus@backlot.example');
  await expect(page).toHaveURL('/approvals');
  await expect(page.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL('/approvals');
  await page.getByRole('button', { name: 'Account of Marcus Oyelaran' }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto('/approvals');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  // Signing in returns to the requested page.
  await page.goto('/po?status=void');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/po?status=void');
  await fillSignIn(page, 'dana@backlot.example');
  await expect(page).toHaveURL('/po?status=void');
});

test('SH-30, SH-31: an address opens the show that it names, also after a sign-in', async ({ page }) => {
  for (const name of ['s', 'restoreShow']) {
    await page.context().clearCookies();
    await page.goto(`/po?${name}=tidewater&status=void`);
    await fillSignIn(page, 'theodore@backlot.example');
    await expect(page.getByRole('button', { name: /^Show:/ })).toContainText('The Tidewater Ledger');
    await expect(page).toHaveURL('/po?status=void');
  }
});
