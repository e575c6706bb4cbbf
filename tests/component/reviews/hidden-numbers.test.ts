import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { approveOrderAsHead, draft, submitOrder } from '../support/fixtures/purchase-orders.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import { barButton, goToReview, openReview, storeDocument } from '../support/pages/reviews.ts';

/** Each milestone, with the step (1 save, 2 submit, 3 first approval) after which its user sees the number. */
const milestones = [
  ['SAVED_AS_DRAFT', 1],
  ['SUBMITTED_FOR_APPROVAL', 2],
  ['FIRST_APPROVAL', 3],
] as const;

for (const [milestone, reachedAfter] of milestones)
  test(`PO-55, PO-60, DEC-17, DEC-22: a user with the milestone ${milestone} sees NA before it, and the submit requests the number`, async () => {
    const number = '00042';
    const numberAfter = (after: number) => ({ poNumber: after < reachedAfter ? 'NA' : number });
    const order = draft(numberAfter(1));
    const { page, api, world } = await openReview(order, 'creator');
    const heading = page.getByRole('heading', { level: 1 });
    const expectNumber = (after: number) =>
      expect(heading).toHaveText(after < reachedAfter ? 'Purchase Order NA' : `Purchase Order SD-${number}`);
    await expectNumber(1);
    const sent = { ...submitOrder(order), ...numberAfter(2) };
    api.on('PUT /api/pos/:id/submit', () => storeDocument(world, sent));
    await barButton(page, 'Submit for Approval').click();
    await expect(page.getByText(/ submitted for approval\.$/)).toHaveText(
      reachedAfter > 2
        ? 'Purchase order submitted for approval.'
        : `PO #SD-${number} submitted for approval.`,
    );
    const [call] = api.calls('PUT /api/pos/:id/submit');
    expect(call?.query['r']).toBe(reachedAfter > 1 ? '1' : '0');
    await expect(rowOf(page, order)).toContainText(reachedAfter > 2 ? 'NA' : `SD-${number}`);
    await goToReview(page, sent, 'creator');
    await expectNumber(2);
    const approved = storeDocument(world, { ...approveOrderAsHead(sent), ...numberAfter(3) });
    await goToReview(page, approved, 'creator');
    await expectNumber(3);
  });

test('PO-55: a list shows the number of an order after its milestone, and NA before', async () => {
  const [hidden, known] = [draft({ poNumber: 'NA' }), draft({ poNumber: '00043' })];
  const { page } = await openList('/po', { orders: [hidden, known] });
  await expect(rowOf(page, hidden)).toContainText('NA');
  await expect(rowOf(page, hidden)).not.toContainText('SD-');
  await expect(rowOf(page, known)).toContainText('SD-00043');
});
