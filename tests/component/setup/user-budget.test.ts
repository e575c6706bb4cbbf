import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { userOf } from '../support/fixtures/users.ts';
import { openSetup, save, serveUsers } from '../support/pages/setup.ts';

const admin = userOf(person('elena', { role: 'Show Admin' }));
const openAdmin = (user = admin, options = {}) =>
  openSetup(`/setup/users/${user.id}`, 'Elena Fischer', {
    api: (fake) => void serveUsers(fake, [user, userOf(person('dana'))]),
    ...options,
  });

for (const width of [375, 1440])
  test(
    `BUD-37: ranges of accounts are checked and saved at ${width} px`,
    { tags: width === 1440 ? ['long'] : [] },
    async () => {
      const { page, api } = await openAdmin(admin, { width });
      await page.getByRole('button', { name: /Accounts of the budget/ }).click();
      await page.getByRole('option', { name: 'Only some accounts' }).click();
      await expect(page.getByRole('button', { name: 'Remove range 1' })).toHaveCount(0);
      const [from, to] = [
        page.getByRole('textbox', { name: 'From account' }),
        page.getByRole('textbox', { name: 'To account' }),
      ];
      await from.fill('2999');
      await save(page);
      await expect(page.getByText('Please enter an account.').first()).toBeVisible();
      await to.fill('2000');
      await expect(page.getByText('This account comes before the first one.').first()).toBeVisible();
      await from.fill('2000');
      await to.fill('2999');
      await page.getByRole('button', { name: 'Add Range' }).click();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Remove range 2' }).click();
      await save(page);
      await expect(page.getByText('User modified successfully.')).toBeVisible();
      expect(api.calls('PATCH /api/users/:id').map(({ body }) => body)).toEqual([
        { budgetAccounts: [{ from: '2000', to: '2999' }] },
      ]);
    },
  );

test('BUD-37: users who see a part of the budget cannot change ranges', async () => {
  const limited = { ...admin, budgetAccounts: [{ from: '2000', to: '2999' }] };
  const { page } = await openAdmin(limited, { as: person('sam', { permissions: { Budget: 'READ' } }) });
  await expect(page.getByRole('textbox', { name: 'From account' })).toHaveValue('2000');
  await expect(page.getByRole('button', { name: 'Add Range' })).toHaveCount(0);
  await page.getByRole('button', { name: /Accounts of the budget/ }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toHaveText('Only users who see the whole budget can change this.');
});

for (const width of [375, 1440])
  test(
    `BUD-50: a user whose role does not read budgets sees them with the switch at ${width} px`,
    { tags: width === 1440 ? ['long'] : [] },
    async () => {
      const dana = userOf(person('dana'));
      const { page, api } = await openSetup(`/setup/users/${dana.id}`, 'Dana Whitlock', {
        api: (fake) => void serveUsers(fake, [dana]),
        width,
      });
      const sight = page.getByRole('switch', { name: 'Sees the budget' });
      const accounts = page.getByRole('button', { name: /Accounts of the budget/ });
      await expect(sight).not.toBeChecked();
      await expect(accounts).toHaveCount(0);
      await page.getByText('Sees the budget').click();
      await accounts.click();
      await page.getByRole('option', { name: 'Only some accounts' }).click();
      await expectAccessible(page);
      await page.getByText('Sees the budget').click();
      await expect(page.getByRole('textbox', { name: 'From account' })).toHaveCount(0);
      await page.getByText('Sees the budget').click();
      await page.getByRole('textbox', { name: 'From account' }).fill('2000');
      await page.getByRole('textbox', { name: 'To account' }).fill('2999');
      await save(page);
      await expect(page.getByText('User modified successfully.')).toBeVisible();
      expect(api.calls('PATCH /api/users/:id').map(({ body }) => body)).toEqual([
        { readBudget: true, budgetAccounts: [{ from: '2000', to: '2999' }] },
      ]);
    },
  );

test('BUD-50: ranges that the form no longer shows are not saved', async () => {
  const dana = userOf(person('dana'));
  const { page, api } = await openSetup(`/setup/users/${dana.id}`, 'Dana Whitlock', {
    api: (fake) => void serveUsers(fake, [dana]),
  });
  await page.getByText('Sees the budget').click();
  await page.getByRole('button', { name: /Accounts of the budget/ }).click();
  await page.getByRole('option', { name: 'Only some accounts' }).click();
  await page.getByText('Sees the budget').click();
  await page.getByRole('textbox', { name: 'First name' }).fill('Danae');
  await save(page);
  await expect(page.getByText('User modified successfully.')).toBeVisible();
  expect(api.calls('PATCH /api/users/:id').map(({ body }) => body)).toEqual([{ firstName: 'Danae' }]);
});

test('BUD-50: users who see a part of the budget do not choose who sees it', async () => {
  const dana = userOf(person('dana'));
  const { page } = await openSetup(`/setup/users/${dana.id}`, 'Dana Whitlock', {
    api: (fake) => void serveUsers(fake, [dana]),
    as: person('sam', { permissions: { Budget: 'READ' } }),
  });
  const sight = page.getByRole('switch', { name: 'Sees the budget' });
  await sight.focus();
  await page.keyboard.press('Space');
  await expect(sight).not.toBeChecked();
  await expect(page.getByRole('tooltip')).toHaveText('Only users who see the whole budget can change this.');
});
