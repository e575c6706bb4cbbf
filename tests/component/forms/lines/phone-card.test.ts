import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { openNewOrder } from '../../support/pages/forms.ts';

test('ENTRY-08, ENTRY-09: the card of a line names its account, and the sheet keeps a code that several fit', async () => {
  const { page } = await openNewOrder({ width: 375, height: 760 });
  const card = page.getByRole('list', { name: 'Line items' }).getByRole('button');
  await expect(card).toContainText('No Account');
  await card.click();
  const sheet = page.getByRole('dialog', { name: 'Line 1 of 1' });
  const account = sheet.getByRole('combobox', { name: 'Account' });
  await account.fill('23');
  await sheet.getByText('Done', { exact: true }).click();
  await expect(account).toBeFocused();
  await expect(account).toHaveValue('23');
  await expect(sheet.getByText('Several fit “23”.')).toBeVisible();
  await account.fill('2303');
  await sheet.getByText('Done', { exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(card).toContainText('Account 2303');
});

test('ENTRY-06: the sheet of a new line offers the codes of the line above, once', async () => {
  const { page } = await openNewOrder({ width: 375, height: 760 });
  await page.getByRole('list', { name: 'Line items' }).getByRole('button').click();
  const account = page.getByRole('dialog').getByRole('combobox', { name: 'Account' });
  const offer = page.getByRole('dialog').getByRole('button', { name: 'Use Codes of Line 1' });
  await account.fill('2303');
  await page.keyboard.press('Enter');
  await expect(offer).toHaveCount(0);
  await page.getByRole('dialog').getByText('Done', { exact: true }).click();
  await page.getByRole('button', { name: 'Add Line' }).click();
  await expect(account).toHaveValue('');
  await offer.click();
  await expect(account).toHaveValue(/^2303/);
  await expect(offer).toHaveCount(0);
});

test('ENTRY-09: Copy and the cross of the sheet keep a code that is still being typed', async () => {
  const { page } = await openNewOrder({ width: 375, height: 760 });
  const cards = page.getByRole('list', { name: 'Line items' }).getByRole('button');
  const sheet = page.getByRole('dialog', { name: /^Line \d of \d$/ });
  const account = sheet.getByRole('combobox', { name: 'Account' });
  // While the codes are listed, the rest of the sheet has no roles.
  const press = (label: string) => page.locator(`[role="dialog"] [aria-label="${label}"]`);
  await cards.first().click();
  await account.fill('23');
  await press('Close').click();
  await expect(account).toBeFocused();
  await expect(sheet.getByText('Several fit “23”.')).toBeVisible();
  await account.fill('2303');
  await press('Close').click();
  await expect(cards).toHaveText([/Account 2303/]);
  await cards.first().click();
  await account.fill('2304');
  await press('Copy line 1').click();
  await expect(page.getByRole('dialog', { name: 'Line 2 of 2' })).toBeVisible();
  await expect(account).toHaveValue(/^2304/);
});
