import { test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { approvedOrder } from '../support/fixtures/purchase-orders.ts';
import { openList } from '../support/pages/lists.ts';
import type { App, AppOptions } from '../support/open-app.ts';
import type { ResponseBody } from '../support/api/routes.ts';

type Preferences = ResponseBody<'GET /api/users/userSettings'>;
type ActiveSession = ResponseBody<'GET /api/sessions'>['sessions'][number];

const saved = 'POST /api/users/addUpdateUserSettings';
const usual: Preferences = {
  emailNotifications: true,
  consolidatePoEmails: false,
  consolidatePaymentEmails: false,
  consolidateInvoiceEmails: false,
  dateFormat: null,
};
const thisBrowser: ActiveSession = {
  id: 'session-1',
  device: 'Chrome on Windows',
  signedInAt: '2026-11-20T15:00:00.000Z',
  lastUsedAt: '2026-11-24T15:00:00.000Z',
  isThis: true,
};
const phone: ActiveSession = { ...thisBrowser, id: 'session-2', device: 'Safari on iPhone', isThis: false };

/** Opens a list for a user with these preferences and sessions. The fake API stores saved preferences. */
function openPo(options: AppOptions = {}, sessions: ActiveSession[] = [thisBrowser]): Promise<App> {
  return openList('/po?status=all', {
    ...options,
    api(fake, world) {
      fake.on(saved, ({ body }) => {
        const stored = { ...usual, ...world.preferences, ...(body as Partial<Preferences>) };
        world.preferences = stored;
        return stored;
      });
      fake.on('GET /api/tokens', { tokens: [] });
      fake.on('GET /api/sessions', () => ({ sessions, hasPassword: true, hasAuthenticator: false }));
      fake.on('DELETE /api/sessions/:id', ({ params }) => {
        sessions.splice(
          sessions.findIndex(({ id }) => id === params['id']),
          1,
        );
        return { success: true as const };
      });
      options.api?.(fake, world);
    },
  });
}

async function openSettings({ page }: App): Promise<Locator> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Account Settings' }).click();
  return page.getByRole('dialog', { name: 'Account Settings' });
}

async function save({ page }: App, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Account settings saved.')).toBeVisible();
}

const digestsIn = (dialog: Locator) =>
  ['Purchase orders', 'Payments', 'Invoices'].map((name) =>
    dialog.getByRole('switch', { name: `${name} in one daily e-mail` }),
  );

test('SE-24, SE-27: Account Settings switches e-mail notifications and three daily digests', async () => {
  const app = await openPo();
  await expect(app.page.getByRole('button', { name: /^Account of/ })).toHaveText(/^DW/);
  const dialog = await openSettings(app);
  await expect(dialog.getByRole('switch', { name: 'Email notifications' })).toBeChecked();
  for (const one of digestsIn(dialog)) {
    await expect(one).toBeEnabled();
    await one.press('Space');
    await expect(one).toBeChecked();
  }
  await save(app, dialog);
  expect(app.api.calls(saved).map(({ body }) => body)).toEqual([
    {
      ...usual,
      consolidatePoEmails: true,
      consolidatePaymentEmails: true,
      consolidateInvoiceEmails: true,
    },
  ]);
});

test('SE-28: switching e-mail notifications off also switches the digests off, permanently', async () => {
  const app = await openPo();
  const { page } = app;
  const dialog = await openSettings(app);
  const [orders] = digestsIn(dialog);
  await orders?.press('Space');
  const email = dialog.getByText('Email notifications', { exact: true });
  await email.click();
  for (const one of digestsIn(dialog)) {
    await expect(one).toBeDisabled();
    await expect(one).not.toBeChecked();
  }
  await dialog.getByText('Payments in one daily e-mail').hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'Email notifications must be enabled to use this feature.',
  );
  await save(app, dialog);
  expect(app.api.calls(saved).at(-1)?.body).toEqual({ ...usual, emailNotifications: false });
  await openSettings(app);
  await email.click();
  for (const one of digestsIn(dialog)) await expect(one).not.toBeChecked();
  // Cancel saves nothing.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  expect(app.api.calls(saved)).toHaveLength(1);
});

test('SE-25, SE-26: dates use the selected format at once and after a reload', async () => {
  const order = approvedOrder();
  const app = await openPo({ orders: [order] });
  const { page, api } = app;
  const dates = page.getByRole('gridcell').filter({ hasText: /^(\d+\/\d+\/\d{4}|\d{4}-\d{2}-\d{2})$/ });
  const choices = [
    ['US: MM/DD/YYYY', 'MM_DD_YYYY', '11/20/2026'],
    ['EU: DD/MM/YYYY', 'DD_MM_YYYY', '20/11/2026'],
    ['INTL: YYYY-MM-DD', 'YYYY_MM_DD', '2026-11-20'],
  ] as const;
  const dialog = await openSettings(app);
  const field = dialog.getByRole('button', { name: 'Date format' });
  await field.click();
  await expect(page.getByRole('option')).toHaveText(['System default', ...choices.map(([text]) => text)]);
  await page.keyboard.press('Escape');
  for (const [text, code, looks] of choices) {
    await field.click();
    await page.getByRole('option', { name: text }).click();
    await save(app, dialog);
    await page.getByRole('button', { name: 'Close message' }).first().click();
    expect(api.calls(saved).at(-1)?.body).toMatchObject({ dateFormat: code });
    await expect(dates.first()).toHaveText(looks);
    await openSettings(app);
  }
  await page.reload();
  await expect(dates.first()).toHaveText('2026-11-20');
});

/** Makes British English the default language of the browser. */
function inBritain({ Intl }: Window & typeof globalThis): void {
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
    construct: (format, [locale = 'en-GB', options]: [string?, Intl.DateTimeFormatOptions?]) =>
      new format(locale, options),
  });
}

test('SE-25: dates use the format of the browser language by default', async () => {
  const { page } = await openPo({ orders: [approvedOrder()], prepare: inBritain });
  await expect(page.getByRole('gridcell').filter({ hasText: '20/11/2026' }).first()).toBeVisible();
});

test('SE-24, MG-09: settings that fail to load or save show an error and can be retried', async () => {
  let mend: () => void = () => undefined;
  const app = await openPo({
    api: (fake) => {
      mend = fake.fail('GET /api/users/userSettings', 'NOT_FOUND');
    },
  });
  const { page, api } = app;
  const dialog = await openSettings(app);
  await expect(dialog.getByText('Error occurred while retrieving user settings.')).toBeVisible();
  mend();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('Payments in one daily e-mail').click();
  const allow = api.fail(saved, 'invalid_parameter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText('Error occurred while updating user settings.');
  await expect(dialog.getByRole('switch', { name: /^Payments/ })).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  allow();
  await save(app, dialog);
});

test('SE-20: Account Settings lists the sessions of the user and can end each', async () => {
  const app = await openPo({}, [thisBrowser, phone]);
  const dialog = await openSettings(app);
  const sessions = dialog.getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText('This browser');
  await expect(sessions.last()).toContainText('Safari on iPhone');
  await expect(sessions.last()).toContainText('Last used');
  await expect(dialog.getByRole('button', { name: 'Replace Authenticator' })).toHaveCount(0);
  await expectAccessible(app.page);
  await dialog.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await expect(sessions).toHaveCount(1);
  expect(app.api.calls('DELETE /api/sessions/:id').map(({ params }) => params['id'])).toEqual([phone.id]);
});
