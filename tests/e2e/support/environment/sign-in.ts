import type { Page } from '@playwright/test';
import { password } from './person.ts';

/** Chooses a password on the page that a mailed link opens. */
export async function setPassword(page: Page, chosen: string): Promise<void> {
  await page.getByLabel('New password').fill(chosen);
  await page.getByLabel('Confirm password').fill(chosen);
  await page.getByRole('button', { name: 'Set password' }).click();
}

/** Signs in on the real page, which is open. */
export async function fillSignIn(page: Page, email: string, withPassword = password): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(withPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The same, from wherever the product sends somebody who is not. */
export async function signIn(page: Page, email: string, withPassword = password): Promise<void> {
  await page.goto('/');
  await fillSignIn(page, email, withPassword);
}

/** Loses the session while no page is there that would notice, and go to the sign-in on top of whoever goes somewhere. */
export async function loseSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
