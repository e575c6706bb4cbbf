import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { chooseStatus, listCalls, openList, rowOf } from './support/lists.ts';
import { approve, approved, draft, submitted } from './support/orders.ts';
import { showId } from './support/person.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';

type Who = Pick<Seat, 'api'>;

async function decided({ api }: Who, order: PurchaseOrder, action: 'revision' | 'void'): Promise<void> {
  const { workflow } = await api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  const workflowStepId = workflow?.currentStep?.id ?? null;
  const body = { docId: order.id, docType: 'PO', showId, workflowStepId, reason: 'Not this week' };
  await api.post(`/api/workflows/${action}`, body);
}

test('LS-01, LS-02, LS-12, LS-23, LS-24, UX-01: what each status of the creator shows', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const [open, waiting, done, gone] = await Promise.all([
    draft(dana),
    submitted(dana),
    approved(dana, [marcus, priya]),
    submitted(dana),
  ]);
  await decided(marcus, gone, 'void');
  const { page } = dana;
  const calls = listCalls(page);
  await openList(page, '/po');

  // In progress, to begin with.
  const status = page.getByRole('button', { name: 'Status' });
  await expect(status).toHaveText('In Progress');
  expect((await status.boundingBox())?.width).toBe(150);
  await expect(rowOf(page, open)).toBeVisible();
  await expect(rowOf(page, waiting)).toBeVisible();
  await expect(rowOf(page, done)).toHaveCount(0);
  await expect(rowOf(page, gone)).toHaveCount(0);
  expect(calls[0]).toMatchObject({ page: 1, count: 50, persona: 'CREATOR', showId });
  expect(calls[0]?.filters.poStatuses).toEqual(['DRAFT', 'SUBMITTED_FOR_APPROVAL']);

  await status.click();
  await expect(page.getByRole('option')).toHaveText(['Show All', 'In Progress', 'Approved', 'Voided']);
  await page.getByRole('option', { name: 'Approved' }).click();
  await expect(rowOf(page, done)).toBeVisible();
  await expect(rowOf(page, open)).toHaveCount(0);
  expect(calls.at(-1)?.filters.poStatuses).toEqual(['APPROVED']);

  await chooseStatus(page, 'Voided');
  await expect(rowOf(page, gone)).toBeVisible();
  await expect(rowOf(page, done)).toHaveCount(0);
  expect(calls.at(-1)?.filters.poStatuses).toEqual(['VOID']);

  await chooseStatus(page, 'Show All');
  for (const order of [open, waiting, done]) await expect(rowOf(page, order)).toBeVisible();
  expect(calls.at(-1)?.filters.poStatuses).toEqual([]);
});

test('LS-13, LS-14, LS-15: what each status of the approver shows', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const [mine, further, back, gone] = await Promise.all([
    submitted(dana),
    submitted(dana),
    submitted(dana),
    submitted(dana),
  ]);
  await Promise.all([
    approve(marcus, further),
    decided(marcus, back, 'revision'),
    decided(marcus, gone, 'void'),
  ]);
  const { page } = marcus;
  const calls = listCalls(page);
  await openList(page, '/approvals');

  const status = page.getByRole('button', { name: 'Status' });
  await expect(status).toHaveText('Pending Approval');
  await expect(rowOf(page, mine)).toBeVisible();
  // It is in approval, and waits for somebody else.
  await expect(rowOf(page, further)).toHaveCount(0);
  expect(calls[0]).toMatchObject({
    persona: 'APPROVER',
    filters: { poStatuses: ['SUBMITTED_FOR_APPROVAL'] },
  });

  await status.click();
  await expect(page.getByRole('option')).toHaveText([
    'Pending Approval',
    'Awaiting Revision',
    'Approved By Me',
    'Voided By Me',
  ]);
  await page.getByRole('option', { name: 'Awaiting Revision' }).click();
  await expect(rowOf(page, back)).toBeVisible();
  expect(calls.at(-1)?.filters.poStatuses).toEqual(['DRAFT']);

  await chooseStatus(page, 'Approved By Me');
  await expect(rowOf(page, further)).toBeVisible();
  await expect(rowOf(page, mine)).toHaveCount(0);
  expect(calls.at(-1)?.filters).toMatchObject({ poStatuses: ['APPROVED'], approverIds: [marcus.api.userId] });

  await chooseStatus(page, 'Voided By Me');
  await expect(rowOf(page, gone)).toBeVisible();
  expect(calls.at(-1)?.filters).toMatchObject({ poStatuses: ['VOID'], voiderIds: [marcus.api.userId] });
});

test('LS-20: another status, persona or show starts the list afresh', async ({ as }) => {
  const { page } = await as('sam');
  const calls = listCalls(page);
  await openList(page, '/po?status=all');
  const main = page.getByRole('main');
  const goDown = async () => {
    await main.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(() => calls.at(-1)?.page).toBeGreaterThan(1);
  };
  await goDown();
  await chooseStatus(page, 'Approved');
  await expect.poll(() => calls.at(-1)?.page).toBe(1);
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBe(0);

  const rows = page.getByRole('grid', { name: 'Purchase orders' }).getByRole('row');
  await expect(page.getByText(/purchase orders$/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Approvals' }).click();
  await expect.poll(() => calls.at(-1)?.persona).toBe('APPROVER');
  expect(calls.at(-1)?.page).toBe(1);

  await page.getByRole('link', { name: /^Purchase Orders/ }).click();
  await expect(rows.nth(3)).toBeVisible();
  // The other show does not answer yet: nothing of the one before may stand there meanwhile.
  const { promise: answer, resolve: letAnswer } = Promise.withResolvers<void>();
  await page.route('**/api/pos/filter*', async (route) => {
    await answer;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Show:' }).click();
  await page.getByRole('menuitem', { name: 'The Tidewater Ledger' }).click();
  await expect(page).toHaveURL(/\/approvals/);
  await page.getByRole('link', { name: /^Purchase Orders/ }).click();
  await expect(rows.nth(1)).toContainText('Loading');
  letAnswer();
  await expect(rows.nth(1)).not.toContainText('Loading');
  expect(calls.at(-1)).toMatchObject({ showId: 'tidewater', page: 1 });
});

test('LS-07: what an empty list says, to creators and to approvers', async ({ as }) => {
  const [dana, noor] = await Promise.all([as('dana'), as('noor.haddad')]);
  await dana.page.goto('/po?number=9999999999');
  await expect(dana.page.getByText('None to display.', { exact: true })).toBeVisible();
  await noor.page.goto('/approvals');
  const words =
    "It looks like there aren't any Purchase Orders to approve. Check the Purchase Orders tab if you're looking for a specific PO.";
  await expect(noor.page.getByText(words, { exact: true })).toBeVisible();

  // With the way on: to the other statuses, and where there is nothing at all to a first one.
  await dana.page.route('**/api/pos/filter*', async (route) => {
    const answer = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...answer, poS: [], total: 0 } });
  });
  await dana.page.goto('/po');
  await dana.page.getByRole('button', { name: 'Show All', exact: true }).click();
  await expect(dana.page).toHaveURL(/status=all/);
  await expect(dana.page.getByRole('link', { name: 'New Purchase Order' })).toHaveAttribute(
    'href',
    '/po/create',
  );
});

test('LS-06, PO-44, DEC-79: where a click on a row leads', async ({ as, apiOf }) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), as('marcus'), apiOf('priya')]);
  const [open, back, waiting, done] = await Promise.all([
    draft(dana),
    submitted(dana),
    submitted(dana),
    approved(dana, [marcus, priya]),
  ]);
  await decided(marcus, back, 'revision');
  const { page } = dana;
  const leads = async (list: string, order: PurchaseOrder, to: string) => {
    await page.goto(list);
    await rowOf(page, order)
      .getByText(order.vendor?.name ?? '')
      .click();
    await expect(page).toHaveURL(to);
  };
  await leads('/po', open, `/po/edit/${open.id}`);
  await leads('/po', back, `/po/edit/${back.id}`);
  await leads('/po', waiting, `/po/review/${waiting.id}/creator`);
  await leads('/po?status=approved', done, `/po/review/${done.id}/creator`);
  await marcus.page.goto('/approvals');
  await rowOf(marcus.page, waiting).getByText(waiting.description).click();
  await expect(marcus.page).toHaveURL(`/po/review/${waiting.id}/approver`);
  // From the keyboard, too.
  await marcus.page.goto('/approvals?status=awaiting-revision');
  await rowOf(marcus.page, back).waitFor();
  await rowOf(marcus.page, back).focus();
  await marcus.page.keyboard.press('Enter');
  await expect(marcus.page).toHaveURL(`/po/review/${back.id}/approver`);
});
