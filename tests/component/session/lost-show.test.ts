import { test } from 'vitest';
import { Refusal } from '#domain/codes';
import { expect } from '../support/expect.ts';
import type { FakeApi } from '../support/api/fake-api.ts';
import { show } from '../support/fixtures/shows.ts';
import { openApp } from '../support/open-app.ts';
import { messages } from '../support/pages/setup.ts';

/** The user is no longer in the open show: every call for it is refused from now on. */
function loseShow(api: FakeApi): void {
  for (const route of ['GET /api/vendors', 'GET /api/users/permissions', 'GET /api/users/config'] as const)
    api.on(route, () => {
      throw new Refusal('SHOW_NOT_IN_SESSION');
    });
}

test('DEC-63: a look-up that is refused before the loss of the show is known shows no message', async () => {
  const said: string[] = [];
  const { page, api } = await openApp('/po/create', { shows: [show('nlite'), show('tidewater')] });
  const vendor = page.getByRole('combobox', { name: 'Vendor' });
  await expect(vendor).toBeVisible();
  const region = page.document.querySelector('section[aria-label="Messages"]');
  const observer = new MutationObserver(() => region?.textContent && said.push(region.textContent));
  if (region) observer.observe(region, { childList: true, subtree: true });
  await page.getByRole('textbox', { name: 'Description' }).first().fill('Typed before');
  loseShow(api);
  // A slow network: the look-up is refused before it is known that the show is lost.
  const known = [api.hold('GET /api/users/permissions'), api.hold('GET /api/users/config')];
  const refused = api.nextAnswer('GET /api/vendors');
  await vendor.pressSequentially('Harbor');
  await refused;
  for (const release of known) release();
  await expect(page.getByRole('heading', { name: 'You are no longer in Northern Lights' })).toBeVisible();
  await expect(page.getByText('Your unsaved work stays in this browser')).toBeVisible();
  await expect(messages(page)).toHaveText('');
  observer.disconnect();
  expect(said).toEqual([]);
});
