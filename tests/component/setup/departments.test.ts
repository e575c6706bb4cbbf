import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import type { FakeApi } from '../support/api/fake-api.ts';
import { department, departments } from '../support/fixtures/departments.ts';
import { waitForHeading, messages, openSetup, pick, save, serveDepartments } from '../support/pages/setup.ts';

const props = department('Props');
const decoration = department('Set Decoration');
const api = (fake: FakeApi) => void serveDepartments(fake);
const open = ({ id, name }: { id: string; name: string }) =>
  openSetup(`/setup/departments/${id}`, name, { api });
const changed = 'PATCH /api/departments/:id';
const departmentMembers = 'PUT /api/departments/:id/user/:userId';
const inApproval = 'A department with documents in approval cannot be deactivated.';

test('MG-01, MG-02, DEC-92: the list shows active and inactive users of departments and searches them', async () => {
  const inactive = { id: 'user-gone', name: 'Wendell Pike', active: false };
  const { page } = await openSetup('/setup/departments', 'Departments', {
    api: (fake) =>
      void serveDepartments(fake, [
        { ...props, users: [...props.users, inactive] },
        decoration,
        department('Camera', { isActive: false }),
      ]),
  });
  const row = page.getByRole('row', { name: /Props/ });
  await expect(row).toContainText('Marcus Oyelaran, Wendell Pike (Inactive)');
  await expect(row).toContainText('Active');
  await expect(page.getByRole('row', { name: /Camera/ })).toContainText('Inactive');
  await page.getByRole('searchbox', { name: 'Search departments' }).fill('wendell');
  await expect(page.getByRole('row', { name: /Camera/ })).toHaveCount(0);
  await expect(row).toBeVisible();
  await expect(page).toHaveURL(/search=wendell/);
  await page.getByRole('searchbox').fill('no such thing');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Search', exact: true }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('row', { name: /Camera/ })).toBeVisible();
  await expect(page).not.toHaveURL(/search=/);
});

test('DEC-74, UX-09: departments are cards on a phone', async () => {
  const { page } = await openSetup('/setup/departments', 'Departments', { api, width: 375, height: 812 });
  const card = page.getByRole('list', { name: 'Departments' }).getByRole('link', { name: /^Props/ });
  await expect(card).toContainText('PRP');
  await card.click();
  await waitForHeading(page, 'Props');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
});

test('DEC-92, MG-03: a department is added with prefix, codes and members', async () => {
  const { page, api: fake } = await openSetup('/setup/departments', 'Departments', { api });
  await page.getByRole('link', { name: 'Add Department' }).click();
  await waitForHeading(page, 'Add Department');
  await save(page);
  await expect(page.getByRole('alert')).toContainText('Please enter a name.');
  await page.getByRole('textbox', { name: 'Name' }).fill('Marine');
  await page.getByRole('textbox', { name: 'PO number prefix' }).fill('MAR');
  await pick(page, 'Add a member', 'Hannah Moreau');
  await pick(page, 'Account', '2301');
  await save(page);
  await expect(page.getByText('Department added.')).toBeVisible();
  await waitForHeading(page, 'Departments');
  await expect(page.getByRole('row', { name: /Marine/ })).toContainText('Hannah Moreau');
  expect(fake.calls('POST /api/departments').map(({ body }) => body)).toEqual([{ name: 'Marine' }]);
  expect(fake.calls(departmentMembers).map(({ params, body }) => [params['userId'], body])).toEqual([
    ['user-hannah-moreau', { active: true }],
  ]);
  const settings = ['poNumberPrefix', 'accountCodes'] as const;
  expect(
    settings.map((name) => fake.calls(`POST /api/departments/:id/settings/${name}`)[0]?.body.value),
  ).toEqual(['MAR', { ACCOUNT: ['2301'] }]);
});

test('DEC-92, MG-02: a department is renamed and deactivated, and a removed member is activated again', async () => {
  const { page, api: fake } = await open(props);
  const members = page.getByRole('list', { name: 'Members' });
  await page.getByRole('button', { name: 'Remove Jonah Beck' }).click();
  await expect(members).toContainText('Jonah Beck (Inactive)');
  await page.getByText('Active', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Props II');
  await save(page);
  await expect(page.getByText('Department saved.')).toBeVisible();
  expect(fake.calls(changed).map(({ body }) => body)).toEqual([{ name: 'Props II', isActive: false }]);
  expect(fake.calls(departmentMembers).map(({ body }) => body)).toEqual([{ active: false }]);
  await page.getByRole('row', { name: /Props II/ }).click();
  await page.getByRole('button', { name: 'Activate Jonah Beck' }).click();
  await expect(members).not.toContainText('(Inactive)');
  await save(page);
  await expect.poll(() => fake.calls(departmentMembers).at(-1)?.body).toEqual({ active: true });
});

test('DEC-62, DEC-92, MG-04: a member or department with documents in approval cannot be removed or deactivated', async () => {
  const { page, api: fake } = await open(decoration);
  fake.on('GET /api/departments/:id/check', {
    canRemove: false,
    isDepartmentApprover: false,
    pendingDocuments: 2,
  });
  await page.getByRole('button', { name: 'Remove Dana Whitlock' }).click();
  await expect(page.getByText('Dana Whitlock has 2 documents in approval in this department.')).toBeVisible();
  fake.fail(changed, 'WORKFLOW_CONFLICT');
  await page.getByText('Active', { exact: true }).click();
  await save(page);
  await expect(messages(page)).toContainText('Error updating department');
  await expect(page.getByRole('button', { name: inApproval })).toBeVisible();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await waitForHeading(page, 'Departments');
});

test('MG-04, DEC-62: settings that cannot be stored show an error, and so does a member who cannot be removed', async () => {
  const { page, api: fake } = await open(props);
  const mend = fake.fail('POST /api/departments/:id/settings/poNumberPrefix', 'invalid_parameter');
  await page.getByRole('textbox', { name: 'PO number prefix' }).fill('X1');
  await save(page);
  await expect(messages(page)).toContainText('Department settings could not be updated');
  mend();
  await page.getByRole('button', { name: 'Remove Jonah Beck' }).click();
  fake.fail(departmentMembers, 'WORKFLOW_CONFLICT');
  await save(page);
  const text =
    'Jonah Beck cannot be removed from the department: it has documents in approval, or no one else approves for it.';
  await expect(page.getByRole('list', { name: 'Members' }).getByText(text)).toBeVisible();
  await expect(page.getByText(inApproval)).toHaveCount(0);
  await page.getByRole('button', { name: text }).click();
  await expect(page.getByRole('button', { name: 'Activate Jonah Beck' })).toBeFocused();
});

test('MG-01: an open list shows a department renamed by another user', async () => {
  const stored = structuredClone([...departments]);
  const { page, channel } = await openSetup('/setup/departments', 'Departments', {
    api: (fake) => void serveDepartments(fake, stored),
  });
  await expect(page.getByRole('row', { name: /Props/ })).toBeVisible();
  const index = stored.findIndex(({ id }) => id === props.id);
  stored.splice(index, 1, { ...props, name: 'Hand Props' });
  await channel.whenOpen();
  channel.push('show_changed', { showId: 'nlite' });
  await expect(page.getByRole('row', { name: /Hand Props/ })).toBeVisible();
});

test('DEC-92, MG-03: members are added and removed by keyboard, and a duplicate name is rejected at its field', async () => {
  const { page } = await openSetup('/setup/departments/create', 'Add Department', { api });
  const box = page.getByRole('combobox', { name: 'Add a member' });
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  for (const name of ['Dana', 'Marcus']) {
    await box.pressSequentially(name);
    await page.keyboard.press('Enter');
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('');
  }
  await box.pressSequentially('Priya');
  await page.getByRole('option', { name: /Priya/ }).click();
  await expect(box).toBeFocused();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(members).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove Dana Whitlock' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Marcus Oyelaran' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Name' }).fill('PROPS');
  // Enter saves.
  await page.keyboard.press('Enter');
  const refused = 'Department could not be added. Check that it does not already exist';
  await expect(messages(page)).toContainText(refused);
  await expect(page.getByRole('button', { name: refused })).toBeVisible();
});

test('DEC-92: Enter adds the typed user even before the users are loaded', async () => {
  let release: () => void = () => undefined;
  const { page } = await openSetup('/setup/departments/create', 'Add Department', {
    api: (fake) => {
      serveDepartments(fake);
      release = fake.hold('GET /api/users');
    },
  });
  const box = page.getByRole('combobox', { name: 'Add a member' });
  await box.pressSequentially('Marcus');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('Marcus');
  await expect(page.getByText('This department has no members yet.')).toBeVisible();
  release();
  await expect(page.getByRole('list', { name: 'Members' })).toContainText('Marcus Oyelaran');
  await expect(box).toHaveValue('');
  await expect(box).toBeFocused();
});
