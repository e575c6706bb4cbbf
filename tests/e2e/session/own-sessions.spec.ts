import type { Browser, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { waitForMail, uniqueMailAddress } from '../support/environment/mailbox.ts';
import { expect, test } from '../support/environment/product.ts';
import { setPassword, signIn } from '../support/environment/sign-in.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';

const password = 'three geese cross the lot';

/** Adds a user, who sets a password by the mailed link. Returns the username. */
async function addUser(
  api: { post: <Body>(path: string, body: unknown) => Promise<Body> },
  page: Page,
  { baseURL, mfaEnabled }: { baseURL: string | undefined; mfaEnabled: boolean },
): Promise<string> {
  const { username } = await api.post<{ username: string }>('/api/users/?show=nlite', {
    username: uniqueMailAddress(),
    firstName: 'Ann',
    lastName: 'Larkin',
    roleId: 'PO Creator',
    mfaEnabled,
  });
  const { text } = await waitForMail(baseURL, username);
  await page.goto(/(https?:\/\/\S+\/password\/\S+)/.exec(text)?.[1] ?? '');
  await setPassword(page, password);
  await expect(page.getByRole('heading', { name: 'Your password was set' })).toBeVisible();
  return username;
}

async function openSettings(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Account Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Account Settings' });
  await expect(dialog.getByText('This browser')).toBeVisible();
  return dialog;
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

/** Signs the user in on a second device. */
async function signInOnPhone(browser: Browser, username: string, baseURL = ''): Promise<Page> {
  const context = await browser.newContext({ baseURL, userAgent: phone });
  const other = await context.newPage();
  await signIn(other, username, password);
  await expect(other).toHaveURL(/\/approvals/);
  return other;
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto('/po');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }).toPass();
}

test('a user changes the password with the current one, which ends other sessions and sends an e-mail', async ({
  as,
  browser,
  page,
  baseURL,
}) => {
  const { api } = await as('sam');
  const username = await addUser(api, page, { baseURL, mfaEnabled: false });
  const other = await signInOnPhone(browser, username, baseURL);
  await signIn(page, username, password);
  await expect(page).toHaveURL(/\/approvals/);
  await page.goto('/po');
  await (await openSettings(page)).getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('heading', { name: 'Change your password' })).toBeVisible();
  await expectAccessible(page);

  const newPassword = 'four herons leave at dawn';
  const change = async (current: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(newPassword);
    await page.getByLabel('Confirm password').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('a wrong password');
  await expect(page.getByRole('alert')).toHaveText('The current password is wrong.');
  await expect(page.getByLabel('Current password')).toBeFocused();
  await expectAccessible(page);
  await change(password);
  await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to Backlot' }).click();
  await expect(page).toHaveURL(/\/po$/);
  await expect((await openSettings(page)).getByRole('listitem')).toHaveCount(1);
  await expectSignedOut(other);
  await signIn(other, username, newPassword);
  await expect(other).toHaveURL(/\/approvals/);
  await other.context().close();
  const { text } = await waitForMail(baseURL, username, 'Your Backlot password was changed');
  expect(text).toContain('If you did not do this');
});

test('PE-25: a user replaces the authenticator with the password and a current code, and gets an e-mail', async ({
  as,
  page,
  baseURL,
}) => {
  const { api } = await as('sam');
  const username = await addUser(api, page, { baseURL, mfaEnabled: true });
  const readKey = async () => {
    const secret = Secret.fromBase32((await page.locator('code').innerText()).replaceAll(' ', ''));
    return new TOTP({ secret });
  };
  await signIn(page, username, password);
  const previous = await readKey();
  await page.getByLabel('Code').fill(previous.generate());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'I saved the codes' }).click();
  await expect(page).toHaveURL(/\/approvals/);

  await (await openSettings(page)).getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/or a recovery code/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await (await openSettings(page)).getByRole('button', { name: 'Replace Authenticator' }).click();
  await expect(page.getByRole('heading', { name: 'Replace your authenticator' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('The password or code is wrong');
  await page.getByLabel('Password').fill(password);
  // The current code is used up; the code of the next half minute is valid already.
  await page.getByLabel('Code').fill(previous.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Set up the new authenticator' })).toBeVisible();
  await expectAccessible(page);
  const next = await readKey();
  await page.getByLabel('Code').fill(next.generate());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  await page.getByRole('link', { name: 'I saved the codes' }).click();
  await expect(page).toHaveURL(/\/approvals/);
  const { text } = await waitForMail(baseURL, username, 'Your Backlot authenticator was replaced');
  expect(text).toContain('you were signed out everywhere');
});
