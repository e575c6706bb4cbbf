import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { approveOrderAsHead, draft, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';
import type { App } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

const list = 'POST /api/pos/filter';
const storedPersona = (page: Page) => page.window.localStorage.getItem('persona');
const storePersona = (page: Page, persona: string) => page.window.localStorage.setItem('persona', persona);
const mainLink = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const approveButton = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true });

async function expectNoApproval(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Export PDF' })).toBeVisible();
  await expect(approveButton(page)).toHaveCount(0);
}

test('SH-03, SH-05, SH-17: a tab sets the persona, which is stored', async () => {
  const order = submittedOrder();
  const { page, api } = await openList('/po', { as: 'marcus', orders: [order] });
  const persona = () => api.calls(list).at(-1)?.query['persona'];
  expect(persona()).toBe('CREATOR');
  await expect(page).toHaveTitle('Purchase Orders · Backlot');
  await expect.poll(() => storedPersona(page)).toBe('CREATOR');
  // An address without a persona uses the stored one.
  await page.goto(`/po/review/${order.id}`);
  await expectNoApproval(page);

  await mainLink(page, /^Approvals/).click();
  await expect.poll(persona).toBe('APPROVER');
  await expect(page).toHaveTitle('Approvals · Backlot');
  await expect.poll(() => storedPersona(page)).toBe('APPROVER');
  await page.goto(`/po/review/${order.id}`);
  await expect(approveButton(page)).toBeVisible();

  await mainLink(page, 'Purchase Orders').click();
  await expect.poll(persona).toBe('CREATOR');
  await expect.poll(() => storedPersona(page)).toBe('CREATOR');
});

for (const [as, isApprover] of [
  ['marcus', true],
  ['dana', false],
] as const)
  test(`PE-15, PE-16: without a stored persona ${as} opens a review as ${isApprover ? 'an approver' : 'a creator'}`, async () => {
    const order = submittedOrder();
    const { page } = await openApp(`/po/review/${order.id}`, { as, orders: [order] });
    if (isApprover) await expect(approveButton(page)).toBeVisible();
    else await expectNoApproval(page);
  });

test('PE-15: the persona in the path, in any letter case, overrides the stored one', async () => {
  const order = submittedOrder();
  const { page, api } = await openApp(`/po/review/${order.id}/Creator`, { as: 'marcus', orders: [order] });
  await expectNoApproval(page);
  expect(api.calls('GET /api/pos/:id').at(-1)?.query['persona']).toBe('CREATOR');
  storePersona(page, 'creator');
  await page.goto(`/po/review/${order.id}`);
  await expectNoApproval(page);
  await page.goto(`/po/review/${order.id}/approver`);
  await expect(approveButton(page)).toBeVisible();
});

test('PE-15: the form always uses the creator persona', async () => {
  const order = draft();
  const { page } = await openList('/po', { orders: [order] });
  storePersona(page, 'APPROVER');
  await page.goto(`/po/edit/${order.id}`);
  await expect.poll(() => storedPersona(page)).toBe('CREATOR');
});

/** Opens the review of an order as marcus; an approval returns to the queue. */
async function openForApproval(order = submittedOrder()): Promise<App> {
  const app = await openApp(`/po/review/${order.id}/approver`, {
    as: 'marcus',
    orders: [order],
    prepare: ({ localStorage }) => localStorage.setItem('showNextApprovalItem', 'false'),
  });
  app.api.on('POST /api/workflows/approval', () => {
    const decided = approveOrderAsHead(order);
    app.world.orders = [decided];
    const { id: docId, status, submissionStatus } = decided;
    return { docId, docType: 'PO' as const, status, submissionStatus, nextId: null };
  });
  return app;
}

test('SH-18, DEC-100: an approval returns to the queue and refreshes the count without a realtime message', async () => {
  const order = submittedOrder();
  const { page, api } = await openForApproval(order);
  await expect(mainLink(page, /^Approvals/)).toContainText('1');
  const metaCalls = api.calls('GET /api/users/meta').length;
  await approveButton(page).click();
  await expect(page).toHaveURL('/approvals/purchase-orders');
  await expect(page.getByText(/approved\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Status' })).toHaveText('Pending Approval');
  await expect(rowOf(page, order)).toHaveCount(0);
  await expect.poll(() => api.calls('GET /api/users/meta').length).toBeGreaterThan(metaCalls);
  await expect(mainLink(page, /^Approvals/)).toHaveText('Approvals');
});

test('DEC-100: opening the show picker loads the counts', async () => {
  const { page, api, world } = await openList('/po', { as: 'marcus', orders: [submittedOrder()] });
  const before = api.calls('GET /api/users/shows').length;
  world.shows = world.shows.map((one) => ({ ...one, awaitingApprovalCount: 7 }));
  await page.getByRole('button', { name: /^Show:/ }).click();
  await expect(page.getByRole('menuitem', { name: /Northern Lights/ })).toContainText('7 awaiting approval');
  expect(api.calls('GET /api/users/shows').length).toBeGreaterThan(before);
});

test('PE-05: a user who may create orders sees Create New and its form', async () => {
  const { page } = await openList('/po', { orders: [draft()] });
  await page.getByRole('link', { name: 'Create New' }).click();
  await expect(page).toHaveURL('/po/create');
  await expect(page.getByRole('button', { name: 'Save & Review' })).toBeVisible();
});

test('PE-05: a user who may not create orders sees neither Create New nor its form', async () => {
  const { page } = await openList('/po', { as: 'noor', orders: [draft()] });
  await expect(page.getByRole('button', { name: 'Filters' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create New' })).toHaveCount(0);
  await page.goto('/po/create');
  await expect(page).toHaveURL('/approvals');
});
