import type { Page } from '@playwright/test';
import { listCalls, openList, rowOf } from './support/lists.ts';
import { approve, submitted } from './support/orders.ts';
import { showId } from './support/person.ts';
import { expect, test } from './support/product.ts';

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('persona'));
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test('SH-03, SH-05, SH-17: a tab changes the persona, which is remembered', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  const calls = listCalls(page);
  await openList(page, '/po');
  expect(calls.at(-1)?.persona).toBe('CREATOR');
  await expect(page).toHaveTitle('Purchase Orders · Backlot');
  await expect.poll(() => kept(page)).toBe('CREATOR');
  // An address that does not say: the remembered persona decides.
  await page.goto(`/po/review/${order.id}`);
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export PDF' })).toBeVisible();

  await tab(page, 'Approvals').click();
  await expect.poll(() => calls.at(-1)?.persona).toBe('APPROVER');
  await expect(page).toHaveTitle('Approvals · Backlot');
  await expect.poll(() => kept(page)).toBe('APPROVER');
  await page.goto(`/po/review/${order.id}`);
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();

  // Every address below the hub.
  await page.evaluate(() => localStorage.setItem('persona', 'CREATOR'));
  await openList(page, '/approvals/purchase-orders');
  expect(calls.at(-1)?.persona).toBe('APPROVER');
  await expect(page.getByRole('tab', { name: /^Purchase Orders/ })).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => kept(page)).toBe('APPROVER');
  await tab(page, 'Purchase Orders').click();
  await expect.poll(() => calls.at(-1)?.persona).toBe('CREATOR');
  await expect.poll(() => kept(page)).toBe('CREATOR');
});

test('PE-15, PE-16: the persona of a path, of its last part, of the session, of the role', async ({ as }) => {
  const [dana, marcus] = await Promise.all([as('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  const approveButton = page.getByRole('button', { name: 'Approve', exact: true });
  // Nothing remembered: an approver is one, and a creator is none.
  await page.goto(`/po/review/${order.id}`);
  await expect(approveButton).toBeVisible();
  await dana.page.goto(`/po/review/${order.id}`);
  await expect(dana.page.getByRole('button', { name: 'Export PDF' })).toBeVisible();
  await expect(dana.page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);

  // The last part of the path is stronger than the session, in any case of letters.
  // The page before may read once more while it is being left.
  const asked = page.waitForRequest(
    (request) => request.url().includes(`/api/pos/${order.id}`) && request.frame().url().includes('/Creator'),
  );
  await page.goto(`/po/review/${order.id}/Creator`);
  expect(new URL((await asked).url()).searchParams.get('persona')).toBe('CREATOR');
  await expect(page.getByRole('button', { name: 'Export PDF' })).toBeVisible();
  await expect(approveButton).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('persona', 'creator'));
  await page.goto(`/po/review/${order.id}`);
  await expect(page.getByRole('button', { name: 'Export PDF' })).toBeVisible();
  await expect(approveButton).toHaveCount(0);
  await page.goto(`/po/review/${order.id}/approver`);
  await expect(approveButton).toBeVisible();

  // The form is the creator's, whatever the session says.
  await dana.page.evaluate(() => localStorage.setItem('persona', 'APPROVER'));
  await dana.page.goto(`/po/edit/${order.id}`);
  await expect.poll(() => kept(dana.page)).toBe('CREATOR');
});

test('SH-18: after an approval the user is back at the queue', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  await page.addInitScript(() => localStorage.setItem('showNextApprovalItem', 'false'));
  await page.goto(`/po/review/${order.id}/approver`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page).toHaveURL(/\/approvals\/purchase-orders$/);
  await expect(page.getByText(/approved\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Status' })).toHaveText('Pending Approval');
  await expect(rowOf(page, order)).toHaveCount(0);
});

test('PE-05: Create New and its form are for those who may create', async ({ as }) => {
  const [dana, noor] = await Promise.all([as('dana'), as('noor.haddad')]);
  await openList(dana.page, '/po');
  await dana.page.getByRole('link', { name: 'Create New' }).click();
  await expect(dana.page).toHaveURL('/po/create');
  await expect(dana.page.getByRole('button', { name: 'Save & Review' })).toBeVisible();

  await openList(noor.page, '/po');
  await expect(noor.page.getByRole('button', { name: 'Filters' })).toBeVisible();
  await expect(noor.page.getByRole('link', { name: 'Create New' })).toHaveCount(0);
  await noor.page.goto('/po/create');
  await expect(noor.page).toHaveURL('/approvals');
});

test('DEC-100: what waits is counted anew without a message of it', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus', { show: showId })]);
  const { page } = marcus;
  // No message can come.
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket('**/socket.io/**', (socket) => void socket.close());
  const [first, second] = [await submitted(dana), await submitted(dana)];
  const meta = page.waitForResponse((response) => response.url().includes('/api/users/meta'));
  await page.goto('/po');
  await meta;
  const counted = async () => Number((/\d+/.exec(await tab(page, 'Approvals').innerText()) ?? ['0'])[0]);
  await expect.poll(counted).toBeGreaterThan(1);

  // An act of one's own asks for the number again.
  const again = page.waitForResponse((response) => response.url().includes('/api/users/meta'));
  await page.goto(`/po/review/${first.id}/approver`);
  await again;
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  const after = page.waitForResponse((response) => response.url().includes('/api/users/meta'));
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await after;

  // The picker asks when it is opened.
  await approve(marcus, second);
  const shows = page.waitForResponse((response) => response.url().includes('/api/users/shows'));
  await page.getByRole('button', { name: /^Show:/ }).click();
  const body = (await (await shows).json()) as { shows: { id: string; awaitingApprovalCount: number }[] };
  const waiting = body.shows.find(({ id }) => id === showId)?.awaitingApprovalCount ?? 0;
  await expect(page.getByRole('menuitem', { name: /Northern Lights/ })).toContainText(
    waiting > 0 ? `${waiting} awaiting approval` : 'Northern Lights',
  );
});
