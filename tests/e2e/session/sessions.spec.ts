import type { Page } from '@playwright/test';
import { openList, blockDocumentChanges } from '../support/pages/lists.ts';
import { expect, test } from '../support/environment/product.ts';
import { password } from '../support/environment/person.ts';
import { fillSignIn } from '../support/environment/sign-in.ts';

const picker = (page: Page) => page.getByRole('button', { name: /^Show:/ });

test('DEC-04, DEC-10, SH-45: a tab still opens another show after the user signed in again in another tab', async ({
  as,
}) => {
  const { page } = await as('rosalind');
  // Changes of other users would make the page refetch.
  await blockDocumentChanges(page);
  await page.goto('/approvals');
  const current = page.getByRole('button', { name: /Northern Lights/ });
  await expect(current).toBeVisible();
  // Requests of the session that ends here would be rejected and redirect to the sign-in (SE-21).
  await page.waitForLoadState('networkidle');
  const form = { username: 'rosalind@backlot.example', password };
  const again = await page.context().request.post('/api/auth/login', { form, maxRedirects: 0 });
  expect(again.status()).toBe(303);
  await current.click();
  await page
    .getByText(/Tidewater/)
    .first()
    .click();
  await expect(page.getByRole('button', { name: /Tidewater/ })).toBeVisible();
  await expect(page).toHaveURL(/\/approvals/);
});

test('SE-19, DEC-02: signing in after the session expired returns to the show of this browser', async ({
  as,
}) => {
  const { page } = await as('rosalind', { show: 'tidewater' });
  await openList(page, '/po');
  await expect(picker(page)).toContainText('Tidewater');
  const { page: other } = await as('rosalind', { show: 'nlite' });
  await openList(other, '/po');
  await expect(picker(other)).toContainText('Northern Lights');
  await page.goto('about:blank');
  await page.route(
    '**/api/sessions/login-context*',
    async (route) => {
      await page.context().clearCookies();
      await route.fulfill({ status: 401, json: { code: 'session_timeout' } });
    },
    { times: 1 },
  );
  await page.goto('/po?status=void');
  await fillSignIn(page, 'rosalind@backlot.example');
  await expect(page).toHaveURL('/po?status=void');
  await expect(picker(page)).toContainText('Tidewater');
});
