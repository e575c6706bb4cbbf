import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { aLine, bodyIn, draft } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { button, numberOf, openReview } from './support/review.ts';

test('AP-30, AP-33: no approval flow, and a submit that fails otherwise', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana);
  const refuse = (status: number, code: string) =>
    page.route(`**/api/pos/${order.id}/submit**`, (route) => route.fulfill({ status, json: { code } }));
  await refuse(422, 'POS_NO_DEFAULT_WORKFLOW');
  await openReview(page, order, 'creator');
  await button(page, 'Submit for Approval').click();
  await expect(
    page.getByText('No approval flow defined. Create an approval flow to submit items for approval.'),
  ).toBeVisible();
  await refuse(409, 'WORKFLOW_CONFLICT');
  await button(page, 'Submit for Approval').click();
  await expect(page.getByText(`PO #${numberOf(order)} could not be submitted for approval.`)).toBeVisible();
});

test('AP-31, AP-32: no level for the total, and a department without an approver', async ({ as }) => {
  const show = 'lowgravity';
  const [tessa, aisha] = await Promise.all([as('tessa.winslow', { show }), as('aisha.karim', { show })]);
  const dear = await tessa.api.post<PurchaseOrder>(
    '/api/pos',
    await bodyIn(tessa.api, show, 'Art Department', {
      lineItems: [aLine({ quantity: 1, unitCost: 100_000.01 })],
    }),
  );
  await openReview(tessa.page, dear, 'creator');
  await button(tessa.page, 'Submit for Approval').click();
  await expect(
    tessa.page.getByText(
      'The workflow does not contain an approval level that accommodates the document; contact your administrator.',
    ),
  ).toBeVisible();
  // The only head of the department may not approve what is her own in this show (DEC-97).
  const own = await aisha.api.post<PurchaseOrder>(
    '/api/pos',
    await bodyIn(aisha.api, show, 'Art Department'),
  );
  await openReview(aisha.page, own, 'creator');
  await button(aisha.page, 'Submit for Approval').click();
  await expect(
    aisha.page.getByText(
      'The department does not have a department approver on the workflow; update the workflow.',
    ),
  ).toBeVisible();
});
