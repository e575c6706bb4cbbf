import { test } from 'vitest';
import type { BulkPreview } from '#domain/bulk-approval/bulk-preview';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { approveOrderAsHead, draft, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import type { Page } from '../support/page.ts';
import type { AppOptions } from '../support/open-app.ts';

const approval = 'POST /api/workflows/approval';
const previewRoute = 'POST /api/workflows/bulk-approval/preview';

const menuOf = (page: Page) => page.getByRole('menu', { name: /^Actions for/ });
const entries = (page: Page) => menuOf(page).getByRole('menuitem').allTextContents();

const preview = (own: Partial<BulkPreview> = {}): BulkPreview => ({
  docType: 'PO',
  documents: [],
  leftOut: [],
  missing: [],
  isPartial: false,
  ...own,
});

/** The queue of marcus, with one purchase order. */
async function openQueue(answer: BulkPreview, options: AppOptions = {}) {
  const order = submittedOrder();
  const app = await openList('/approvals/purchase-orders', { as: 'marcus', orders: [order], ...options });
  app.api.on(previewRoute, answer);
  return { ...app, order };
}

test('VIEW-60, VIEW-62: m opens the actions of the focused row, and arrow keys move between rows and entries', async () => {
  const orders = [submittedOrder({ description: 'Sofas' }), draft({ description: 'Lamps' })];
  const { page, api } = await openList('/po?status=all', { orders });
  const grid = page.getByRole('grid', { name: 'Purchase orders' });
  const read = () => api.calls('GET /api/pos/:id').length;
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('m');
  await expect(menuOf(page)).toBeVisible();
  await expect(menuOf(page).getByRole('menuitem').first()).toBeFocused();
  expect(read()).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(menuOf(page)).toHaveCount(0);
  await expect(page.locator('tr:focus')).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('m');
  await expect(menuOf(page)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(menuOf(page).getByRole('menuitem').nth(1)).toBeFocused();
  await expectAccessible(page);
});

test('VIEW-60: a press on the button opens the menu and not the document', async () => {
  const order = draft();
  const { page } = await openList('/po', { orders: [order] });
  await rowOf(page, order).getByRole('button', { name: 'Actions' }).click();
  await expect(menuOf(page)).toBeVisible();
  await expect(page).toHaveURL('/po');
  await menuOf(page).getByRole('menuitem', { name: 'Open' }).click();
  await expect(page).toHaveURL(`/po/edit/${order.id}`);
});

test('VIEW-61: the menu of a document in approval has what its creator may do, and nothing else', async () => {
  const order = submittedOrder();
  const { page } = await openList('/po?status=all', { orders: [order] });
  await rowOf(page, order).getByRole('button', { name: 'Actions' }).click();
  await expect
    .poll(() => entries(page))
    .toEqual(['OpenEnter', 'Nudge Approvers', 'Pull from Approval', 'Duplicate', 'Export PDF']);
});

test('VIEW-61: the menu of the queue has what an approver may do', async () => {
  const { page, order } = await openQueue(preview());
  await rowOf(page, order).getByRole('button', { name: 'Actions' }).click();
  await expect
    .poll(() => entries(page))
    .toEqual(['OpenEnter', 'Approve', 'Revise', 'Duplicate', 'Export PDF', 'Set Cover']);
});

test('VIEW-63, UX-09: on a phone the card has the same menu', async () => {
  const { page, order } = await openQueue(preview(), { width: 375, height: 812 });
  const button = rowOf(page, order).getByRole('button', { name: 'Actions' });
  const { width, height } = await button.boundingBox();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await button.click();
  await expect(menuOf(page).getByRole('menuitem', { name: 'Approve' })).toBeVisible();
  await expectAccessible(page);
});

test('DEC-233: an approval of a row stays in the list, which no longer has the row', async () => {
  const { page, api, world, order } = await openQueue(preview());
  const decided = approveOrderAsHead(order);
  const { id: docId, status, submissionStatus } = decided;
  api.on(approval, () => {
    world.orders = [decided];
    return { docId, docType: 'PO' as const, status, submissionStatus, nextId: null };
  });
  await rowOf(page, order).getByRole('button', { name: 'Actions' }).click();
  await menuOf(page).getByRole('menuitem', { name: 'Approve' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'approved.' })).toBeVisible();
  await expect(rowOf(page, order)).toHaveCount(0);
  await expect(page).toHaveURL('/approvals/purchase-orders');
  expect(api.calls(approval)[0]?.body).toMatchObject({ docId, getNext: false });
});

test('DEC-234: a document that deserves a look is not approved in its row', async () => {
  const flagged = {
    id: 'po',
    workflowStepId: 'step',
    contentVersion: 1,
    number: '00001',
    name: 'Foxglove',
    totalCost: 10,
    currency: 'USD',
    onBehalfOf: null,
    reasons: ['POSSIBLE_SPLIT', 'OPEN_QUESTION'] as ('POSSIBLE_SPLIT' | 'OPEN_QUESTION')[],
    mayInclude: true,
  };
  const { page, api, order } = await openQueue(preview({ leftOut: [flagged] }));
  await rowOf(page, order).getByRole('button', { name: 'Actions' }).click();
  await menuOf(page).getByRole('menuitem', { name: 'Approve' }).click();
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'was not approved. Possible split, open question.' });
  await expect(notice).toBeVisible();
  expect(api.calls(approval)).toEqual([]);
  await notice.getByRole('link', { name: 'Review' }).click();
  await expect(page).toHaveURL(new RegExp(`/po/review/${order.id}`));
});

test('VIEW-60: a document that cannot be read shows that at its row', async () => {
  const order = draft();
  const { page, api } = await openList('/po', { orders: [order] });
  api.fail('GET /api/pos/:id', 'INTERNAL_ERROR');
  await rowOf(page, order).getByRole('button', { name: 'Actions' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error loading purchase order.' })).toBeVisible();
});
