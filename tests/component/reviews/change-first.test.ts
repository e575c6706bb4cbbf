import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { approvedOrder, line, startChangeOrder, submitOrder } from '../support/fixtures/purchase-orders.ts';
import { openReview, section } from '../support/pages/reviews.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** A change order in approval: line 1 is lowered from 300 to 150, line 2 of 200 is removed, and a line of 75 is new. */
function waitingReduction(): PurchaseOrder {
  const [lamps, drapes] = [
    line({ description: 'Brass lamps', quantity: 2, unitCost: 150 }),
    line({ description: 'Velvet drapes', lineNumber: 2, quantity: 4, unitCost: 50 }),
  ];
  const open = startChangeOrder(approvedOrder({ lineItems: [lamps, drapes] }));
  const amounts = ({ quantity, unitCost, totalCost }: typeof lamps) => ({ quantity, unitCost, totalCost });
  const lineItems = [
    { ...lamps, quantity: 1, totalCost: 150, approved: amounts(lamps) },
    { ...drapes, unitCost: 0, totalCost: 0, approved: amounts(drapes) },
    line({ lineNumber: 3, description: 'Rigging', quantity: 1, unitCost: 75 }),
  ];
  return submitOrder({ ...open, lineItems, totalCost: 225, description: 'Ballroom', contentVersion: 2 });
}

for (const [persona, width] of [
  ['approver', 1440],
  ['approver', 375],
  ['creator', 1440],
] as const) {
  test(`CHANGE-07: the review of a change order starts with the change (${persona}, ${width} px)`, async () => {
    const { page } = await openReview(waitingReduction(), persona, { width });
    const card = section(page, 'What Changed');
    const totals = card.getByRole('definition');
    for (const hasText of ['$500.00', '$225.00', '-$275.00 (-55 %)'])
      await expect(totals.filter({ hasText })).toBeVisible();
    await expect(card.getByRole('listitem', { name: 'Changed line 1' })).toContainText('$150.00');
    await expect(card.getByRole('listitem', { name: 'Removed line 2' })).toContainText('Velvet drapes');
    await expect(card.getByRole('listitem', { name: 'Added line 3' })).toContainText('Rigging');
    const document = page.getByRole('article', { name: 'Purchase order' });
    const [change, whole] = [await card.boundingBox(), await document.boundingBox()];
    expect(change.y).toBeLessThan(whole.y);
  });
}
