import type { Browser } from '@playwright/test';
import { waitForMail } from '../support/environment/mailbox.ts';
import { createUser } from '../support/data/management.ts';
import { activateAccount } from '../support/data/new-show.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';

interface Product {
  as: (name: string) => Promise<Session>;
  browser: Browser;
  baseURL: string | undefined;
}

/** Signs in a PO creator of two shows. `setActive` activates or deactivates the user in the first show. */
async function memberOfTwo({ as, browser, baseURL }: Product) {
  const sam = await as('sam');
  const department = (
    await sam.api.get<{ id: string; name: string }[]>('/api/departments/?showId=nlite')
  ).find(({ name }) => name === 'Art Department');
  const { id, username, lastName } = await createUser(sam);
  await sam.api.put(`/api/users/${id}/departments?show=nlite`, { departmentIds: [department?.id] });
  await sam.api.post('/api/users?show=tidewater', {
    id,
    username,
    firstName: 'Noemi',
    lastName,
    roleId: 'PO Creator',
  });
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  const [link = ''] = /https?:\S+\/password\/\S+/.exec((await waitForMail(baseURL, username)).text) ?? [];
  await activateAccount(page, link, username);
  return {
    page,
    setActive: (isActive: boolean) => sam.api.patch(`/api/users/${id}?show=nlite`, { isActive }),
  };
}

test('DEC-63: a user removed from the open show sees a notice, keeps unsaved work and can open another show', async ({
  as,
  browser,
  baseURL,
}) => {
  const { page, setActive } = await memberOfTwo({ as, browser, baseURL });
  await page.goto('/po/create?restoreShow=nlite');
  await page.getByRole('textbox', { name: 'Description' }).first().fill('Half a thought');
  await setActive(false);
  // The page shows the notice without any action of the user.
  await expect(page.getByRole('heading', { name: 'You are no longer in Northern Lights' })).toBeVisible();
  await expect(page.getByText('Your unsaved work stays in this browser')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open The Tidewater Ledger' }).click();
  await expect(page).toHaveURL('/approvals');
  await expect(page.getByRole('button', { name: /^Show:/ })).toContainText('The Tidewater Ledger');

  await setActive(true);
  await page.goto('/po/create?restoreShow=nlite');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('textbox', { name: 'Description' }).first()).toHaveValue('Half a thought');
  await page.context().close();
});
