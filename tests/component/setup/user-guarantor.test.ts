import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { userOf } from '../support/fixtures/users.ts';
import { openSetup, save, serveUsers } from '../support/pages/setup.ts';

const dana = userOf(person('dana'));

test.each([375, 1440])('BUD-88: an administrator makes a user a guarantor at %i px', async (width) => {
  const { page, api } = await openSetup(`/setup/users/${dana.id}`, 'Dana Whitlock', {
    width,
    api: (fake) => void serveUsers(fake, [dana]),
  });
  await expect(page.getByRole('heading', { name: 'Departments' })).toBeVisible();
  await page.getByRole('button', { name: /Role/ }).click();
  await page.getByRole('option', { name: 'Guarantor' }).click();
  await expect(
    page.getByText('This person sees the issued cost reports and nothing else of the show.'),
  ).toBeVisible();
  for (const name of ['Permissions', 'Departments'])
    await expect(page.getByRole('heading', { name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Purchase order visibility/ })).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Sees the budget' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Accounts of the budget/ })).toBeVisible();
  await expectAccessible(page);
  await save(page);
  await expect(page.getByText('User modified successfully.')).toBeVisible();
  expect(api.calls('PATCH /api/users/:id').map(({ body }) => body)).toEqual([{ roleId: 'Guarantor' }]);
  expect(api.calls('PUT /api/users/:id/departments')).toEqual([]);
});

test('BUD-89: guarantors are not offered as members of a department', async () => {
  const greta = { ...userOf(person('noor', { role: 'Guarantor' })), departments: [] };
  const { page } = await openSetup('/setup/departments', 'Departments', {
    api: (fake) => void serveUsers(fake, [dana, greta]),
  });
  await page.getByRole('row', { name: /Construction/ }).click();
  await page.getByRole('combobox', { name: 'Add a member' }).click();
  await page.keyboard.type('Noor');
  await expect(page.getByRole('option', { name: /Noor Haddad/ })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Add a member' }).fill('Dana');
  await expect(page.getByRole('option', { name: /Dana Whitlock/ })).toBeVisible();
});
