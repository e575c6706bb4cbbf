import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { stolenPassword } from '../support/environment/breached-passwords.ts';
import { waitForMail, uniqueMailAddress } from '../support/environment/mailbox.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { fillSignIn, loseSession, setPassword, signIn } from '../support/environment/sign-in.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';

const password = 'three geese cross the lot';

/** Adds a local user as an administrator of the show. */
async function addUser({ api }: Session, mfaEnabled: boolean): Promise<{ id: string; username: string }> {
  return api.post('/api/users/?show=nlite', {
    username: uniqueMailAddress(),
    firstName: 'Ann',
    lastName: 'Larkin',
    roleId: 'PO Creator',
    mfaEnabled,
  });
}

async function choosePassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await setPassword(page, password);
  await expect(page.getByRole('heading', { name: 'Your password was set' })).toBeVisible();
}

const linkIn = (text: string) => /(https?:\/\/\S+\/password\/\S+)/.exec(text)?.[1] ?? '';

test('DEC-05: a password known from a data breach is rejected with an accessible message', async ({
  as,
  page,
  baseURL,
}) => {
  const { username } = await addUser(await as('sam'), false);
  await page.goto(linkIn((await waitForMail(baseURL, username)).text));
  await setPassword(page, stolenPassword);
  await expect(page.getByRole('alert')).toHaveText(
    'This password appears in lists of stolen passwords. Choose a different one.',
  );
  await expectAccessible(page);
  await setPassword(page, password);
  await expect(page.getByRole('heading', { name: 'Your password was set' })).toBeVisible();
  await signIn(page, username, password);
  await expect(page).toHaveURL(/\/approvals/);
});

test('PE-25, DEC-05: a new user sets a password by the mailed link and an authenticator at the first sign-in', async ({
  as,
  page,
  baseURL,
}) => {
  const { username } = await addUser(await as('sam'), true);
  await choosePassword(page, linkIn((await waitForMail(baseURL, username)).text));
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, username, password);

  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  const authenticator = new TOTP({ secret: Secret.fromBase32(secret) });
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('The code is wrong');
  await page.getByLabel('Code').fill(authenticator.generate());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  await expectAccessible(page);
  const codes = await page.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('link', { name: 'I saved the codes' }).click();
  await expect(page).toHaveURL(/\/approvals/);

  await loseSession(page);
  await signIn(page, username, password);
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/approvals');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(page, username, password);
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').pressSequentially(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('You have 9 codes left.')).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/approvals/);
});

test('PE-25, DEC-05: a phone user opens or copies the authenticator key and copies or saves the recovery codes', async ({
  as,
  browser,
  baseURL,
}) => {
  const { username } = await addUser(await as('sam'), true);
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await choosePassword(page, linkIn((await waitForMail(baseURL, username)).text));
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(username);
  const field = page.getByLabel('Password');
  await field.fill(password);
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show what is typed' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Sign in' }).click();

  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  const link = page.getByRole('link', { name: 'Open the authenticator app on this phone' });
  const key = new URL((await link.getAttribute('href')) ?? '');
  expect(key.protocol).toBe('otpauth:');
  expect([key.searchParams.get('issuer'), key.searchParams.get('secret')]).toEqual(['Backlot', secret]);
  await page.getByRole('button', { name: 'Copy the key' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await copied()).toBe(secret);
  await page.getByLabel('Code').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole('button', { name: 'Continue' }).click();

  const listed = page.getByRole('listitem');
  await expect(listed).toHaveCount(10);
  const codes = await listed.allInnerTexts();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect((await copied()).split('\n')).toEqual(codes);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await readFile(await (await download).path(), 'utf8')).split('\n')).toEqual(codes);
  await context.close();
});

test('DEC-05: a forgotten password is reset by a mailed link, which works once, and Log Out Everywhere ends other sessions', async ({
  as,
  browser,
  page,
  baseURL,
}) => {
  const { username } = await addUser(await as('sam'), false);
  await waitForMail(baseURL, username);
  await page.goto('/api/auth/login');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('E-mail').fill(username);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  const mail = await waitForMail(baseURL, username, 'Set a new password for Backlot');
  const link = linkIn(mail.text);
  await page.goto(link);
  await expectAccessible(page);
  await choosePassword(page, link);
  await signIn(page, username, password);
  await expect(page).toHaveURL(/\/approvals/);

  const otherContext = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await otherContext.newPage();
  await signIn(other, username, password);
  await expect(other).toHaveURL(/\/approvals/);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Account Settings' }).click();
  await page.getByRole('button', { name: 'Log Out Everywhere' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  // Its own next request may be redirecting it at this moment.
  await expect(async () => {
    await other.goto('/po');
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }).toPass();
  await otherContext.close();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await expectAccessible(page);
});
