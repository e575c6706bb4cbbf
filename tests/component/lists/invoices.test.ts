import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import {
  approvedInvoice,
  deniedInvoice,
  invoice,
  sentBackInvoice,
  submittedInvoice,
  voidedInvoice,
} from '../support/fixtures/invoices.ts';
import { person } from '../support/fixtures/people.ts';
import { chooseStatus, openList, rowOf, rowsIn } from '../support/lists.ts';
import { openApp } from '../support/open-app.ts';

const list = 'POST /api/invoices/filter';
const grid = { name: 'Invoices' };

test('SH-54, LS-08, LS-09: the invoice list has nine columns, each sortable but the attachment', async () => {
  const { page, api } = await openList('/invoice?status=all', { as: 'elena', invoices: [invoice()] });
  const sort = () => api.calls(list).at(-1)?.query['sort'];
  await expect(page).toHaveTitle('Invoices · Backlot');
  expect(api.calls(list)[0]?.query).toMatchObject({
    page: '1',
    count: '50',
    persona: 'CREATOR',
    sort: 'NUMBER,DESC',
  });
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
    await expect.poll(sort).toBe(`${type},ASC`);
    await expect(heads.nth(at)).toHaveAttribute('aria-sort', 'ascending');
  }
});

test('LS-08, LS-21: scrolling brings the next page of invoices', async () => {
  const invoices = Array.from({ length: 70 }, () => invoice());
  const { page, api } = await openList('/invoice?status=all', { as: 'elena', invoices });
  await expect(rowsIn(page, 'Invoices')).toHaveCount(50);
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await expect(rowsIn(page, 'Invoices')).toHaveCount(70);
  expect(api.calls(list).at(-1)?.query).toMatchObject({ page: '2', count: '50' });
});

const all = () => ({
  open: invoice(),
  back: sentBackInvoice(),
  waiting: submittedInvoice(),
  done: approvedInvoice(),
  gone: voidedInvoice(),
  denied: deniedInvoice(),
});

test('LS-16: the invoice list of a creator begins with what is in progress, their own by Me', async () => {
  const { open, back, waiting, done, gone, denied } = all();
  const invoices = [open, back, waiting, done, gone, denied];
  const { page, api } = await openList('/invoice', { as: 'elena', invoices });
  await expect(page.getByRole('button', { name: 'Status' })).toHaveText('In Progress');
  await expect(rowOf(page, open)).toContainText('Draft');
  await expect(rowOf(page, back)).toContainText('Needs revision');
  await expect(rowOf(page, waiting)).toContainText('Submitted for approval');
  for (const other of [done, gone, denied]) await expect(rowOf(page, other)).toHaveCount(0);
  expect(api.calls(list)[0]?.body.statuses).toEqual(['DRAFT', 'SUBMITTED_FOR_APPROVAL']);
  await expect(rowOf(page, open).getByText('Me', { exact: true })).toBeVisible();
  await expect(rowOf(page, open).getByText('Elena Fischer')).toHaveCount(0);
});

test('LS-16: invoices of others are by their names', async () => {
  const open = invoice();
  const { page } = await openList('/invoice', { as: 'sam', invoices: [open] });
  await expect(rowOf(page, open).getByText('Elena Fischer', { exact: true })).toBeVisible();
});

test('IN-05, IN-29, LS-16: a creator chooses among all, in progress, approved and voided invoices', async () => {
  const { open, back, waiting, done, gone, denied } = all();
  const invoices = [open, back, waiting, done, gone, denied];
  const { page, api } = await openList('/invoice', { as: 'elena', invoices });
  const statuses = () => api.calls(list).at(-1)?.body.statuses;
  await page.getByRole('button', { name: 'Status' }).click();
  await expect(page.getByRole('option')).toHaveText(['Show All', 'In Progress', 'Approved', 'Voided']);
  await page.getByRole('option', { name: 'Approved' }).click();
  await expect(rowOf(page, done).getByText('Approved', { exact: true })).toBeVisible();
  await expect(rowOf(page, open)).toHaveCount(0);
  expect(statuses()).toEqual(['APPROVED']);

  await chooseStatus(page, 'Voided');
  await expect(rowOf(page, gone).getByText('Void', { exact: true })).toBeVisible();
  await expect(rowOf(page, denied).getByText('Denied', { exact: true })).toBeVisible();
  expect(statuses()).toEqual(['VOID']);

  await chooseStatus(page, 'Show All');
  for (const one of invoices) await expect(rowOf(page, one)).toBeVisible();
  expect(statuses()).toEqual([]);
});

test('LS-17, SH-19: the invoice queue of an approver shows what waits for them', async () => {
  const [mine, done] = [submittedInvoice(), approvedInvoice()];
  const { page, api } = await openList('/approvals/invoices', { as: 'marcus', invoices: [mine, done] });
  await expect(page.getByRole('button', { name: 'Status' })).toHaveText('Pending Approval');
  await expect(rowOf(page, mine)).toBeVisible();
  await expect(rowOf(page, done)).toHaveCount(0);
  const [first] = api.calls(list);
  expect(first?.query).toMatchObject({ persona: 'APPROVER', showId: 'nlite' });
  expect(first?.body.statuses).toEqual(['SUBMITTED_FOR_APPROVAL']);
});

test('LS-17: an approver chooses among pending, awaiting revision, approved and voided invoices', async () => {
  const { back, waiting, done, gone, denied } = all();
  const { page, api } = await openList('/approvals/invoices', {
    as: 'marcus',
    invoices: [back, waiting, done, gone, denied],
  });
  const { id } = person('marcus');
  const body = () => api.calls(list).at(-1)?.body;
  await page.getByRole('button', { name: 'Status' }).click();
  await expect(page.getByRole('option')).toHaveText([
    'Pending Approval',
    'Awaiting Revision',
    'Approved By Me',
    'Voided By Me',
  ]);
  await page.getByRole('option', { name: 'Awaiting Revision' }).click();
  await expect(rowOf(page, back)).toBeVisible();
  expect(body()).toMatchObject({ statuses: ['DRAFT'], isRevision: true });

  await chooseStatus(page, 'Approved By Me');
  await expect(rowOf(page, done)).toBeVisible();
  expect(body()).toMatchObject({ statuses: ['APPROVED'], approverIds: [id] });

  await chooseStatus(page, 'Voided By Me');
  await expect(rowOf(page, gone)).toBeVisible();
  await expect(rowOf(page, denied)).toBeVisible();
  expect(body()).toMatchObject({ statuses: ['VOID'], voiderIds: [id] });
});

test('LS-10, DEC-79: a click of a creator edits a draft, and else opens the review', async () => {
  const { open, back, waiting } = all();
  const { page } = await openList('/invoice', { as: 'elena', invoices: [open, back, waiting] });
  for (const [one, target] of [
    [open, `/invoice/edit/${open.id}`],
    [back, `/invoice/edit/${back.id}`],
    [waiting, `/invoice/review/${waiting.id}/creator`],
  ] as const) {
    await page.goto('/invoice');
    await rowOf(page, one).getByText(one.description).click();
    await expect(page).toHaveURL(target);
  }
});

test('LS-10, DEC-79: a click of an approver opens the review, also of what awaits revision', async () => {
  const { back, waiting } = all();
  const { page } = await openList('/approvals/invoices', { as: 'marcus', invoices: [back, waiting] });
  await rowOf(page, waiting).getByText(waiting.description).click();
  await expect(page).toHaveURL(`/invoice/review/${waiting.id}/approver`);
  await page.goto('/approvals/invoices?status=awaiting-revision');
  await rowOf(page, back).getByText(back.description).click();
  await expect(page).toHaveURL(`/invoice/review/${back.id}/approver`);
});

test('LS-11: an empty invoice list says so, to creators and to approvers', async () => {
  const { page } = await openApp('/invoice?number=nothing-of-that-number', { as: 'noor' });
  await expect(page.getByText('None to display', { exact: true })).toBeVisible();
  await page.goto('/approvals/invoices');
  const words =
    "It looks like there aren't any Invoices to approve. Check the Invoices tab if you're looking for a specific invoice.";
  await expect(page.getByText(words, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Invoices' }).click();
  await expect(page).toHaveURL('/invoice?status=all');
});

test('LS-08, UX-09: on a phone the invoices are cards', async () => {
  const one = invoice();
  const { page, api } = await openList('/invoice', {
    as: 'elena',
    invoices: [one],
    width: 375,
    height: 812,
  });
  const card = page.getByRole('list', grid).getByRole('listitem');
  await expect(card).toHaveCount(1);
  for (const text of [one.number, one.vendorName, one.description, '$300.00', 'Draft', 'Me'])
    await expect(card).toContainText(text);
  await expect(page.getByRole('grid', grid)).toHaveCount(0);
  expect(api.calls(list)[0]?.query['count']).toBe('20');
  await card.getByRole('link').click();
  await expect(page).toHaveURL(`/invoice/edit/${one.id}`);
});
