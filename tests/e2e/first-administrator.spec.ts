import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { existingAdministrators, makeAdministrator } from '../../scripts/administrator.mjs';
import { prepare } from '../../scripts/prepare.mjs';
import { createProgress } from '../../scripts/progress.mjs';
import { freePort, serve } from '../../scripts/serving.mjs';
import { expectSound } from './support/sound.ts';

const state = mkdtempSync(join(tmpdir(), 'backlot-empty-'));
/** One that the books of the accounting sandbox know. */
const license = 'HSP-SA-1041';
let product: Awaited<ReturnType<typeof serve>>;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  await prepare(createProgress(), { state, isEmpty: true });
  product = await serve({ port: (await freePort(0)) ?? 0, state, log: join(state, 'serve.log') });
});
test.afterAll(async () => {
  await product.stop();
  rmSync(state, { recursive: true, force: true });
});

/** Opens a select and takes its first option. */
async function chooseFirst(page: Page, label: string): Promise<void> {
  const field = page.getByRole('button', { name: new RegExp(label) });
  await expect(field).toBeEnabled();
  await field.click();
  await page.getByRole('option').first().click();
}

test('SE-17, DEC-11: from an empty database the first administrator sets a password, and creates the first show by the screens', async ({
  page,
}) => {
  const email = 'first.admin@backlot.example';
  expect(existingAdministrators(state)).toEqual([]);
  const token = makeAdministrator({ email, name: '', isLocal: true, state });
  expect(existingAdministrators(state)).toEqual([email]);

  await page.goto(`${product.address}/api/auth/password/${token}`);
  await page.getByLabel('New password').fill('three geese cross the lot');
  await page.getByLabel('The same again').fill('three geese cross the lot');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('three geese cross the lot');
  await page.getByRole('button', { name: 'Sign in' }).click();

  await expect(page.getByRole('heading', { name: 'Create the first show' })).toBeVisible();
  await expectSound(page);
  await page.getByLabel('Show Name').fill('First Light');
  await page.getByRole('combobox', { name: 'License' }).fill(license);
  await page.getByRole('option', { name: license }).click();
  for (const label of ['Division', 'Accounting Package', 'Show Type']) await chooseFirst(page, label);
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(page).toHaveURL(`${product.address}/setup/departments`);
  await expect(page.getByRole('button', { name: /First Light/ })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Management' }).getByRole('link')).toHaveText([
    'Departments',
    'Users',
    'Approval Flows',
    'Shows',
    'Settings',
  ]);
});
