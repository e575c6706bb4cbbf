import { arrived } from './support/mailbox.ts';
import { user } from './support/management.ts';
import { settle } from './support/new-show.ts';
import { expect, test } from './support/product.ts';
import { expectSound } from './support/sound.ts';

test('DEC-63: who is taken out of the open show while at work is told so, loses nothing of a form, and goes on in another', async ({
  as,
  browser,
  baseURL,
}) => {
  const sam = await as('sam');
  const art = (await sam.api.get<{ id: string; name: string }[]>('/api/departments/?showId=nlite')).find(
    ({ name }) => name === 'Art Department',
  );
  const { id, username, lastName } = await user(sam);
  await sam.api.put(`/api/users/${id}/departments?show=nlite`, { departmentIds: [art?.id] });
  await sam.api.post('/api/users?show=tidewater', {
    id,
    username,
    firstName: 'Noemi',
    lastName,
    roleId: 'PO Creator',
  });
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  const [link = ''] = /https?:\S+\/password\/\S+/.exec((await arrived(baseURL, username)).text) ?? [];
  await settle(page, link, username);
  await page.goto('/po/create?restoreShow=nlite');
  await page.getByRole('textbox', { name: 'Description' }).first().fill('Half a thought');
  await sam.api.patch(`/api/users/${id}?show=nlite`, { isActive: false });
  // Nothing is pressed: the page learns it by itself.
  await expect(page.getByRole('heading', { name: 'You are no longer in Northern Lights' })).toBeVisible();
  await expect(page.getByText('What you had not saved stays in this browser')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectSound(page);
  await page.getByRole('button', { name: 'Open The Tidewater Ledger' }).click();
  await expect(page).toHaveURL('/approvals');
  await expect(page.getByRole('button', { name: /^Show:/ })).toContainText('The Tidewater Ledger');

  await sam.api.patch(`/api/users/${id}?show=nlite`, { isActive: true });
  await page.goto('/po/create?restoreShow=nlite');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('textbox', { name: 'Description' }).first()).toHaveValue('Half a thought');
  await page.context().close();
});
