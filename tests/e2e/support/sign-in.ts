import type { Page } from '@playwright/test';
import { password } from './person.ts';

/** Signs in on the real page, from wherever the product sends somebody who is not. */
export async function signIn(page: Page, email: string, withPassword = password): Promise<void> {
  await page.goto('/');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(withPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
