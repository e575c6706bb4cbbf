import type { Invoice } from '../../domain/invoice.ts';
import { decideOn } from './support/decisions.ts';
import { attachedInvoice, draftInvoice, submittedInvoice } from './support/invoices.ts';
import { chooseStatus, listCalls, openList, rowOf } from './support/lists.ts';
import { showId } from './support/person.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';

const grid = { name: 'Invoices' };

/** Approved by the head of Accounting and by the line producer. */
async function approvedInvoice(
  by: Pick<Seat, 'api'>,
  approvers: readonly Pick<Seat, 'api'>[],
): Promise<Invoice> {
  let invoice = await submittedInvoice(by);
  // In turn, as the flow demands.
  for (const approver of approvers) invoice = await decideOn(approver, 'INVOICE', invoice);
  return invoice;
}

test('SH-54, LS-08, LS-09: the columns of the invoice list, its sorts and its pages', async ({ as }) => {
  const { page } = await as('theodore', { show: 'ambercanyon' });
  const calls = listCalls(page, 'INVOICE');
  await openList(page, '/invoice?status=all', 'INVOICE');
  await expect(page).toHaveTitle('Invoices · Backlot');
  expect(calls[0]).toMatchObject({ page: 1, count: 50, persona: 'CREATOR', sort: 'NUMBER,DESC' });
  const heads = page.getByRole('grid', grid).getByRole('columnheader');
  await expect(heads).toHaveText([
    'Invoice#',
    'Date',
    'Vendor',
    'Department',
    'Description',
    'Created By',
    'Total',
    'Status',
    'Attachment',
  ]);
  await expect(heads.first()).toHaveAttribute('aria-sort', 'descending');
  await expect(heads.last()).not.toHaveAttribute('aria-sort', /./);
  const sorts = [
    'NUMBER',
    'DATE',
    'VENDOR_NAME',
    'DEPARTMENT',
    'DESCRIPTION',
    'CREATED_BY',
    'TOTAL',
    'STATUS',
  ];
  for (const [at, type] of sorts.entries()) {
    await heads.nth(at).click();
    await expect.poll(() => calls.at(-1)?.sort).toBe(`${type},ASC`);
    await expect(heads.nth(at)).toHaveAttribute('aria-sort', 'ascending');
  }
});

test('LS-08, LS-21: scrolling brings the next page of invoices', async ({ as }) => {
  const { page } = await as('sam');
  const calls = listCalls(page, 'INVOICE');
  await openList(page, '/invoice?status=all', 'INVOICE');
  const rows = page.getByRole('grid', grid).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(50);
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await expect.poll(() => rows.count()).toBeGreaterThan(80);
  expect(calls.some(({ page: wanted, count }) => wanted === 2 && count === 50)).toBe(true);
});

test('IN-05, IN-29, LS-16: what each status of the creator shows; his own are by Me', async ({
  as,
  apiOf,
}) => {
  const [elena, inez, priya] = await Promise.all([as('elena'), as('inez.calloway'), apiOf('priya')]);
  const [open, back, waiting, done, gone, denied] = await Promise.all([
    draftInvoice(elena),
    submittedInvoice(elena),
    submittedInvoice(elena),
    approvedInvoice(elena, [inez, priya]),
    submittedInvoice(elena),
    submittedInvoice(elena),
  ]);
  await Promise.all([
    decideOn(inez, 'INVOICE', back, 'revision'),
    decideOn(inez, 'INVOICE', gone, 'void'),
    decideOn(inez, 'INVOICE', denied, 'deny'),
  ]);
  const { page } = elena;
  const calls = listCalls(page, 'INVOICE');
  // Of all that happens in this show at once, those of this test.
  await openList(page, '/invoice?sort=CREATED_BY,ASC', 'INVOICE');
  const status = page.getByRole('button', { name: 'Status' });
  await expect(status).toHaveText('In Progress');
  await expect(rowOf(page, open)).toContainText('Draft');
  await expect(rowOf(page, back)).toContainText('Needs revision');
  await expect(rowOf(page, waiting)).toContainText('Submitted for approval');
  for (const other of [done, gone, denied]) await expect(rowOf(page, other)).toHaveCount(0);
  expect(calls[0]?.filters.statuses).toEqual(['DRAFT', 'SUBMITTED_FOR_APPROVAL']);
  await expect(rowOf(page, open).getByText('Me', { exact: true })).toBeVisible();
  await expect(rowOf(page, open).getByText('Elena Fischer')).toHaveCount(0);

  await status.click();
  await expect(page.getByRole('option')).toHaveText(['Show All', 'In Progress', 'Approved', 'Voided']);
  await page.getByRole('option', { name: 'Approved' }).click();
  await expect(rowOf(page, done).getByText('Approved', { exact: true })).toBeVisible();
  await expect(rowOf(page, open)).toHaveCount(0);
  expect(calls.at(-1)?.filters.statuses).toEqual(['APPROVED']);

  await chooseStatus(page, 'Voided');
  await expect(rowOf(page, gone).getByText('Void', { exact: true })).toBeVisible();
  await expect(rowOf(page, denied).getByText('Denied', { exact: true })).toBeVisible();
  expect(calls.at(-1)?.filters.statuses).toEqual(['VOID']);

  await chooseStatus(page, 'Show All');
  for (const invoice of [open, waiting, done, gone, denied]) await expect(rowOf(page, invoice)).toBeVisible();
  expect(calls.at(-1)?.filters.statuses).toEqual([]);

  // To others they are hers.
  await openList(inez.page, `/invoice?number=${open.number}`, 'INVOICE');
  await expect(rowOf(inez.page, open).getByText('Elena Fischer', { exact: true })).toBeVisible();
});

test('LS-17, SH-19: the queue of the approver, and what each of its statuses shows', async ({
  as,
  apiOf,
}) => {
  const [elena, inez] = await Promise.all([apiOf('elena'), as('inez.calloway')]);
  const [mine, further, back, gone, denied] = await Promise.all([
    submittedInvoice(elena),
    submittedInvoice(elena),
    submittedInvoice(elena),
    submittedInvoice(elena),
    submittedInvoice(elena),
  ]);
  await Promise.all([
    decideOn(inez, 'INVOICE', further),
    decideOn(inez, 'INVOICE', back, 'revision'),
    decideOn(inez, 'INVOICE', gone, 'void'),
    decideOn(inez, 'INVOICE', denied, 'deny'),
  ]);
  const { page, api } = inez;
  const calls = listCalls(page, 'INVOICE');
  await openList(page, '/approvals/invoices', 'INVOICE');
  const status = page.getByRole('button', { name: 'Status' });
  await expect(status).toHaveText('Pending Approval');
  await expect(rowOf(page, mine)).toBeVisible();
  await expect(rowOf(page, further)).toHaveCount(0);
  expect(calls[0]).toMatchObject({
    persona: 'APPROVER',
    showId,
    filters: { statuses: ['SUBMITTED_FOR_APPROVAL'] },
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
  expect(calls.at(-1)?.filters).toMatchObject({ statuses: ['DRAFT'], isRevision: true });

  await chooseStatus(page, 'Approved By Me');
  await expect(rowOf(page, further)).toBeVisible();
  expect(calls.at(-1)?.filters).toMatchObject({ statuses: ['APPROVED'], approverIds: [api.userId] });

  await chooseStatus(page, 'Voided By Me');
  await expect(rowOf(page, gone)).toBeVisible();
  await expect(rowOf(page, denied)).toBeVisible();
  expect(calls.at(-1)?.filters).toMatchObject({ statuses: ['VOID'], voiderIds: [api.userId] });
});

test('LS-10, DEC-79: where a click on an invoice leads', async ({ as }) => {
  const [elena, inez] = await Promise.all([as('elena'), as('inez.calloway')]);
  const [open, back, waiting] = await Promise.all([
    attachedInvoice(elena),
    submittedInvoice(elena),
    submittedInvoice(elena),
  ]);
  await decideOn(inez, 'INVOICE', back, 'revision');
  const leads = async ({ page }: Seat, list: string, invoice: Invoice, to: string) => {
    await page.goto(`${list}number=${invoice.number}`);
    await rowOf(page, invoice).getByText(invoice.description).click();
    await expect(page).toHaveURL(to);
  };
  await leads(elena, '/invoice?', open, `/invoice/edit/${open.id}`);
  await leads(elena, '/invoice?', back, `/invoice/edit/${back.id}`);
  await leads(elena, '/invoice?', waiting, `/invoice/review/${waiting.id}/creator`);
  await leads(inez, '/approvals/invoices?', waiting, `/invoice/review/${waiting.id}/approver`);
  const revising = '/approvals/invoices?status=awaiting-revision&';
  await leads(inez, revising, back, `/invoice/review/${back.id}/approver`);
});

test('LS-11: what an empty invoice list says, to creators and to approvers', async ({ as }) => {
  const [elena, noor] = await Promise.all([as('elena'), as('noor.haddad')]);
  await elena.page.goto('/invoice?number=nothing-of-that-number');
  await expect(elena.page.getByText('None to display', { exact: true })).toBeVisible();
  // She approves nothing.
  await noor.page.goto('/approvals/invoices');
  const words =
    "It looks like there aren't any Invoices to approve. Check the Invoices tab if you're looking for a specific invoice.";
  await expect(noor.page.getByText(words, { exact: true })).toBeVisible();
  await noor.page.getByRole('link', { name: 'Go to Invoices' }).click();
  await expect(noor.page).toHaveURL('/invoice?status=all');
});

test('LS-08, UX-09: on a phone the invoices are cards', async ({ as }) => {
  const elena = await as('elena', { viewport: { width: 375, height: 812 }, hasTouch: true });
  const invoice = await draftInvoice(elena);
  const { page } = elena;
  const calls = listCalls(page, 'INVOICE');
  await openList(page, `/invoice?number=${invoice.number}`, 'INVOICE');
  const card = page.getByRole('list', grid).getByRole('listitem');
  await expect(card).toHaveCount(1);
  for (const text of [invoice.number, invoice.vendorName, invoice.description, '$300.00', 'Draft', 'Me'])
    await expect(card).toContainText(text);
  await expect(page.getByRole('grid', grid)).toHaveCount(0);
  expect(calls[0]?.count).toBe(20);
  await card.getByRole('link').tap();
  await expect(page).toHaveURL(`/invoice/edit/${invoice.id}`);
});
