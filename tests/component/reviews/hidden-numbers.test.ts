import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { approveAsHead, draft, submit } from '../support/fixtures/purchase-orders.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import { button, goToReview, openReview, store } from '../support/pages/reviews.ts';

/** Milestone, and after how many of save, submit and first approval its user may read the number. */
const milestones = [
  ['SAVED_AS_DRAFT', 1],
  ['SUBMITTED_FOR_APPROVAL', 2],
  ['FIRST_APPROVAL', 3],
] as const;

for (const [milestone, reachedAfter] of milestones)
  test(`PO-55, PO-60, DEC-17, DEC-22: a user who sees numbers from ${milestone} on reads NA until then, and asks for one with the submit`, async () => {
    const number = '00042';
    const shown = (after: number) => ({ poNumber: after < reachedAfter ? 'NA' : number });
    const order = draft(shown(1));
    const { page, api, world } = await openReview(order, 'creator');
    const heading = page.getByRole('heading', { level: 1 });
    const reads = (after: number) =>
      expect(heading).toHaveText(after < reachedAfter ? 'Purchase Order NA' : `Purchase Order SD-${number}`);
    await reads(1);
    const sent = { ...submit(order), ...shown(2) };
    api.on('PUT /api/pos/:id/submit', () => store(world, sent));
    await button(page, 'Submit for Approval').click();
    await expect(page.getByText(/ submitted for approval\.$/)).toHaveText(
      reachedAfter > 2
        ? 'Purchase order submitted for approval.'
        : `PO #SD-${number} submitted for approval.`,
    );
    const [call] = api.calls('PUT /api/pos/:id/submit');
    expect(call?.query['r']).toBe(reachedAfter > 1 ? '1' : '0');
    await expect(rowOf(page, order)).toContainText(reachedAfter > 2 ? 'NA' : `SD-${number}`);
    await goToReview(page, sent, 'creator');
    await reads(2);
    const approved = store(world, { ...approveAsHead(sent), ...shown(3) });
    await goToReview(page, approved, 'creator');
    await reads(3);
  });

test('PO-55: a list shows the number of an order whose milestone is reached, and NA of the others', async () => {
  const [hidden, known] = [draft({ poNumber: 'NA' }), draft({ poNumber: '00043' })];
  const { page } = await openList('/po', { orders: [hidden, known] });
  await expect(rowOf(page, hidden)).toContainText('NA');
  await expect(rowOf(page, hidden)).not.toContainText('SD-');
  await expect(rowOf(page, known)).toContainText('SD-00043');
});
