import type { APIResponse } from '@playwright/test';
import { aLine, approve, approved, draft, submitted } from './support/orders.ts';
import { withoutNews } from './support/lists.ts';
import { expect, test } from './support/product.ts';
import { answerWith, button, numberOf, openMenu, openReview } from './support/review.ts';

test('AP-26, DEC-03: an approval that accounting refused counts, with a warning', async ({ as, apiOf }) => {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), apiOf('marcus'), as('priya')]);
  const order = await submitted(dana);
  await approve(marcus, order);
  const { page } = priya;
  await page.route('**/api/workflows/approval', async (route) => {
    await route.fetch();
    const json = {
      code: 'accounting_interface_error',
      message: 'Books closed',
      approved: true,
      nextId: null,
    };
    await route.fulfill({ status: 424, json });
  });
  await openReview(page, order, 'approver');
  await button(page, 'Approve').click();
  const doc = `PO #${numberOf(order)}`;
  await expect(
    page.getByText(`${doc} was approved, but the accounting system returned an error.`),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/approvals\/purchase-orders$/);
});

test('AP-27, DEC-82: a decision that comes too late says so, and the page shows the document as it is', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  // The page hears of no change, and whatever else makes it read again answers as before, until the decision.
  await withoutNews(page);
  let before: APIResponse | null = null;
  let isDecided = false;
  await page.route(`**/api/pos/${order.id}?**`, async (route) => {
    if (isDecided) return route.fallback();
    before ??= await route.fetch();
    return route.fulfill({ response: before });
  });
  await page.route('**/api/workflows/approval', (route) => {
    isDecided = true;
    return route.fallback();
  });
  await openReview(page, order, 'approver');
  await expect(button(page, 'Approve')).toBeEnabled();
  await dana.api.put(`/api/pos/${order.id}/pull-from-approval`);
  await button(page, 'Approve').click();
  await expect(page.getByRole('alert')).toContainText(`PO #${numberOf(order)} could not be approved`);
  await expect(button(page, 'Approve')).toHaveCount(0);
});

test('AP-28, AP-29: a revision or a void that fails says so and keeps the reason', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  const doc = `PO #${numberOf(order)}`;
  await answerWith(page, '/api/workflows/*', 409, { code: 'WORKFLOW_CONFLICT' });
  await openReview(page, order, 'approver');
  for (const [name, confirm, text] of [
    ['Revise', 'Request Revision', `Revision request for ${doc} failed`],
    ['Void', 'Void', `Void ${doc} failed`],
  ] as const) {
    await button(page, name).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Too dear');
    await dialog.getByRole('button', { name: confirm, exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too dear');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
});

for (const [ids, code, text] of [
  [
    'AP-30',
    'POS_NO_DEFAULT_WORKFLOW',
    'No approval flow defined. Create an approval flow to submit items for approval.',
  ],
  [
    'AP-31',
    'POS_NO_VALID_WORKFLOW_STEP',
    'The workflow does not contain an approval level that accommodates the document; contact your administrator.',
  ],
  [
    'AP-32',
    'POS_NO_DEPARTMENT_MEMBERS',
    'The department does not have a department approver on the workflow; update the workflow.',
  ],
  ['AP-33', 'INTERNAL_ERROR', null],
] as const) {
  test(`${ids}: what a refused submit says`, async ({ as }) => {
    const dana = await as('dana');
    const order = await draft(dana);
    const { page } = dana;
    await answerWith(page, `/api/pos/${order.id}/submit?**`, 422, { code });
    await openReview(page, order, 'creator');
    await button(page, 'Submit for Approval').click();
    const said = text ?? `PO #${numberOf(order)} could not be submitted for approval.`;
    await expect(page.getByRole('alert')).toContainText(said);
    await expect(page).toHaveURL(/\/po\/review\//);
  });
}

test('AC-02, PO-56, PO-58, AC-03: an approved PO is sent to accounting and read back from there', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await approved(dana, [marcus, priya], { lineItems: [aLine()] });
  const { page } = dana;
  const doc = `PO #${numberOf(order)}`;
  await openReview(page, order, 'creator');
  await (await openMenu(page)).getByRole('menuitem', { name: 'Push to Accounting' }).click();
  await expect(page.getByText(`${doc} sent to Accounting.`)).toBeVisible();
  await (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Accounting' }).click();
  await expect(page.getByText(`${doc} updated from Accounting.`)).toBeVisible();
  const refused = { code: 'accounting_interface_error', message: 'The period is closed.' };
  await answerWith(page, `/api/pos/push/${order.id}**`, 424, refused);
  await (await openMenu(page)).getByRole('menuitem', { name: 'Push to Accounting' }).click();
  await expect(page.getByRole('alert')).toContainText('The period is closed.');
  await answerWith(page, `/api/pos/push/${order.id}**`, 424, { code: refused.code });
  await (await openMenu(page)).getByRole('menuitem', { name: 'Push to Accounting' }).click();
  await expect(page.getByText('Unable to send PO to Accounting')).toBeVisible();
});
