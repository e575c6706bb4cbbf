import { describe, test } from 'vitest';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { expect } from '../support/expect.ts';
import {
  adjust,
  approveAsHead,
  approved,
  approveLast,
  line,
  submit,
  submitted,
} from '../support/fixtures/purchase-orders.ts';
import { numberOf, openReview, reviewPath, section } from '../support/pages/reviews.ts';

/** An approved order of $500.00. */
function orderOfTwoLines(): PurchaseOrder {
  const lamps = line({ description: 'Brass lamps', quantity: 2, unitCost: 150 });
  return approved({
    lineItems: [lamps, line({ description: 'Velvet drapes', quantity: 4, unitCost: 50 })],
  });
}

/** The order with one line more. */
function extend(order: PurchaseOrder, description: string, unitCost: number): PurchaseOrder {
  const lineNumber = order.lineItems.length + 1;
  const lineItems = [...order.lineItems, line({ lineNumber, description, quantity: 1, unitCost })];
  return { ...order, lineItems, totalCost: order.totalCost + unitCost, contentVersion: 2 };
}

/** Change order 1 of an approved $500.00, which waits for marcus with one line of $75.00 more. */
function waitingChange(): PurchaseOrder {
  return submit({ ...extend(adjust(orderOfTwoLines()), 'Rigging', 75), description: 'Ballroom' });
}

describe('What Changed', () => {
  test('DEC-26, CO-11: the approver of a change order sees at once what it changes', async () => {
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
    const compared = card.getByRole('list', { name: 'Lines compared' }).getByRole('listitem');
    await expect(compared).toHaveCount(1);
    await expect(card.getByRole('listitem', { name: 'Added line 3' })).toContainText('Rigging');
    await card.getByRole('button', { name: 'Show 2 unchanged lines' }).click();
    await expect(compared).toHaveCount(3);
    await expect(card.getByRole('listitem', { name: 'Unchanged line 1' })).toContainText('Brass lamps');
  });

  test('DEC-26, CO-13: any two versions can be compared, and a creator asks for it', async () => {
    const first = approveLast(approveAsHead(waitingChange()));
    const { page } = await openReview(extend(adjust(first), 'Crane', 900), 'creator');
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
    const others = page.getByRole('listbox', { name: 'With' });
    await others.getByRole('option', { name: 'Change Order 1', exact: true }).click();
    await expect(card).toContainText('First approval to Change Order 1: +$75.00, 1 line added');
    await card.getByRole('button', { name: 'Hide Changes' }).click();
    await expect(card.getByRole('list', { name: 'Lines compared' })).toHaveCount(0);
  });

  test('DEC-26: what was there and no longer is stands struck through, on a phone too', async () => {
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
    // Stacked: the new wording stands below the old one, and nothing reaches beyond the screen.
    const was = await changed.getByRole('deletion').first().boundingBox();
    const now = await changed.getByRole('insertion').first().boundingBox();
    expect(now.y).toBeGreaterThan(was.y + 10);
    expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
  });
});

describe('what was done with an earlier version', () => {
  const sent = {
    created: '2026-11-20T17:05:00.000Z',
    isSuccessful: true,
    sendType: 'ACCOUNTING' as const,
    senderFirstName: 'Priya',
    senderLastName: 'Raman',
  };

  /** An approved order of $300.00 whose change order is open. */
  function openChange(): PurchaseOrder {
    const order = approved({
      sendHistoryResource: [sent],
      lastVendorEmailTime: '2026-11-20T17:05:00.000Z',
      lastVendorEmailRecipients: ['bernard@foxglovesigncompany.example'],
    });
    const [version] = order.approvalHistory;
    const changed = extend(adjust(order), 'Rigging', 75);
    if (!version || !changed.workflow) throw new Error('It was not approved');
    const { created, changeOrderNumber, totalCost, currency } = version;
    const approvedVersion = { created, changeOrderNumber, totalCost, currency };
    return { ...changed, workflow: { ...changed.workflow, approvedVersion } };
  }

  test('DEC-26, PO-48, PO-49: with an open change order, what was approved, sent and mailed names its version and amount', async () => {
    const { page } = await openReview(openChange(), 'creator');
    for (const text of ['Sent to Accounting', 'Emailed to vendor'])
      await expect(page.getByRole('button', { name: `${text}: approved version, $300.00` })).toBeVisible();
    const head = page.locator('main header').filter({ has: page.getByRole('heading', { level: 1 }) });
    await expect(head).toContainText('approved version, $300.00ApprovedMOApprovedPR');
    const trail = section(page, 'Approval');
    await expect(trail).toContainText('Given for the approved version, $300.00.');
    await expect(trail).not.toContainText('the document is now version');
  });

  test('DEC-26, PO-48: once the change order is submitted its approvals are its own', async () => {
    const { page } = await openReview(submit(openChange()), 'creator');
    await expect(page.getByRole('button', { name: 'Sent to Accounting: approved version' })).toBeVisible();
    await expect(section(page, 'Approval')).not.toContainText('Given for');
  });
});

describe('Possible Split Order', () => {
  test('PO-66: an approver sees the other parts of a possible split', async () => {
    const other = submitted();
    const split = {
      limit: 25_000,
      total: 49_800,
      currency: 'USD',
      orders: [{ id: other.id, number: numberOf(other), date: '2026-02-02', totalCost: 24_900 }],
      hiddenOrders: 0,
    };
    const { page } = await openReview(submitted({ possibleSplit: split }), 'approver');
    const card = section(page, 'Possible Split Order');
    await expect(card).toContainText('$25,000.00');
    await expect(card.getByRole('link', { name: numberOf(other) })).toHaveAttribute(
      'href',
      reviewPath(other, 'approver'),
    );
  });

  test('PO-66: an order that is no part of one says nothing', async () => {
    const { page } = await openReview(submitted(), 'creator');
    await expect(section(page, 'Approval')).toBeVisible();
    await expect(section(page, 'Possible Split Order')).toHaveCount(0);
  });
});
