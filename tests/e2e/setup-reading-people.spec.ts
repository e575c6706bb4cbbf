import type { Page } from '@playwright/test';
import { permissionMatrix } from '../../domain/permissions.ts';
import { department, openPage, user } from './support/management.ts';
import { believing } from './support/permissions.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';

/**
 * Somebody who is shown both areas and may change neither. No role has READ there: the page is told so, and has from an
 * administrator what the server would not let this person read. What it writes goes to the server as it is.
 */
async function reading(seat: Seat, admin: Seat): Promise<Page> {
  const levels = { Departments: 'READ', UserManagement: 'READ' } as const;
  const permissions = { ...permissionMatrix['PO Creator'], ...levels };
  await believing(seat, { role: 'PO Creator', permissions, invoices: true, payments: true });
  await seat.page.route(/\/api\/users(\/[\w-]+)?\/?\?show=/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const { pathname, search } = new URL(route.request().url());
    return route.fulfill({ json: await admin.api.get(`${pathname}${search}`) });
  });
  return seat.page;
}

/** Every field is closed, and nothing in the page adds, saves or takes away. */
async function expectLocked(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const acts = /^(Add|Save|Remove|Activate|Deactivate|Send|Create|Look Up)\b/;
  for (const role of ['button', 'link'] as const) {
    await expect(main.getByRole(role, { name: acts })).toHaveCount(0);
  }
  const fields = main.locator('form').locator('input, select, textarea, button[aria-haspopup]');
  expect(await fields.count()).toBeGreaterThan(5);
  for (const field of await fields.all()) await expect(field).toBeDisabled();
}

test('DEC-92, MG-02: with READ departments are seen, and nothing of them can be changed', async ({ as }) => {
  const [dana, sam] = await Promise.all([as('dana'), as('sam')]);
  const { id, name } = await department(sam);
  const { id: memberId, lastName } = await user(sam);
  await sam.api.put(`/api/departments/${id}/user/${memberId}?showId=nlite`, { active: true });
  await sam.api.post(`/api/departments/${id}/settings/accountCodes?showId=nlite`, {
    value: { ACCOUNT: ['2301'] },
  });
  const page = await reading(dana, sam);
  await openPage(page, '/setup/departments', 'Departments');
  await page.getByRole('searchbox', { name: 'Search departments' }).fill(name);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText(`Noemi ${lastName}`);
  await expect(page.getByRole('link', { name: 'Add Department' })).toHaveCount(0);

  await row.click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('You do not have permission to change departments.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  await expect(page.getByRole('switch', { name: 'Active' })).toBeChecked();
  await expect(page.getByRole('list', { name: 'Members' })).toContainText(`Noemi ${lastName}`);
  const code = page.getByRole('row', { name: /^2301/ });
  await expect(code).toBeVisible();
  await expectLocked(page);
  await code.focus();
  await page.keyboard.press('Delete');
  await expect(code).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Departments', level: 1 })).toBeVisible();

  // A typed address opens no form either, and what is sent past the page is refused.
  await openPage(page, '/setup/departments/create', 'Departments');
  const change = { name: 'Mine now' };
  await expect(dana.api.patch(`/api/departments/${id}?showId=nlite`, change)).rejects.toThrow(
    /403.*FORBIDDEN/,
  );
  await expect(dana.api.post('/api/departments/?showId=nlite', change)).rejects.toThrow(/403.*FORBIDDEN/);
});

test('DEC-92, MG-05: with READ users are seen, and nothing of them can be changed', async ({ as }) => {
  const [dana, sam] = await Promise.all([as('dana'), as('sam')]);
  const { id: departmentId, name } = await department(sam);
  const { id, lastName } = await user(sam, { specialApprover: true });
  await sam.api.put(`/api/departments/${departmentId}/user/${id}?showId=nlite`, { active: true });
  const page = await reading(dana, sam);
  await openPage(page, '/setup/users', 'Users');
  await page.getByRole('searchbox', { name: 'Search users' }).fill(lastName);
  const row = page.getByRole('row', { name: new RegExp(lastName) });
  await expect(row).toContainText('PO Creator');
  await expect(page.getByRole('link', { name: 'Add User' })).toHaveCount(0);

  await row.click();
  await expect(page.getByRole('heading', { name: `Noemi ${lastName}`, level: 1 })).toBeVisible();
  await expect(page.getByText('You do not have permission to change users.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue(lastName);
  await expect(page.getByRole('button', { name: /Role/ })).toContainText('PO Creator');
  await expect(page.getByRole('switch', { name: 'Special approver' })).toBeChecked();
  await expect(page.getByRole('row', { name })).toBeVisible();
  await expectLocked(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();

  await openPage(page, '/setup/users/create', 'Users');
  const change = { roleId: 'Show Admin' };
  await expect(dana.api.patch(`/api/users/${id}?show=nlite`, change)).rejects.toThrow(/403.*FORBIDDEN/);
  await expect(
    dana.api.put(`/api/users/${id}/departments?show=nlite`, { departmentIds: [] }),
  ).rejects.toThrow(/403.*FORBIDDEN/);
});
