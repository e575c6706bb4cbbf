import { tapped } from './support/live.ts';
import { freshName } from './support/fresh.ts';
import { department, openPage, pick, save, user } from './support/management.ts';
import { submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';

interface Stored {
  id: string;
  name: string;
  isActive: boolean;
  settings: { poNumberPrefix: string; accountCodes: Record<string, string[]> };
  users: { name: string; active: boolean }[];
}

const all = '/api/departments/?showId=nlite';

test('MG-01, MG-02, DEC-92: the list shows users, who left as inactive, and finds them', async ({ as }) => {
  const { page } = await as('sam');
  await openPage(page, '/setup/departments', 'Departments');
  const grip = page.getByRole('row', { name: /Grip/ });
  await expect(grip).toContainText('Tomas Havel, Wendell Pike (Inactive)');
  await expect(grip).toContainText('Active');
  await expect(page.getByRole('row', { name: /Second Unit/ }).first()).toContainText('Inactive');
  await page.getByRole('searchbox', { name: 'Search departments' }).fill('wendell');
  await expect(page.getByRole('row', { name: /Camera/ })).toHaveCount(0);
  await expect(grip).toBeVisible();
  await expect(page).toHaveURL(/search=wendell/);
  await page.getByRole('searchbox').fill('no such thing');
  await expect(page.getByText('Nothing found.')).toBeVisible();
});

test('DEC-92, MG-03: a department is added with prefix, codes and members, and its name only once', async ({
  as,
}) => {
  const sam = await as('sam');
  const { page, api } = sam;
  const name = freshName('Marine');
  await openPage(page, '/setup/departments', 'Departments');
  await page.getByRole('link', { name: 'Add Department' }).click();
  await expect(page.getByRole('heading', { name: 'Add Department' })).toBeVisible();
  await save(page);
  await expect(page.getByRole('alert')).toContainText('Please enter a name.');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'PO number prefix' }).fill('MAR');
  await pick(page, 'Add a member', 'Hannah Moreau');
  await pick(page, 'Account', '2301');
  await save(page);
  await expect(page.getByText('Department added.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Departments', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Hannah Moreau');
  const stored = (await api.get<Stored[]>(all)).find((one) => one.name === name);
  expect(stored?.settings).toEqual({ poNumberPrefix: 'MAR', accountCodes: { ACCOUNT: ['2301'] } });

  await page.getByRole('link', { name: 'Add Department' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name.toUpperCase());
  // Enter saves.
  await page.keyboard.press('Enter');
  const refused = 'Department could not be added. Check that it does not already exist';
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(refused);
  await expect(page.getByRole('button', { name: refused })).toBeVisible();
});

test('DEC-92, MG-02: renaming, deactivating, and members that leave and come back', async ({ as }) => {
  const sam = await as('sam');
  const { page, api } = sam;
  const { id, name } = await department(sam);
  const { id: userId, lastName } = await user(sam);
  await api.put(`/api/departments/${id}/user/${userId}?showId=nlite`, { active: true });
  await openPage(page, `/setup/departments/${id}`, name);
  const members = page.getByRole('list', { name: 'Members' });
  await page.getByRole('button', { name: `Remove Noemi ${lastName}` }).click();
  await expect(members).toContainText(`Noemi ${lastName} (Inactive)`);
  await page.getByText('Active', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} II`);
  await save(page);
  await expect(page.getByText('Department saved.')).toBeVisible();
  const stored = async () => (await api.get<Stored[]>(all)).find((one) => one.id === id);
  expect(await stored()).toMatchObject({
    name: `${name} II`,
    isActive: false,
    users: [{ name: `Noemi ${lastName}`, active: false }],
  });
  await page.getByRole('row', { name: new RegExp(`${name} II`) }).click();
  await page.getByRole('button', { name: `Activate Noemi ${lastName}` }).click();
  await expect(members).not.toContainText('(Inactive)');
  await save(page);
  await expect(page.getByText('Department saved.')).toBeVisible();
  // The banner of the save before may still stand.
  await expect.poll(async () => (await stored())?.users).toEqual([expect.objectContaining({ active: true })]);
});

test('DEC-62, MG-04: what the department needs stays, and failures say which part failed', async ({
  as,
  apiOf,
}) => {
  const [sam, dana] = [await as('sam'), await apiOf('dana')];
  const { page } = sam;
  await submitted(dana);
  await openPage(page, '/setup/departments', 'Departments');
  await page.getByRole('row', { name: /Set Decoration/ }).click();
  await page.getByRole('button', { name: 'Remove Dana Whitlock' }).click();
  await expect(
    page.getByText(/^Dana Whitlock has \d+ documents? in approval in this department\.$/),
  ).toBeVisible();
  await page.getByText('Active', { exact: true }).click();
  await save(page);
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages).toContainText('Error updating department');
  await expect(
    page.getByRole('button', { name: 'A department with documents in approval cannot be deactivated.' }),
  ).toBeVisible();
  // Leaving asks, as the switch is still off; Cancel has answered.
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Departments', level: 1 })).toBeVisible();

  const { id, name } = await department(sam);
  await openPage(page, `/setup/departments/${id}`, name);
  await page.route('**/settings/poNumberPrefix**', (route) => route.fulfill({ status: 400, json: {} }));
  await page.getByRole('textbox', { name: 'PO number prefix' }).fill('X1');
  await save(page);
  await expect(messages).toContainText('Department settings could not be updated');
});

test('DEC-74, UX-09: on a phone departments are cards that open', async ({ as }) => {
  const { page } = await as('sam', { viewport: { width: 375, height: 812 } });
  await openPage(page, '/setup/departments', 'Departments');
  const card = page.getByRole('list', { name: 'Departments' }).getByRole('link', { name: /^Props/ });
  await expect(card).toContainText('PRP');
  await card.click();
  await expect(page.getByRole('heading', { name: 'Props', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
});

test('MG-04, DEC-62: who came to be needed before the save is told of at the member', async ({
  as,
  apiOf,
}) => {
  const sam = await as('sam');
  const { page } = sam;
  const { id, name } = await department(sam);
  const { userId: hannah } = (await apiOf('hannah.moreau')).api;
  await sam.api.put(`/api/departments/${id}/user/${hannah}?showId=nlite`, { active: true });
  await openPage(page, `/setup/departments/${id}`, name);
  await page.getByRole('button', { name: 'Remove Hannah Moreau' }).click();
  await page.route(`**/api/departments/${id}/user/${hannah}?**`, (route) =>
    route.fulfill({ status: 409, json: { code: 'WORKFLOW_CONFLICT' } }),
  );
  await save(page);
  const text =
    'Hannah Moreau cannot be removed from the department: it has documents in approval, or no one else approves for it.';
  await expect(page.getByRole('list', { name: 'Members' }).getByText(text)).toBeVisible();
  await expect(page.getByText('A department with documents in approval cannot be deactivated.')).toHaveCount(
    0,
  );
  await page.getByRole('button', { name: text }).click();
  await expect(page.getByRole('button', { name: 'Activate Hannah Moreau' })).toBeFocused();
});

test('MG-01: an open list shows a department that somebody else renames', async ({ as, apiOf }) => {
  const [sam, other] = await Promise.all([apiOf('sam'), as('rosalind')]);
  const { id, name } = await department(sam);
  const wire = await tapped(other.page);
  await openPage(
    other.page,
    `/setup/departments?search=${encodeURIComponent(name.slice(-8))}`,
    'Departments',
  );
  await expect(other.page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await expect.poll(() => wire.received.some(({ text }) => text.startsWith('40'))).toBe(true);
  const renamed = `Renamed ${name}`;
  await sam.api.patch(`/api/departments/${id}?showId=nlite`, { name: renamed });
  await expect(other.page.getByRole('row', { name: new RegExp(renamed) })).toBeVisible();
});

test('DEC-92: members are added and taken off one after the other without leaving the keyboard', async ({
  as,
}) => {
  const { page } = await as('sam');
  await openPage(page, '/setup/departments/create', 'Add Department');
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
});

test('DEC-92: Enter pressed before the people are loaded adds the one whose name was typed', async ({
  as,
}) => {
  const { page } = await as('sam');
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/\/api\/users\/?\?/, async (route) => {
    await mayGoOn;
    await route.continue();
  });
  await openPage(page, '/setup/departments/create', 'Add Department');
  const box = page.getByRole('combobox', { name: 'Add a member' });
  await box.pressSequentially('Marcus');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('Marcus');
  await expect(page.getByText('This department has no members yet.')).toBeVisible();
  goOn();
  await expect(page.getByRole('list', { name: 'Members' })).toContainText('Marcus Oyelaran');
  await expect(box).toHaveValue('');
  await expect(box).toBeFocused();
});
