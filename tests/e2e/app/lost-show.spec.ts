import type { Browser } from '@playwright/test';
import { arrived } from '../support/environment/mailbox.ts';
import { user } from '../support/data/management.ts';
import { settle } from '../support/data/new-show.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { expectSound } from '../support/browser/sound.ts';

interface Product {
  as: (name: string) => Promise<Session>;
  browser: Browser;
  baseURL: string | undefined;
}

/** A PO creator of two shows at a page of hers, and the administrator who can take her out of the first. */
async function memberOfTwo({ as, browser, baseURL }: Product) {
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
  return { page, letIn: (isActive: boolean) => sam.api.patch(`/api/users/${id}?show=nlite`, { isActive }) };
}

test('DEC-63: who is taken out of the open show while at work is told so, loses nothing of a form, and goes on in another', async ({
  as,
  browser,
  baseURL,
}) => {
  const { page, letIn } = await memberOfTwo({ as, browser, baseURL });
  await page.goto('/po/create?restoreShow=nlite');
  await page.getByRole('textbox', { name: 'Description' }).first().fill('Half a thought');
  await letIn(false);
  // Nothing is pressed: the page learns it by itself.
  await expect(page.getByRole('heading', { name: 'You are no longer in Northern Lights' })).toBeVisible();
  await expect(page.getByText('Your unsaved work stays in this browser')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectSound(page);
  await page.getByRole('button', { name: 'Open The Tidewater Ledger' }).click();
  await expect(page).toHaveURL('/approvals');
  await expect(page.getByRole('button', { name: /^Show:/ })).toContainText('The Tidewater Ledger');

  await letIn(true);
  await page.goto('/po/create?restoreShow=nlite');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('textbox', { name: 'Description' }).first()).toHaveValue('Half a thought');
  await page.context().close();
});
