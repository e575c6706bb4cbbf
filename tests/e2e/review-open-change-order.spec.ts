import { adjusted, extended, handedIn } from './support/change-orders.ts';
import { approved } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { openReview } from './support/review.ts';

test('CO-13, NO-12, CO-07: a change order has its number, and a voided one says so in its note', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await approved(dana, [marcus, priya]);
  const { page } = dana;
  const waiting = await handedIn(dana, await extended(dana, await adjusted(dana, order)));
  await openReview(page, order, 'creator');
  const badge = page.getByText('Change Order 1', { exact: true }).first();
  await expect(badge).toBeVisible();
  await expect(page.getByRole('cell', { name: '$375.00', exact: true })).toBeVisible();
  await marcus.api.post('/api/workflows/void', {
    docId: waiting.id,
    docType: 'PO',
    showId: waiting.showId,
    workflowStepId: waiting.workflow?.currentStep?.id,
    reason: 'Too much',
  });
  const notes = page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
  await expect(notes.first()).toContainText('Change Order 1 Void');
  await expect(page.getByRole('cell', { name: '$375.00', exact: true })).toHaveCount(0);
  await expect(page.getByRole('article').getByText('$300.00').last()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).not.toContainText('Change Order');
});
