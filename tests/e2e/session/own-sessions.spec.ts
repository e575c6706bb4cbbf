import type { Browser, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { arrived, freshAddress } from '../support/environment/mailbox.ts';
import { expect, test } from '../support/environment/product.ts';
import { setPassword, signIn } from '../support/environment/sign-in.ts';
import { expectSound } from '../support/browser/sound.ts';

const password = 'three geese cross the lot';

/** Somebody new who has chosen a password, as an administrator adds one. */
async function newPerson(
  api: { post: <Body>(path: string, body: unknown) => Promise<Body> },
  page: Page,
  { baseURL, mfaEnabled }: { baseURL: string | undefined; mfaEnabled: boolean },
): Promise<string> {
  const { username } = await api.post<{ username: string }>('/api/users/?show=nlite', {
    username: freshAddress(),
    firstName: 'Ann',
    lastName: 'Larkin',
    roleId: 'PO Creator',
    mfaEnabled,
  });
  const { text } = await arrived(baseURL, username);
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

/** A phone on which this person is signed in. */
async function leftOpen(browser: Browser, username: string, baseURL = ''): Promise<Page> {
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

test('who is signed in changes the password with the present one; elsewhere the session ends, and a mail tells', async ({
  as,
  browser,
  page,
  baseURL,
}) => {
  const { api } = await as('sam');
  const username = await newPerson(api, page, { baseURL, mfaEnabled: false });
  const other = await leftOpen(browser, username, baseURL);
  await signIn(page, username, password);
  await expect(page).toHaveURL(/\/approvals/);
  await page.goto('/po');
  await (await openSettings(page)).getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('heading', { name: 'Change your password' })).toBeVisible();
  await expectSound(page);

  const anew = 'four herons leave at dawn';
  const change = async (current: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(anew);
    await page.getByLabel('Confirm password').fill(anew);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('a wrong password');
  await expect(page.getByRole('alert')).toHaveText('The current password is wrong.');
  await expect(page.getByLabel('Current password')).toBeFocused();
  await expectSound(page);
  await change(password);
  await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('link', { name: 'Back to Backlot' }).click();
  await expect(page).toHaveURL(/\/po$/);
  await expect((await openSettings(page)).getByRole('listitem')).toHaveCount(1);
  await expectSignedOut(other);
  await signIn(other, username, anew);
  await expect(other).toHaveURL(/\/approvals/);
  await other.context().close();
  const { text } = await arrived(baseURL, username, 'Your Backlot password was changed');
  expect(text).toContain('If you did not do this');
});

test('PE-25: who has a new phone replaces the authenticator with the password and a present code, and is told by e-mail', async ({
  as,
  page,
  baseURL,
}) => {
  const { api } = await as('sam');
  const username = await newPerson(api, page, { baseURL, mfaEnabled: true });
  const keyHere = async () => {
    const secret = Secret.fromBase32((await page.locator('code').innerText()).replaceAll(' ', ''));
    return new TOTP({ secret });
  };
  await signIn(page, username, password);
  const former = await keyHere();
  await page.getByLabel('Code').fill(former.generate());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'I saved the codes' }).click();
  await expect(page).toHaveURL(/\/approvals/);

  await (await openSettings(page)).getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/or a recovery code/);
  await expectSound(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await (await openSettings(page)).getByRole('button', { name: 'Replace Authenticator' }).click();
  await expect(page.getByRole('heading', { name: 'Replace your authenticator' })).toBeVisible();
  await expectSound(page);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('The password or code is wrong');
  await page.getByLabel('Password').fill(password);
  // The next half minute's code is good already, and the present one is spent.
  await page.getByLabel('Code').fill(former.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Set up the new authenticator' })).toBeVisible();
  await expectSound(page);
  const next = await keyHere();
  await page.getByLabel('Code').fill(next.generate());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  await page.getByRole('link', { name: 'I saved the codes' }).click();
  await expect(page).toHaveURL(/\/approvals/);
  const { text } = await arrived(baseURL, username, 'Your Backlot authenticator was replaced');
  expect(text).toContain('you were signed out everywhere');
});
