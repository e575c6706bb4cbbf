import { test } from 'vitest';
import { Refusal } from '#domain/codes';
import { expect } from '../support/expect.ts';
import type { FakeApi } from '../support/api/fake-api.ts';
import { person } from '../support/fixtures/people.ts';
import { userOf, users } from '../support/fixtures/users.ts';
import { openApp } from '../support/open-app.ts';
import { waitForHeading, messages, openSetup, pick, save, serveUsers } from '../support/pages/setup.ts';

const dana = users.find(({ firstName }) => firstName === 'Dana') ?? userOf(person('dana'));
const api = (fake: FakeApi) => void serveUsers(fake);
const created = 'POST /api/users';
const changed = 'PATCH /api/users/:id';
const grouped = 'PUT /api/users/:id/departments';

test('MG-01, DEC-92: the list shows and searches username, role and status of each user', async () => {
  const { page } = await openSetup('/setup/users', 'Users', {
    api: (fake) =>
      void serveUsers(fake, [
        ...users,
        {
          ...userOf(person('jonah')),
          id: 'user-gone',
          firstName: 'Wendell',
          lastName: 'Pike',
          isActive: false,
        },
      ]),
  });
  const row = page.getByRole('row', { name: /Dana Whitlock/ });
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await search.fill('dana@');
  await expect(row).toContainText('dana@backlot.example');
  await expect(row).toContainText('PO Creator');
  await expect(row).toContainText('Active');
  await search.fill('wendell pike');
  await expect(page.getByRole('row', { name: /Wendell Pike/ })).toContainText('Inactive');
  await expect(row).toHaveCount(0);
});

test('MG-01, DEC-92: the list has 20 users per page and keeps the page in the address', async () => {
  const names = Array.from({ length: 25 }, (_, at) => `Extra ${String(at + 1).padStart(2, '0')}`);
  const { page } = await openSetup('/setup/users', 'Users', {
    api: (fake) =>
      void serveUsers(
        fake,
        names.map((firstName) => ({ ...dana, id: firstName, firstName, lastName: 'Pike' })),
      ),
  });
  const rows = page.getByRole('row', { name: /Pike/ });
  await expect(rows).toHaveCount(20);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows).toHaveCount(5);
  await expect(page).toHaveURL('/setup/users?page=2');
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(rows).toHaveCount(20);
  await expect(page).toHaveURL('/setup/users');
});

test('MG-01: the list of users shows no error while it is loading', async () => {
  let release: () => void = () => undefined;
  const { page } = await openApp('/setup/users', {
    as: 'sam',
    api: (fake) => {
      serveUsers(fake);
      release = fake.hold('GET /api/users');
    },
  });
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await page.waitForIdle();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  release();
  await expect(page.getByRole('row', { name: /Dana Whitlock/ })).toBeVisible();
});

test('DEC-74, UX-09: users are cards on a phone', async () => {
  const { page } = await openSetup('/setup/users?search=elena', 'Users', { api, width: 375, height: 812 });
  const card = page.getByRole('list', { name: 'Users' }).getByRole('link', { name: /^Elena Fischer/ });
  await expect(card).toContainText('PO & Invoice Creator');
  await card.click();
  await waitForHeading(page, 'Elena Fischer');
});

test('MG-06, MG-07, ER-01, PE-25, DEC-11: an unknown address offers a new account, whose role sets the toggles', async () => {
  const { page, api: fake } = await openSetup('/setup/users', 'Users', { api });
  await page.getByRole('link', { name: 'Add User' }).click();
  const address = page.getByRole('textbox', { name: 'E-mail address' });
  await address.fill('not an address');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a valid e-mail address.')).toBeVisible();
  await address.fill('ines@backlot.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText(/^No user has this address yet\./)).toBeVisible();
  await expect(page.getByText('Error occurred while loading user. Please try again.')).toHaveCount(0);
  await expect(address).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('ines@backlot.example');
  await page.getByRole('textbox', { name: 'First name' }).fill('Ines');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Arroyo');
  await expect(page.getByRole('switch', { name: 'Void purchase orders' })).not.toBeChecked();
  await page.getByRole('button', { name: /Role/ }).click();
  await expect(page.getByRole('option', { name: 'Show Admin' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Studio Admin' })).toHaveCount(0);
  await page.getByRole('option', { name: 'Approver' }).click();
  for (const name of ['Void purchase orders', 'Void invoices'])
    await expect(page.getByRole('switch', { name })).toBeChecked();
  for (const name of ['Invoices', 'Payments', 'Special approver', 'Two-step sign-in']) {
    const toggle = page.getByRole('switch', { name, exact: true });
    await page.locator('label').filter({ has: toggle }).click();
    await expect(toggle).toBeChecked();
  }
  await pick(page, 'Departments', 'Props');
  await save(page);
  await expect(page.getByText('User created successfully.')).toBeVisible();
  expect(fake.calls(created).map(({ body }) => body)).toMatchObject([
    {
      id: null,
      username: 'ines@backlot.example',
      firstName: 'Ines',
      roleId: 'Approver',
      purchaseOrderVisibilityId: 'IN_THIS_USERS_DEPARTMENT',
      invoiceModuleVisible: true,
      paymentModuleVisible: true,
      specialApprover: true,
      voidPo: true,
      voidInvoice: true,
      mfaEnabled: true,
    },
  ]);
  expect(fake.calls(grouped).map(({ params, body }) => [params['id'], body])).toEqual([
    ['user-new', { departmentIds: ['department-props'] }],
  ]);
});

test('MG-06, MG-07, PE-01, PE-17: a user is updated by id with only the changed fields', async () => {
  const { page, api: fake } = await openSetup(`/setup/users/${dana.id}`, 'Dana Whitlock', { api });
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeDisabled();
  await page.getByRole('button', { name: /^Role|Role$/ }).click();
  await page.getByRole('option', { name: 'PO & Invoice Creator' }).click();
  await page.getByRole('button', { name: /Purchase order visibility/ }).click();
  await expect(page.getByRole('option')).toHaveText([
    'Created by this user',
    "In this user's departments",
    'All',
  ]);
  await page.getByRole('option', { name: "In this user's departments" }).click();
  await pick(page, 'Departments', 'Camera');
  await page.getByText('Active', { exact: true }).click();
  await save(page);
  await expect(page.getByText('User modified successfully.')).toBeVisible();
  expect(fake.calls(changed).map(({ params, body }) => [params['id'], body])).toEqual([
    [
      dana.id,
      {
        roleId: 'PO & Invoice Creator',
        purchaseOrderVisibilityId: 'IN_THIS_USERS_DEPARTMENT',
        isActive: false,
      },
    ],
  ]);
  expect(fake.calls(grouped).map(({ body }) => body)).toEqual([
    { departmentIds: ['department-set-decoration', 'department-camera'] },
  ]);
  await page.getByRole('searchbox').fill('Whitlock');
  await expect(page.getByRole('row', { name: /Whitlock/ })).toContainText('Inactive');
});

test('MG-06: the address of an existing user opens the editor, which can send a new password link', async () => {
  const { page, api: fake } = await openSetup('/setup/users/create', 'Add User', { api });
  fake.on('POST /api/users/:id/invitation', { success: true });
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(dana.username);
  await page.getByRole('button', { name: 'Look Up' }).click();
  await waitForHeading(page, 'Dana Whitlock');
  await expect(page.getByText('This user is already in the show.')).toBeVisible();
  await page.getByRole('button', { name: 'Send Password Link' }).click();
  await expect(page.getByText(`A link to set a password was sent to ${dana.username}.`)).toBeVisible();
  expect(fake.calls('POST /api/users/:id/invitation').map(({ params }) => params['id'])).toEqual([dana.id]);
});

test('MG-06, MG-08, ER-01: a user of the identity directory has read-only names, and a mismatch is an error', async () => {
  const { page, api: fake } = await openSetup('/setup/users/create', 'Add User', {
    featureFlags: { smartId2: true },
    api: (own) => {
      serveUsers(own);
      const found = { id: null, firstName: 'Quinn', lastName: 'Abara', initials: '', localUser: false };
      own.on(
        'GET /api/users',
        ({ query: { username } }) => ({ ...found, username, isInShow: false }) as never,
      );
      own.fail(created, 'EMAIL_USER_MISMATCH');
    },
  });
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('quinn@backlot.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Quinn');
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeDisabled();
  expect(fake.calls('GET /api/users').map(({ query }) => query['useSmartId'])).toEqual(['1']);
  await save(page);
  await expect(messages(page)).toContainText('Error occurred while creating user.');
});

test('MG-08: a user that fails to load shows an error and loads on the next try', async () => {
  let mend: () => void = () => undefined;
  const { page } = await openSetup('/setup/users', 'Users', {
    api: (fake) => {
      serveUsers(fake);
      mend = fake.fail('GET /api/users/:id', 'FORBIDDEN');
    },
  });
  await page.getByRole('row', { name: /Dana Whitlock/ }).click();
  await expect(page.getByText('Error occurred while loading user. Please try again.')).toBeVisible();
  mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await waitForHeading(page, 'Dana Whitlock');
});

test('MG-07, MG-08: the error of a failed save names the user or the departments', async () => {
  const { page, api: fake } = await openSetup(`/setup/users/${dana.id}`, 'Dana Whitlock', { api });
  const mend = fake.fail(changed, 'FORBIDDEN');
  await page.getByText('Void invoices').click();
  await save(page);
  await expect(messages(page)).toContainText('Error occurred while updating user.');
  mend();
  fake.fail(grouped, 'FORBIDDEN');
  await pick(page, 'Departments', 'Camera');
  await save(page);
  await expect(messages(page)).toContainText('Error occurred while updating departments.');
});

test('MG-08: a user created without departments because these failed is reported as such', async () => {
  const { page, api: fake } = await openSetup('/setup/users/create', 'Add User', { api });
  fake.on(grouped, () => {
    throw new Refusal('FORBIDDEN');
  });
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('late@backlot.example');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('textbox', { name: 'First name' }).fill('Late');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Comer');
  await pick(page, 'Departments', 'Camera');
  await save(page);
  await expect(messages(page)).toContainText('User created, but error occurred updating departments.');
});
