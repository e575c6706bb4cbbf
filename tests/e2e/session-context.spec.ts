import { listCalls, openList } from './support/lists.ts';
import { believing } from './support/permissions.ts';
import { expect, test } from './support/product.ts';
import { signIn } from './support/sign-in.ts';

test('SE-17, SE-18: whoever belongs to no show has no access, on every page', async ({ page }) => {
  await signIn(page, 'wendell.pike@backlot.example');
  for (const path of ['/approvals', '/help', '/setup/users']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'No Access' })).toBeVisible();
    await expect(
      page.getByText('Your account might have been deactivated. Please contact your administrator.'),
    ).toBeVisible();
    await expect(page).toHaveTitle('No Access · Backlot');
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('SE-02, SE-03: the session holds who works, where, as what, with which rights, and how it is called', async ({
  as,
}) => {
  const seat = await as('priya');
  const { page } = seat;
  const context = await seat.api.get<{ csrfToken: string }>('/api/sessions/login-context');
  const headers: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (/\/api\/users\/(meta|userSettings)/.test(request.url()))
      headers.push(request.headers()['x-csrf-token']);
  });
  const calls = listCalls(page);
  await openList(page, '/approvals');
  await expect(page.getByRole('button', { name: 'Account of Priya Raman' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Show:/ })).toContainText('Northern Lights');
  expect(calls[0]).toMatchObject({ showId: 'nlite', persona: 'APPROVER' });
  await expect.poll(() => [...new Set(headers)]).toEqual([context.csrfToken]);
  // On by default, and remembered once it is switched off.
  await page.getByText('Submitted for approval').first().click();
  const option = page.getByRole('checkbox', { name: 'Display Next Item Needing Approval' });
  await expect(option).toBeChecked();
  expect(await page.evaluate(() => localStorage.getItem('showNextApprovalItem'))).not.toBe('false');
  // The rights are those of the answer: without any the same page offers nothing to create.
  await believing(seat, {
    role: 'Invoice Creator',
    permissions: Object.fromEntries(
      ['CreatePurchaseOrders', 'CreateInvoices'].map((name) => [name, 'READ']),
    ) as never,
    invoices: false,
    payments: false,
  });
  await openList(page, '/po');
  await expect(page.getByRole('link', { name: 'Create New' })).toHaveCount(0);
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Invoices' }),
  ).toHaveCount(0);
});
