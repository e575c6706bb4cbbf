import type { Page } from '@playwright/test';
import { password } from './person.ts';

/** Sets a password on the page that a mailed link opens. */
export async function setPassword(page: Page, chosen: string): Promise<void> {
  await page.getByLabel('New password').fill(chosen);
  await page.getByLabel('Confirm password').fill(chosen);
  await page.getByRole('button', { name: 'Set password' }).click();
}

/** Signs in on the sign-in page, which is open. */
export async function fillSignIn(page: Page, email: string, withPassword = password): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(withPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the product, which redirects to the sign-in page, and signs in. */
export async function signIn(page: Page, email: string, withPassword = password): Promise<void> {
  await page.goto('/');
  await fillSignIn(page, email, withPassword);
}

/** Deletes the session cookie while no page of the product is open, which would redirect to the sign-in by itself. */
export async function loseSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
