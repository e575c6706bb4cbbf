import { describe, test } from 'vitest';
import { expect } from '../support/expect.ts';
import {
  startChangeOrder,
  approveOrderAsHead,
  approvedOrder,
  approveOrderLast,
  line,
  submitOrder,
  submittedOrder,
} from '../support/fixtures/purchase-orders.ts';
import { numberOf, openReview, reviewPath, section } from '../support/pages/reviews.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** Returns an approved order of $500.00. */
function orderOfTwoLines(): PurchaseOrder {
  const lamps = line({ description: 'Brass lamps', quantity: 2, unitCost: 150 });
  return approvedOrder({
    lineItems: [lamps, line({ description: 'Velvet drapes', quantity: 4, unitCost: 50 })],
  });
}

/** Returns the order with one more line. */
function extend(order: PurchaseOrder, description: string, unitCost: number): PurchaseOrder {
  const lineNumber = order.lineItems.length + 1;
  const lineItems = [...order.lineItems, line({ lineNumber, description, quantity: 1, unitCost })];
  return { ...order, lineItems, totalCost: order.totalCost + unitCost, contentVersion: 2 };
}

/** Returns change order 1 of an approved order of $500.00, which adds a line of $75.00 and waits for marcus. */
function waitingChange(): PurchaseOrder {
  return submitOrder({
    ...extend(startChangeOrder(orderOfTwoLines()), 'Rigging', 75),
    description: 'Ballroom',
  });
}

describe('What Changed', () => {
  test('DEC-26, CO-11: the review of a change order shows the approver what it changes', async () => {
    const { page } = await openReview(waitingChange(), 'approver');
    const card = section(page, 'What Changed');
    await expect(card).toContainText(
      'First approval to Change Order 1, not yet approved: +$75.00, 1 line added, 1 detail changed.',
    );
    const totals = card.getByRole('definition');
    for (const hasText of ['$500.00', '$575.00', '+$75.00'])
      await expect(totals.filter({ hasText })).toBeVisible();
    await expect(card.getByRole('deletion')).toHaveText([/Lamps/]);
    await expect(card.getByRole('insertion').first()).toHaveText('now Ballroom');
    const comparedLines = card.getByRole('list', { name: 'Lines compared' }).getByRole('listitem');
    await expect(comparedLines).toHaveCount(1);
    await expect(card.getByRole('listitem', { name: 'Added line 3' })).toContainText('Rigging');
    await card.getByRole('button', { name: 'Show 2 unchanged lines' }).click();
    await expect(comparedLines).toHaveCount(3);
    await expect(card.getByRole('listitem', { name: 'Unchanged line 1' })).toContainText('Brass lamps');
  });

  test('DEC-26, CO-13: the creator can compare any two versions', async () => {
    const first = approveOrderLast(approveOrderAsHead(waitingChange()));
    const { page } = await openReview(extend(startChangeOrder(first), 'Crane', 900), 'creator');
    const card = section(page, 'What Changed');
    await expect(card).toContainText('Change Order 1 to Change Order 2, not yet approved: +$900.00');
    await expect(card.getByRole('list', { name: 'Lines compared' })).toHaveCount(0);
    await card.getByRole('button', { name: 'Show Changes' }).click();
    await expect(card.getByRole('listitem', { name: 'Added line 4' })).toContainText('Crane');
    await card.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('option', { name: 'First approval' }).click();
    await expect(card).toContainText(
      'First approval to Change Order 2, not yet approved: +$975.00, 2 lines added',
    );
    await card.getByRole('button', { name: 'With' }).click();
    const versionOptions = page.getByRole('listbox', { name: 'With' });
    await versionOptions.getByRole('option', { name: 'Change Order 1', exact: true }).click();
    await expect(card).toContainText('First approval to Change Order 1: +$75.00, 1 line added');
    await card.getByRole('button', { name: 'Hide Changes' }).click();
    await expect(card.getByRole('list', { name: 'Lines compared' })).toHaveCount(0);
  });

  test('DEC-26: removed values are struck through, also on a phone', async () => {
    const order = waitingChange();
    const [version] = order.approvalHistory;
    const [first, second] = version?.lineItems ?? [];
    if (!version || !first || !second) throw new Error('There is no approved version');
    const lineItems = [
      { ...first, quantity: 3, totalCost: 450, episode: '101' },
      second,
      { ...second, id: 'gone', lineNumber: 3, description: 'Smoke machine' },
    ];
    const approvalHistory = [{ ...version, totalCost: 850, lineItems }];
    const { page } = await openReview({ ...order, approvalHistory }, 'approver', {
      width: 375,
      height: 812,
    });
    const card = section(page, 'What Changed');
    await expect(card).toContainText('-$275.00, 1 line added, 1 changed, 1 removed, 1 detail changed.');
    const changed = card.getByRole('listitem', { name: 'Changed line 1' });
    await expect(changed.getByRole('deletion')).toHaveText(['was $450.00', 'was 3', 'was 101']);
    await expect(changed.getByRole('insertion')).toHaveText(['now $300.00', 'now 2', 'now none']);
    const removed = card.getByRole('listitem', { name: 'Removed line 3' });
    await expect(removed.getByRole('deletion').first()).toHaveText('was Smoke machine');
    await expect(removed.getByRole('insertion')).toHaveCount(0);
    // On a phone the new text is below the old one, and the page does not scroll sideways.
    const oldTextBox = await changed.getByRole('deletion').first().boundingBox();
    const now = await changed.getByRole('insertion').first().boundingBox();
    expect(now.y).toBeGreaterThan(oldTextBox.y + 10);
    expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
  });
});

describe('approvals and sends of an earlier version', () => {
  const sent = {
    created: '2026-11-20T17:05:00.000Z',
    isSuccessful: true,
    sendType: 'ACCOUNTING' as const,
    senderFirstName: 'Priya',
    senderLastName: 'Raman',
  };

  /** Returns an approved order of $300.00 with an open change order. */
  function openChange(): PurchaseOrder {
    const order = approvedOrder({
      sendHistoryResource: [sent],
      lastVendorEmailTime: '2026-11-20T17:05:00.000Z',
      lastVendorEmailRecipients: ['bernard@foxglovesigncompany.example'],
    });
    const [version] = order.approvalHistory;
    const changed = extend(startChangeOrder(order), 'Rigging', 75);
    if (!version || !changed.workflow) throw new Error('It was not approved');
    const { created, changeOrderNumber, totalCost, currency } = version;
    const approvedVersion = { created, changeOrderNumber, totalCost, currency };
    return { ...changed, workflow: { ...changed.workflow, approvedVersion } };
  }

  test('DEC-26, PO-48, PO-49: approvals and sends before an open change order show their version and amount', async () => {
    const { page } = await openReview(openChange(), 'creator');
    for (const text of ['Sent to Accounting', 'Emailed to vendor'])
      await expect(page.getByRole('button', { name: `${text}: approved version, $300.00` })).toBeVisible();
    const head = page.locator('main header').filter({ has: page.getByRole('heading', { level: 1 }) });
    await expect(head).toContainText('approved version, $300.00ApprovedMOApprovedPR');
    const approvalSection = section(page, 'Approval');
    await expect(approvalSection).toContainText('Given for the approved version, $300.00.');
    await expect(approvalSection).not.toContainText('the document is now version');
  });

  test('DEC-26, PO-48: a submitted change order shows only its own approvals', async () => {
    const { page } = await openReview(submitOrder(openChange()), 'creator');
    await expect(page.getByRole('button', { name: 'Sent to Accounting: approved version' })).toBeVisible();
    await expect(section(page, 'Approval')).not.toContainText('Given for');
  });
});

describe('Possible Split Order', () => {
  test('PO-66: an approver sees the other parts of a possible split', async () => {
    const other = submittedOrder();
    const split = {
      limit: 25_000,
      total: 49_800,
      currency: 'USD',
      orders: [{ id: other.id, number: numberOf(other), date: '2026-02-02', totalCost: 24_900 }],
      hiddenOrders: 0,
    };
    const { page } = await openReview(submittedOrder({ possibleSplit: split }), 'approver');
    const card = section(page, 'Possible Split Order');
    await expect(card).toContainText('$25,000.00');
    await expect(card.getByRole('link', { name: numberOf(other) })).toHaveAttribute(
      'href',
      reviewPath(other, 'approver'),
    );
  });

  test('PO-66: an order that is not part of a possible split shows no card', async () => {
    const { page } = await openReview(submittedOrder(), 'creator');
    await expect(section(page, 'Approval')).toBeVisible();
    await expect(section(page, 'Possible Split Order')).toHaveCount(0);
  });
});
