import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { aLine, approve, bodyIn } from './support/orders.ts';
import { openList, rowOf } from './support/lists.ts';
import { expect, test } from './support/product.ts';
import { button, openReview } from './support/review.ts';

/** Milestone, whose it is (a setting of the user or of the show), and after how many of save, submit and approvals it is reached. */
const rows = [
  ['SAVED_AS_DRAFT', 'dana', 'nlite', 'Set Decoration', ['marcus', 'priya'], 1],
  ['SUBMITTED_FOR_APPROVAL', 'kenji.watanabe', 'nlite', 'Camera', ['tomas.havel', 'priya'], 2],
  // The first step wants two approvals.
  [
    'FIRST_APPROVAL',
    'naomi.redcloud',
    'ambercanyon',
    'Costume',
    ['joanne.whitefeather', 'malcolm.reid', 'ursula.bergstrom'],
    4,
  ],
  ['SPECIAL_APPROVAL', 'ama.boateng', 'nlite', 'Locations', ['owen.maddox', 'priya'], 3],
  ['FULL_APPROVAL', 'jonah.beck', 'nlite', 'Props', ['marcus', 'priya'], 4],
] as const;

for (const [milestone, creator, show, department, approvers, reachedAfter] of rows) {
  test(`PO-55, PO-60, DEC-17, DEC-22: who sees numbers from ${milestone} on reads NA until then, and says so when submitting`, async ({
    as,
  }) => {
    const { page, api } = await as(creator, { show });
    const others = await Promise.all(approvers.map((name) => as(name, { show })));
    const lineItems = [aLine({ unitCost: 6000 })];
    const order = await api.post<PurchaseOrder>(
      '/api/pos',
      await bodyIn(api, show, department, { lineItems }),
    );
    const heading = page.getByRole('heading', { level: 1 });
    const number = /^Purchase Order ([A-Z]{2,3}-)?\d{5}$/;
    const reads = (after: number) =>
      expect(heading, `after ${after}`).toHaveText(after < reachedAfter ? 'Purchase Order NA' : number);

    await openReview(page, order, 'creator');
    await reads(1);
    const sent = page.waitForRequest((request) => /\/submit\/?\?/.test(request.url()));
    await button(page, 'Submit for Approval').click();
    expect(new URL((await sent).url()).searchParams.get('r')).toBe(reachedAfter > 1 ? '1' : '0');
    await expect(page.getByText(/ submitted for approval\.$/)).toHaveText(
      reachedAfter > 2
        ? 'Purchase order submitted for approval.'
        : /^PO #[A-Z]{2,3}-\d{5} submitted for approval\.$/,
    );

    await openList(page, '/po');
    const row = rowOf(page, order);
    await expect(row).toContainText(reachedAfter > 2 ? 'NA' : /-\d{5}/);
    await row.click();
    await reads(2);
    for (const [index, other] of others.slice(0, reachedAfter - 2).entries()) {
      await approve(other, order);
      await page.reload();
      await reads(index + 3);
    }
    if (milestone === 'FULL_APPROVAL') return;
    await openList(page, '/po');
    await expect(rowOf(page, order)).toContainText(/-\d{5}/);
  });
}
