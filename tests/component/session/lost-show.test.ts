import { test } from 'vitest';
import { Refusal } from '#domain/codes';
import { expect } from '../support/expect.ts';
import type { FakeApi } from '../support/api/fake-api.ts';
import { show } from '../support/fixtures/shows.ts';
import { openApp } from '../support/open-app.ts';
import { messages } from '../support/pages/setup.ts';

/** Removes the user from the open show: the API rejects every request for it. */
function loseShow(api: FakeApi): void {
  for (const route of ['GET /api/vendors', 'GET /api/users/permissions', 'GET /api/users/config'] as const)
    api.on(route, () => {
      throw new Refusal('SHOW_NOT_IN_SESSION');
    });
}

test('DEC-63: a look-up that fails because the show is lost shows no message', async () => {
  const shown: string[] = [];
  const { page, api } = await openApp('/po/create', { shows: [show('nlite'), show('tidewater')] });
  const vendor = page.getByRole('combobox', { name: 'Vendor' });
  await expect(vendor).toBeVisible();
  const region = page.document.querySelector('section[aria-label="Messages"]');
  const observer = new MutationObserver(() => region?.textContent && shown.push(region.textContent));
  if (region) observer.observe(region, { childList: true, subtree: true });
  await page.getByRole('textbox', { name: 'Description' }).first().fill('Typed before');
  loseShow(api);
  // Slow network: the look-up is rejected before the page detects the loss of the show.
  const releases = [api.hold('GET /api/users/permissions'), api.hold('GET /api/users/config')];
  const refused = api.nextResponse('GET /api/vendors');
  await vendor.pressSequentially('Harbor');
  await refused;
  for (const release of releases) release();
  await expect(page.getByRole('heading', { name: 'You are no longer in Northern Lights' })).toBeVisible();
  await expect(page.getByText('Your unsaved work stays in this browser')).toBeVisible();
  await expect(messages(page)).toHaveText('');
  observer.disconnect();
  expect(shown).toEqual([]);
});
