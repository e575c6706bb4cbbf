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
import { chooseStatus, openList, rowOf, rowsIn } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';

const list = 'POST /api/invoices/filter';
const grid = { name: 'Invoices' };

test('LS-08, LS-21: scrolling loads the next page of invoices', async () => {
  const invoices = Array.from({ length: 70 }, () => invoice());
  const { page, api } = await openList('/invoice?status=all', { as: 'elena', invoices });
  await expect(rowsIn(page, 'Invoices')).toHaveCount(50);
  await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await expect(rowsIn(page, 'Invoices')).toHaveCount(70);
  expect(api.calls(list).at(-1)?.query).toMatchObject({ page: '2', count: '50' });
});

const oneOfEachStatus = () => ({
  open: invoice(),
  back: sentBackInvoice(),
  waiting: submittedInvoice(),
  done: approvedInvoice(),
  gone: voidedInvoice(),
  denied: deniedInvoice(),
});

test('IN-05, IN-29, LS-16: the invoice list of a creator starts with In Progress, and each status filters it', async () => {
  const { open, back, waiting, done, gone, denied } = oneOfEachStatus();
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

test('LS-10, LS-17, SH-19, DEC-79: the invoice queue of an approver starts with Pending Approval, and a click opens the review', async () => {
  const { back, waiting: mine, done, gone, denied } = oneOfEachStatus();
  const invoices = [back, mine, done, gone, denied];
  const { page, api } = await openList('/approvals/invoices', { as: 'marcus', invoices });
  await expect(page.getByRole('button', { name: 'Status' })).toHaveText('Pending Approval');
  await expect(rowOf(page, mine)).toBeVisible();
  await expect(rowOf(page, done)).toHaveCount(0);
  const [first] = api.calls(list);
  expect(first?.query).toMatchObject({ persona: 'APPROVER', showId: 'nlite' });
  expect(first?.body.statuses).toEqual(['SUBMITTED_FOR_APPROVAL']);
  await rowOf(page, mine).getByText(mine.description).click();
  await expect(page).toHaveURL(`/invoice/review/${mine.id}/approver`);
  page.goBack();
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
  await rowOf(page, back).getByText(back.description).click();
  await expect(page).toHaveURL(`/invoice/review/${back.id}/approver`);
  page.goBack();

  await chooseStatus(page, 'Approved By Me');
  await expect(rowOf(page, done)).toBeVisible();
  expect(body()).toMatchObject({ statuses: ['APPROVED'], approverIds: [id] });

  await chooseStatus(page, 'Voided By Me');
  await expect(rowOf(page, gone)).toBeVisible();
  await expect(rowOf(page, denied)).toBeVisible();
  expect(body()).toMatchObject({ statuses: ['VOID'], voiderIds: [id] });
});

test('LS-10, DEC-79: a creator’s click on an invoice edits a draft and otherwise opens the review', async () => {
  const { open, back, waiting } = oneOfEachStatus();
  const { page } = await openList('/invoice', { as: 'elena', invoices: [open, back, waiting] });
  for (const [one, target] of [
    [open, `/invoice/edit/${open.id}`],
    [back, `/invoice/edit/${back.id}`],
    [waiting, `/invoice/review/${waiting.id}/creator`],
  ] as const) {
    await rowOf(page, one).getByText(one.description).click();
    await expect(page).toHaveURL(target);
    page.goBack();
  }
});

test('LS-11: an empty invoice list shows a message to creators and to approvers', async () => {
  const { page } = await openApp('/invoice?number=nothing-of-that-number', { as: 'noor' });
  await expect(page.getByText('None to display', { exact: true })).toBeVisible();
  await page.goto('/approvals/invoices');
  const words =
    "It looks like there aren't any Invoices to approve. Check the Invoices tab if you're looking for a specific invoice.";
  await expect(page.getByText(words, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Invoices' }).click();
  await expect(page).toHaveURL('/invoice?status=all');
});

test('LS-08, UX-09: invoices are cards on a phone', async () => {
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
