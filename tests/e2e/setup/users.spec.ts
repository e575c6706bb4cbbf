import { waitForMail } from '../support/environment/mailbox.ts';
import { createUser } from '../support/data/management.ts';
import { expect, test } from '../support/environment/product.ts';
import { setPassword, signIn } from '../support/environment/sign-in.ts';

const chosenPassword = 'three geese cross the lot';

test('DEC-05, DEC-63: a deactivated user is signed out at once and has no access after signing in', async ({
  as,
  browser,
  baseURL,
}) => {
  const sam = await as('sam');
  const { id, username } = await createUser(sam);
  const [link = ''] = /https?:\S+\/password\/\S+/.exec((await waitForMail(baseURL, username)).text) ?? [];
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  await page.goto(link);
  await setPassword(page, chosenPassword);
  await expect(page.getByRole('heading', { name: 'Your password was set' })).toBeVisible();
  const opened = page.waitForEvent('websocket');
  await signIn(page, username, chosenPassword);
  await expect(page).toHaveURL(/\/approvals/);
  const socket = await opened;
  // A page that navigates at once closes its socket without an event, and a socket may end with an error first.
  const ended = Promise.race([
    new Promise((resolve) => socket.once('close', resolve)),
    page.waitForURL((url) => url.pathname.startsWith('/api/auth/')),
  ]);
  await sam.api.patch(`/api/users/${id}?show=nlite`, { isActive: false });
  await ended;
  const response = await page.request.get('/api/users/meta?show=nlite&st=0');
  expect([response.status(), await response.json()]).toEqual([401, { code: 'USER_NOT_IN_SESSION' }]);
  // The first page may be redirecting to the sign-in page already.
  const otherPage = await browser.newPage({ baseURL: baseURL ?? '' });
  await signIn(otherPage, username, chosenPassword);
  await expect(otherPage.getByText('No Access')).toBeVisible();
  await Promise.all([page, otherPage].map((tab) => tab.context().close()));
});
