import { arrived } from './support/mailbox.ts';
import { openPage, save, user } from './support/management.ts';
import { settle } from './support/new-show.ts';
import { expect, test } from './support/product.ts';

test('DEC-11, DEC-63: the account of somebody who works for another studio, too, is locked and says why', async ({
  as,
}) => {
  const sam = await as('sam');
  const { page } = sam;
  const { id, lastName } = await user(sam);
  await page.route(`**/api/users/${id}?**`, async (route) => {
    const answer: unknown = await (await route.fetch()).json();
    await route.fulfill({ json: Object.assign({}, answer, { isOfOtherStudio: true }) });
  });
  await openPage(page, `/setup/users/${id}`, `Noemi ${lastName}`);
  const reason = 'Another studio also uses this account. Only EP Internal can change this.';
  for (const name of [/^Initials/, /^First name.*Noemi$/, /^Last name.*Vance/]) {
    const field = page.getByRole('button', { name });
    await expect(field).toHaveAttribute('aria-disabled', 'true');
    await field.focus();
    await expect(page.getByRole('tooltip')).toHaveText(reason);
  }
  const mfa = page.getByRole('switch', { name: 'Two-step sign-in' });
  await expect(mfa).toHaveAttribute('aria-disabled', 'true');
  await page.getByText('Void purchase orders').click();
  await save(page);
  await expect(page.getByText('User modified successfully.')).toBeVisible();
});

test('PE-25: switching two-step sign-in says that it signs the user out, and does', async ({
  as,
  browser,
  baseURL,
}) => {
  const sam = await as('sam');
  const { id, username, lastName } = await user(sam);
  const theirs = await browser.newPage({ baseURL: baseURL ?? '' });
  const [link = ''] = /https?:\S+\/password\/\S+/.exec((await arrived(baseURL, username)).text) ?? [];
  await settle(theirs, link, username);
  await expect(theirs).toHaveURL(/\/approvals/);
  // A page that stays open hears that it is signed out, and leaves by itself just as the test would.
  await theirs.goto('about:blank');

  await openPage(sam.page, `/setup/users/${id}`, `Noemi ${lastName}`);
  const says = sam.page.getByText('Saving signs this user out everywhere.');
  await expect(says).toHaveCount(0);
  await sam.page.getByText('Two-step sign-in').click();
  await expect(says).toContainText('The next sign-in sets up an authenticator.');
  await sam.page.getByText('Two-step sign-in').click();
  await expect(says).toHaveCount(0);
  await sam.page.getByText('Two-step sign-in').click();
  await save(sam.page);
  await expect(sam.page.getByText('User modified successfully.')).toBeVisible();
  await theirs.goto('/po');
  await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await theirs.context().close();
});
