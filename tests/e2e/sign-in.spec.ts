import { expect, test } from '@playwright/test';
import { signIn } from './support/sign-in.ts';

test('DEC-05, SH-33, SH-46, SE-20: a wrong password is refused, the right one leads to the approvals, and logging out ends the session', async ({
  page,
}) => {
  await signIn(page, 'marcus@backlot.example', 'not-his-password');
  await expect(page.getByRole('alert')).toHaveText('The e-mail or password is wrong. Try again.');
  await expect(page.getByLabel('E-mail')).toHaveValue('marcus@backlot.example');
  await page.goto('/po');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await signIn(page, 'marcus@backlot.example');
  await expect(page).toHaveURL(/\/approvals/);
  await page.getByRole('button', { name: 'Account of Marcus Oyelaran' }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto('/approvals');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  // Signing in leads back to the page that was asked for.
  await page.goto('/po?status=Draft');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('E-mail').fill('dana@backlot.example');
  await page.getByLabel('Password').fill('backlot-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/po\b/);
});
