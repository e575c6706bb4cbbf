import type { Page } from '@playwright/test';
import { openList } from './support/lists.ts';
import { test, expect } from './support/product.ts';
import type { Seat } from './support/product.ts';

/** Whose preferences these tests may change: nobody else reads them, one test at a time. */
const owner = 'robert.achebe';
const usual = {
  emailNotifications: true,
  consolidatePoEmails: false,
  consolidatePaymentEmails: false,
  consolidateInvoiceEmails: false,
  dateFormat: null,
};

test.describe.configure({ mode: 'serial' });

const settings = (page: Page) => page.getByRole('dialog', { name: 'Account Settings' });
const kept = ({ api }: Seat) => api.get('/api/users/userSettings');

async function open(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Account Settings' }).click();
  await expect(settings(page).getByRole('switch').first()).toBeVisible();
  return settings(page);
}

async function save(page: Page) {
  await settings(page).getByRole('button', { name: 'Save' }).click();
  await expect(settings(page)).toHaveCount(0);
  await expect(page.getByText('Account settings saved.')).toBeVisible();
}

test('SE-24, SE-27, SE-28: five preferences; the digests need e-mail, and go with it', async ({ as }) => {
  const seat = await as(owner);
  const { page, api } = seat;
  await api.post('/api/users/addUpdateUserSettings', usual);
  await openList(page, '/po');
  const dialog = await open(page);
  const email = dialog.getByRole('switch', { name: 'Email notifications' });
  const digests = ['Purchase orders', 'Payments', 'Invoices'].map((name) =>
    dialog.getByRole('switch', { name: `${name} in one daily e-mail` }),
  );
  const turn = async (name: string) => dialog.getByText(name, { exact: true }).click();
  await expect(email).toBeChecked();
  for (const one of digests) await expect(one).toBeEnabled();
  for (const name of ['Purchase orders', 'Payments', 'Invoices']) await turn(`${name} in one daily e-mail`);
  for (const one of digests) await expect(one).toBeChecked();
  await save(page);
  expect(await kept(seat)).toEqual({
    ...usual,
    consolidatePoEmails: true,
    consolidatePaymentEmails: true,
    consolidateInvoiceEmails: true,
  });

  await open(page);
  await turn('Email notifications');
  for (const one of digests) {
    await expect(one).toBeDisabled();
    await expect(one).not.toBeChecked();
  }
  await dialog.getByText('Payments in one daily e-mail').hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'Email notifications must be enabled to use this feature.',
  );
  await save(page);
  expect(await kept(seat)).toEqual({ ...usual, emailNotifications: false });

  // Turned on again, no digest comes back by itself; Cancel keeps what was.
  await open(page);
  await turn('Email notifications');
  for (const one of digests) await expect(one).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await kept(seat)).toEqual({ ...usual, emailNotifications: false });
  await api.post('/api/users/addUpdateUserSettings', usual);
});

test('SE-25, SE-26: dates are written as chosen, at once and on every page', async ({ as }) => {
  const seat = await as(owner, { show: 'nlite', locale: 'en-GB' });
  const { page, api } = seat;
  await api.post('/api/users/addUpdateUserSettings', usual);
  await openList(page, '/po?status=all');
  const dates = page
    .getByRole('cell')
    .or(page.getByRole('gridcell'))
    .filter({ hasText: /^(\d{2}\/\d{2}\/\d{4}|\d{4}-\d{2}-\d{2})$/ });
  const choices = [
    { text: 'US: MM/DD/YYYY', code: 'MM_DD_YYYY', looks: /^(0\d|1[0-2])\/\d{2}\/\d{4}$/ },
    { text: 'EU: DD/MM/YYYY', code: 'DD_MM_YYYY', looks: /^\d{2}\/(0\d|1[0-2])\/\d{4}$/ },
    { text: 'INTL: YYYY-MM-DD', code: 'YYYY_MM_DD', looks: /^\d{4}-\d{2}-\d{2}$/ },
    // Not set: as this browser's language has it.
    { text: 'System default', code: null, looks: /^\d{2}\/(0\d|1[0-2])\/\d{4}$/ },
  ];
  await open(page);
  const field = settings(page).getByRole('button', { name: 'Date format' });
  await field.click();
  await expect(page.getByRole('option')).toHaveText([
    'System default',
    ...choices.slice(0, 3).map(({ text }) => text),
  ]);
  await page.keyboard.press('Escape');
  for (const { text, code, looks } of choices) {
    await field.click();
    await page.getByRole('option', { name: text }).click();
    await save(page);
    // At once: a banner goes by itself.
    await page.getByRole('button', { name: 'Close message' }).first().click();
    expect(await kept(seat)).toMatchObject({ dateFormat: code });
    await expect(dates.first()).toHaveText(looks);
    await open(page);
  }
  await page.reload();
  await expect(dates.first()).toHaveText(choices[3]?.looks ?? '');
});

test('SE-24, MG-09: settings that cannot be read or saved say so, and can be tried again', async ({ as }) => {
  const { page } = await as(owner);
  await page.route('**/api/users/userSettings**', (route) => route.fulfill({ status: 404, json: {} }));
  await openList(page, '/po');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Account Settings' }).click();
  await expect(settings(page).getByText('Error occurred while retrieving user settings.')).toBeVisible();
  await page.unroute('**/api/users/userSettings**');
  await settings(page).getByRole('button', { name: 'Try again' }).click();
  await settings(page).getByText('Payments in one daily e-mail').click();
  await page.route('**/api/users/addUpdateUserSettings**', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid_parameter' } }),
  );
  await settings(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText('Error occurred while updating user settings.');
  await expect(settings(page).getByRole('switch', { name: /^Payments/ })).toBeChecked();
});
