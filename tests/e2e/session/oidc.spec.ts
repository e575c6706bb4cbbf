import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { executeDirectory } from '../../../scripts/deployment/administrator.mjs';
import { prepare } from '../../../scripts/prepare.mjs';
import { createProgress } from '../../../scripts/processes/progress.mjs';
import { freePort } from '../../../scripts/server/free-port.mjs';
import { serve } from '../../../scripts/server/serve.mjs';
import { openProvider, signInAtProvider } from '../support/environment/identity-provider.ts';
import { chooseStatus, openList } from '../support/pages/lists.ts';
import { createSubmittedOrder } from '../support/data/orders.ts';
import { person } from '../support/environment/person.ts';
import { loseSession } from '../support/environment/sign-in.ts';
import { axe, expectAccessible } from '../support/browser/accessibility.ts';

const state = mkdtempSync(join(tmpdir(), 'backlot-oidc-'));
let provider: Awaited<ReturnType<typeof openProvider>>;
let product: Awaited<ReturnType<typeof serve>>;

// This file serves its own product: every other test signs in with passwords.
test.beforeAll(async () => {
  test.setTimeout(600_000);
  await prepare(createProgress(), { state });
  executeDirectory(
    { state },
    `UPDATE users SET local_user = 0 WHERE username IN ('marcus@backlot.example', 'priya@backlot.example')`,
  );
  provider = await openProvider();
  const port = (await freePort(0)) ?? 0;
  product = await serve({
    port,
    state,
    log: join(state, 'serve.log'),
    isUnlimited: true,
    vars: provider.vars,
  });
  provider.register(product.address);
});
test.afterAll(async () => {
  await product.stop();
  await provider.stop();
  rmSync(state, { recursive: true, force: true });
});
test.describe.configure({ mode: 'serial' });

const at = (path: string) => product.address + path;

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
}

test('API-43, DEC-05, SH-32, SE-20: a user signs in at the provider, and logging out also signs out there', async ({
  page,
  playwright,
}) => {
  const request = await playwright.request.newContext({ baseURL: product.address });
  const dana = { api: await person(request, product.address, 'dana@backlot.example') };
  const order = await createSubmittedOrder(dana);
  const review = `/po/review/${order.id}/approver`;

  await page.goto(at(review));
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/`));
  await signInAtProvider(page, 'marcus@backlot.example');
  await expect(page).toHaveURL(at(review));
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect
    .poll(async () => (await dana.api.get<{ status: string }>(`/api/pos/${order.id}`)).status)
    .toBe('APPROVED_BY_DEPARTMENT_APPROVER');

  await page.goto(at('/approvals'));
  await logOut(page);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(at('/api/auth/signed-out'));
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  expect((await (await axe(page)).analyze()).violations).toEqual([]);
  // The provider has ended its session, too.
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible();
  await request.dispose();
});

test('SE-21, DEC-05: an expired session is renewed in two tabs by the provider, without a new sign-in', async ({
  page,
}) => {
  const other = await page.context().newPage();
  await page.goto(at('/po'));
  await signInAtProvider(page, 'priya@backlot.example');
  await expect(page).toHaveURL(at('/po'));
  await openList(other, at('/po?status=draft'));
  const cookie = async () =>
    (await page.context().cookies(product.address)).find(({ name }) => name === 'session-token')?.value;
  const expiredCookie = await cookie();
  executeDirectory({ state }, `UPDATE sessions SET expires_at = '2026-01-01T00:00:00.000Z'`);
  await chooseStatus(page, 'Voided');
  // The redirect to the provider returns to the same address.
  await expect.poll(cookie).not.toBe(expiredCookie);
  await expect(page).toHaveURL(at('/po?status=void'));
  await expect(page.getByText(/\d+ purchase orders?/)).toBeVisible();
  await expect(other.getByRole('alertdialog', { name: 'Session Expired' })).toHaveCount(0);
  await chooseStatus(other, 'Approved');
  await expect(other.getByText(/\d+ purchase orders?/)).toBeVisible();
});

test('DEC-05: the product guides an unknown user, and a user who has a password, after a sign-in at the provider', async ({
  page,
}) => {
  await page.goto(at('/approvals'));
  await signInAtProvider(page, 'stranger@backlot.example');
  await expect(page.getByRole('heading', { name: 'You do not have an account yet' })).toBeVisible();
  await expect(page.getByText('stranger@backlot.example')).toBeVisible();
  await loseSession(page);
  await page.goto(at('/approvals'));
  await signInAtProvider(page, 'dana@backlot.example');
  await page.getByRole('link', { name: 'Go to the sign-in page' }).click();
  await page.getByLabel('E-mail').fill('dana@backlot.example');
  await page.getByLabel('Password').fill('backlot-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(at('/approvals'));
});

test('DEC-05: an address is rejected when it signs in with another account of the provider', async ({
  page,
}) => {
  await page.goto(at('/po'));
  await signInAtProvider(page, 'priya@backlot.example');
  await expect(page).toHaveURL(at('/po'));
  await loseSession(page);
  await page.goto(at('/po'));
  await signInAtProvider(page, 'priya@backlot.example#second');
  await expect(page.getByRole('heading', { name: 'This is a different account' })).toBeVisible();
  await expect(page.getByText('already signs in to Backlot as priya@backlot.example')).toBeVisible();
  await expectAccessible(page);
  // The rejected sign-in opens no session, and the known account still works.
  expect((await page.request.get(at('/api/sessions/login-context'))).status()).toBe(401);
  await loseSession(page);
  await page.goto(at('/po'));
  await signInAtProvider(page, 'priya@backlot.example');
  await expect(page).toHaveURL(at('/po'));
});
