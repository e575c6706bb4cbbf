import { arrived } from '../support/environment/mailbox.ts';
import { user } from '../support/data/management.ts';
import { expect, test } from '../support/environment/product.ts';
import { setPassword, signIn } from '../support/environment/sign-in.ts';

const chosenPassword = 'three geese cross the lot';

test('DEC-05, DEC-63: a user who is deactivated while at work is signed out at once, and has no access after signing in', async ({
  as,
  browser,
  baseURL,
}) => {
  const sam = await as('sam');
  const { id, username } = await user(sam);
  const [link = ''] = /https?:\S+\/password\/\S+/.exec((await arrived(baseURL, username)).text) ?? [];
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  await page.goto(link);
  await setPassword(page, chosenPassword);
  await expect(page.getByRole('heading', { name: 'Your password was set' })).toBeVisible();
  const opened = page.waitForEvent('websocket');
  await signIn(page, username, chosenPassword);
  await expect(page).toHaveURL(/\/approvals/);
  // A page that leaves at once takes its socket along, and says no more of it.
  const ended = Promise.race([
    (await opened).waitForEvent('close'),
    page.waitForURL((url) => url.pathname.startsWith('/api/auth/')),
  ]);
  await sam.api.patch(`/api/users/${id}?show=nlite`, { isActive: false });
  await ended;
  const answer = await page.request.get('/api/users/meta?show=nlite&st=0');
  expect([answer.status(), await answer.json()]).toEqual([401, { code: 'USER_NOT_IN_SESSION' }]);
  // The old page may be on its way to the sign-in page already.
  const anew = await browser.newPage({ baseURL: baseURL ?? '' });
  await signIn(anew, username, chosenPassword);
  await expect(anew.getByText('No Access')).toBeVisible();
  await Promise.all([page, anew].map((one) => one.context().close()));
});
