import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import type { Person } from '../support/fixtures/people.ts';
import { userOf, users } from '../support/fixtures/users.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { waitForHeading, openSetup, save, serveDepartments, serveUsers } from '../support/pages/setup.ts';

const dana = userOf(person('dana'));

test('DEC-11, PE-03: a user whom the administrator may not manage is read-only', async () => {
  const { page } = await openSetup('/setup/users/user-theodore-blackwood', 'Theodore Blackwood', {
    api: (fake) => void serveUsers(fake),
  });
  await expect(page.getByText('Only EP Internal can change this user.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeDisabled();
  await expect(page.getByRole('switch', { name: 'Void invoices' })).toBeDisabled();
  await expect(page.getByRole('button', { name: /Approver|EP Internal/ }).first()).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await waitForHeading(page, 'Users');
});

test('PE-03: administrators cannot change their own role or status', async () => {
  const { page } = await openSetup(`/setup/users/${person('sam').id}`, 'Sam Delgado', {
    api: (fake) => void serveUsers(fake),
  });
  await page.getByRole('button', { name: /^Role/ }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toHaveText('You cannot change your own role or status.');
});

test('DEC-11, DEC-63: the account of a user of another studio is locked and shows the reason', async () => {
  const { page, api } = await openSetup(`/setup/users/${dana.id}`, 'Dana Whitlock', {
    api: (fake) => void serveUsers(fake, [{ ...dana, isOfOtherStudio: true }]),
  });
  const reason = 'Another studio also uses this account. Only EP Internal can change this.';
  for (const name of [/^Initials/, /^First name.*Dana$/, /^Last name.*Whitlock/]) {
    const field = page.getByRole('button', { name });
    await expect(field).toHaveAttribute('aria-disabled', 'true');
    await field.focus();
    await expect(page.getByRole('tooltip')).toHaveText(reason);
  }
  const mfa = page.getByRole('switch', { name: 'Two-step sign-in' });
  await expect(mfa).toHaveAttribute('aria-disabled', 'true');
  await page.getByText('Void purchase orders').click();
  await save(page);
  await expect(page.getByText('User modified successfully.')).toBeVisible();
  expect(api.calls('PATCH /api/users/:id').map(({ body }) => body)).toEqual([{ voidPo: true }]);
});

test('PE-25: changing two-step sign-in warns that saving signs the user out', async () => {
  const { page, api } = await openSetup(`/setup/users/${dana.id}`, 'Dana Whitlock', {
    api: (fake) => void serveUsers(fake),
  });
  const note = page.getByText('Saving signs this user out everywhere.');
  const toggle = page.getByText('Two-step sign-in');
  await expect(note).toHaveCount(0);
  await toggle.click();
  await expect(note).toContainText('The next sign-in sets up an authenticator.');
  await toggle.click();
  await expect(note).toHaveCount(0);
  await toggle.click();
  await save(page);
  await expect(page.getByText('User modified successfully.')).toBeVisible();
  expect(api.calls('PATCH /api/users/:id').map(({ body }) => body)).toEqual([{ mfaEnabled: true }]);
});

test('PE-24, PE-25: a module that is off for the user is not in the navigation', async () => {
  const modules = (page: Page) => page.getByRole('navigation').first().getByRole('link');
  const off = { invoiceModuleVisible: false, paymentModuleVisible: false };
  const without = await openApp('/po', { as: person('dana', off) });
  await expect(modules(without.page).filter({ hasText: 'Purchase Orders' })).toBeVisible();
  for (const name of ['Invoices', 'Payments'])
    await expect(modules(without.page).filter({ hasText: name })).toHaveCount(0);
  const sam = await openApp('/po', { as: 'sam' });
  for (const name of ['Invoices', 'Payments'])
    await expect(modules(sam.page).filter({ hasText: name })).toBeVisible();
});

/** A user who may read both areas and change neither; no role has these permissions. */
const reader: Person = person('dana', {
  permissions: { Departments: 'READ', UserManagement: 'READ' },
});

/** Expects every field to be disabled, and no button or link that changes data. */
async function expectLocked(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const acts = /^(Add|Save|Remove|Activate|Deactivate|Send|Create|Look Up)\b/;
  for (const role of ['button', 'link'] as const)
    await expect(main.getByRole(role, { name: acts })).toHaveCount(0);
  const fields = main.locator('form').locator('input, select, textarea, button[aria-haspopup]');
  expect(fields.count()).toBeGreaterThan(5);
  expect(fields.elements().filter((field) => !field.matches(':disabled'))).toEqual([]);
}

test('DEC-92, MG-05: a user with READ sees users and cannot change them', async () => {
  const special = userOf(person('sylvie', { specialApprover: true }));
  const { page } = await openSetup('/setup/users', 'Users', {
    as: reader,
    api: (fake) => void serveUsers(fake, [dana, special]),
  });
  const row = page.getByRole('row', { name: /Arnaud/ });
  await expect(row).toContainText('PO Creator');
  await expect(page.getByRole('link', { name: 'Add User' })).toHaveCount(0);
  await row.click();
  await waitForHeading(page, 'Sylvie Arnaud');
  await expect(page.getByText('You do not have permission to change users.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Arnaud');
  await expect(page.getByRole('button', { name: /Role/ })).toContainText('PO Creator');
  await expect(page.getByRole('switch', { name: 'Special approver' })).toBeChecked();
  await expect(page.getByRole('row', { name: 'Set Decoration' })).toBeVisible();
  await expectLocked(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await waitForHeading(page, 'Users');
  // The address of the form redirects, too.
  await page.goto('/setup/users/create');
  await waitForHeading(page, 'Users');
});

test('DEC-92, MG-02: a user with READ sees departments and cannot change them', async () => {
  const { page } = await openSetup('/setup/departments', 'Departments', {
    as: reader,
    api(fake) {
      serveUsers(fake, [...users]);
      const stored = serveDepartments(fake);
      for (const each of stored) each.settings = { ...each.settings, accountCodes: { ACCOUNT: ['2301'] } };
    },
  });
  const row = page.getByRole('row', { name: /^Props/ });
  await expect(row).toContainText('Marcus Oyelaran');
  await expect(page.getByRole('link', { name: 'Add Department' })).toHaveCount(0);
  await row.click();
  await waitForHeading(page, 'Props');
  await expect(page.getByText('You do not have permission to change departments.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Props');
  await expect(page.getByRole('switch', { name: 'Active' })).toBeChecked();
  await expect(page.getByRole('list', { name: 'Members' })).toContainText('Marcus Oyelaran');
  const code = page.getByRole('row', { name: /^2301/ });
  await expect(code).toBeVisible();
  await expectLocked(page);
  await code.focus();
  await page.keyboard.press('Delete');
  await expect(code).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await waitForHeading(page, 'Departments');
  await page.goto('/setup/departments/create');
  await waitForHeading(page, 'Departments');
});
