import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { adjusted, extended } from './support/change-orders.ts';
import { aLine, approve, approved, bodyIn, draft, submitted } from './support/orders.ts';
import { descriptionOf, openNew } from './support/form.ts';
import { chooseStatus, openList, rowOf } from './support/lists.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { button, numberOf, openMenu, openReview, seenAs } from './support/review.ts';

type Who = Pick<Seat, 'api'>;

async function sentBack({ api }: Who, { id, showId, workflow }: PurchaseOrder, action: 'revision' | 'void') {
  const workflowStepId = workflow?.currentStep?.id;
  const body = { docId: id, docType: 'PO', showId, workflowStepId, reason: 'Not this week' };
  await api.post(`/api/workflows/${action}`, body);
  return api.get<PurchaseOrder>(`/api/pos/${id}`);
}

/** A purchase order of dana's in each standing that one can have without a special approver. */
async function everyStanding(dana: Who, marcus: Who, priya: Who): Promise<PurchaseOrder[]> {
  return Promise.all([
    draft(dana),
    submitted(dana).then((order) => sentBack(marcus, order, 'revision')),
    submitted(dana),
    approved(dana, [marcus]),
    approved(dana, [marcus, priya]),
    submitted(dana).then((order) => sentBack(marcus, order, 'void')),
  ]);
}

test('PO-09, PO-10, DEC-15: each standing of a PO is named in the list and on its review', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const [ama, owen] = await Promise.all([as('ama.boateng'), apiOf('owen.maddox')]);
  const special = async () => {
    const { id } = await ama.api.post<PurchaseOrder>('/api/pos', await bodyIn(ama.api, 'nlite', 'Locations'));
    return approve(owen, await ama.api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`));
  };
  const [ofOwen, orders] = await Promise.all([special(), everyStanding(dana, marcus, priya)]);
  const said = [
    ['DRAFT', 'Draft'],
    ['DRAFT', 'Needs revision'],
    ['SUBMITTED_FOR_APPROVAL', 'Submitted for approval'],
    ['APPROVED_BY_DEPARTMENT_APPROVER', 'Submitted for approval'],
    ['APPROVED', 'Approved'],
    ['VOID', 'Void'],
  ] as const;
  expect(orders.map(({ status, submissionStatus }) => [status, submissionStatus])).toEqual(said);
  expect(ofOwen.status).toBe('APPROVED_BY_SPECIAL_APPROVER');
  const inList = ({ page }: Seat, order: PurchaseOrder, text: string) =>
    expect(rowOf(page, order).getByText(text, { exact: true }), order.status).toBeVisible();
  const onReview = async ({ page }: Seat, order: PurchaseOrder, text: string) => {
    const beside = page.getByRole('heading', { level: 1 }).locator('..');
    await page.goto(`/po/review/${order.id}/creator`);
    await expect(beside.getByText(text, { exact: true }), order.status).toBeVisible();
  };

  await openList(dana.page, '/po');
  await chooseStatus(dana.page, 'Show All');
  for (const [index, [, text]] of said.entries()) {
    const order = orders[index];
    if (order) await inList(dana, order, text);
  }
  for (const [index, [, text]] of said.entries()) {
    const order = orders[index];
    if (order) await onReview(dana, order, text);
  }
  await openList(ama.page, '/po');
  await inList(ama, ofOwen, 'Submitted for approval');
  await onReview(ama, ofOwen, 'Submitted for approval');
  // No PO of this product is denied; one that says so is shown so.
  const [first] = orders;
  if (!first) return;
  await seenAs(dana.page, first, { status: 'VOID', submissionStatus: 'Denied' });
  await openReview(dana.page, first, 'creator');
  // As its standing and as its badge.
  const head = dana.page.getByRole('heading', { level: 1 }).locator('..');
  await expect(head.getByText('Denied', { exact: true })).toHaveCount(2);
});

test('PO-11, DEC-16: a new PO, a draft and one that needs revision are edited; whatever else opens its review', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const { page } = dana;
  await openNew(page);
  await expect(descriptionOf(page)).toBeEditable();
  for (const order of await everyStanding(dana, marcus, priya)) {
    const isOpen = ['Draft', 'Needs revision'].includes(order.submissionStatus);
    await page.goto(`/po/edit/${order.id}`);
    if (isOpen) {
      await expect(descriptionOf(page)).toHaveValue(order.description);
      await expect(descriptionOf(page)).toBeEditable();
    } else {
      await expect(page).toHaveURL(new RegExp(`/po/review/${order.id}/creator$`));
    }
    await openReview(page, order, 'creator');
    await expect(button(page, 'More actions')).toBeVisible();
    await expect(button(page, 'Edit'), order.status).toHaveCount(isOpen ? 1 : 0);
  }
});

test('AP-02, DEC-29: a step is approved, sent back, voided or denied; whatever else it says, it is pending', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([as('dana'), apiOf('marcus')]);
  const order = await approve(marcus, await submitted(dana));
  const { workflow } = order;
  if (!workflow) throw new Error('It is in no workflow');
  const { page } = dana;
  const chips = page.getByRole('list', { name: 'Approval steps' }).getByRole('listitem');
  const track = page.getByRole('list', { name: 'Approval', exact: true }).locator('> li');
  for (const [status, chip, words] of [
    ['APPROVED', 'Approved', 'Approved'],
    ['REVISION', 'Revision', 'Sent back'],
    ['VOID', 'Void', 'Voided'],
    ['DENIED', 'Denied', 'Denied'],
    ['PENDING', 'Pending', 'Waiting for approval'],
    ['ON_HOLD', 'Pending', 'Waiting for approval'],
  ] as const) {
    const [first, ...others] = workflow.steps;
    // What no type of ours knows may still come from a server.
    const step = { ...first, status } as (typeof workflow.steps)[number];
    await seenAs(page, order, {
      workflow: { ...workflow, steps: [step, ...others], currentStep: first ?? null },
    });
    await openReview(page, order, 'creator');
    await expect(chips.first()).toHaveText(`${chip}MO`);
    await expect(track.first()).toContainText(words);
  }
});

test('PO-32, DEC-35: a PO whose lines together come to nothing is not submitted, and says why', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const bought = aLine({ quantity: 1, unitCost: 100 });
  const returned = aLine({ description: 'Returned', quantity: 1, unitCost: -100 });
  const [none, some] = await Promise.all([
    draft(dana, { lineItems: [bought, returned] }),
    draft(dana, { lineItems: [bought, aLine({ description: 'Returned', quantity: 1, unitCost: -99.99 })] }),
  ]);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/submit\/?\?/.test(request.url())) sent.push(new URL(request.url()).pathname);
  });
  await openReview(page, none, 'creator');
  await button(page, 'Submit for Approval').click();
  await expect(page.getByRole('alert')).toContainText('Total cost must be greater than zero.');
  await expect(page).toHaveURL(new RegExp(`/po/review/${none.id}/creator$`));
  expect(sent).toEqual([]);
  await openReview(page, some, 'creator');
  await button(page, 'Submit for Approval').click();
  await expect(page.getByText(`PO #${numberOf(some)} submitted for approval.`)).toBeVisible();
});

test('CO-09, CO-08, DEC-26: a discarded change order takes its lines and its other edits with it', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await approved(dana, [marcus, priya], {
    lineItems: [aLine(), aLine({ description: 'Amber gels', quantity: 1, unitCost: 20 })],
  });
  const description = `${order.description} B`;
  await extended(dana, await adjusted(dana, order), {}, { description });
  const { page } = dana;
  await openReview(page, order, 'creator');
  const lines = page.getByRole('table', { name: 'Line items' }).locator('tbody tr');
  await expect(lines).toContainText(['Brass lamps', 'Amber gels', 'Rigging']);
  await (await openMenu(page)).getByRole('menuitem', { name: 'Discard Change Order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText(`Change Order discarded for PO #${numberOf(order)}.`)).toBeVisible();
  await expect(lines).toHaveCount(2);
  await expect(lines).toContainText(['Brass lamps', 'Amber gels']);
  const sheet = page.getByRole('article', { name: 'Purchase order' });
  await expect(sheet).toContainText(order.description);
  await expect(sheet).not.toContainText(description);
  await expect(sheet.locator('tfoot')).toContainText('$320.00');
});

/** A purchase order in approval of a vendor that the show has not taken up yet. */
async function temporary({ api }: Who, show: string, department: string): Promise<PurchaseOrder> {
  const vendor = { name: 'Corner Hardware', address: '12 Vine St', isTemporary: true };
  const body = await bodyIn(api, show, department, { vendor, vendorAddress: null });
  const { id } = await api.post<PurchaseOrder>('/api/pos', body);
  return api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
}

test('VE-18, DEC-33: a temporary vendor is in the way at the final step alone, and only where it must be replaced', async ({
  as,
  apiOf,
}) => {
  const show = 'tidewater';
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), as('marcus'), as('priya')]);
  const [sylvie, darius, mei] = await Promise.all([
    as('sylvie.arnaud', { show }),
    as('darius.cole', { show }),
    as('mei-ling.zhou', { show }),
  ]);
  const [replaced, kept] = await Promise.all([
    temporary(dana, 'nlite', 'Set Decoration'),
    temporary(sylvie, show, 'Costume'),
  ]);
  await openReview(marcus.page, replaced, 'approver');
  await expect(button(marcus.page, 'Approve')).toBeEnabled();
  await openReview(darius.page, kept, 'approver');
  await expect(button(darius.page, 'Approve')).toBeEnabled();
  await Promise.all([approve(marcus, replaced), approve(darius, kept)]);
  await openReview(priya.page, replaced, 'approver');
  await expect(button(priya.page, 'Approve')).toBeDisabled();
  await openReview(mei.page, kept, 'approver');
  await button(mei.page, 'Approve').click();
  await expect(mei.page.getByText(`PO #${numberOf(kept)} approved.`)).toBeVisible();
  await openReview(sylvie.page, kept, 'creator');
  await expect(
    sylvie.page.getByRole('heading', { level: 1 }).locator('..').getByText('Approved', { exact: true }),
  ).toBeVisible();
  // Nothing went to accounting, and nothing can.
  await expect(sylvie.page.getByText(/(Sent|Failed to send) to Accounting/)).toHaveCount(0);
  const push = (await openMenu(sylvie.page)).getByRole('menuitem', { name: 'Push to Accounting' });
  await expect(push).toBeDisabled();
});
