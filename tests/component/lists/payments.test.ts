import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { approvedPayment, deniedPayment, payment, submittedPayment } from '../support/fixtures/payments.ts';
import { person } from '../support/fixtures/people.ts';
import { chooseStatus, openList, rowOf } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';

const list = 'POST /api/payments/filter';
const grid = { name: 'Payments' };

test('LS-18, PA-02, PA-03: the payment list of a creator starts with drafts, and each status filters it', async () => {
  const [draft, waiting, done, denied] = [payment(), submittedPayment(), approvedPayment(), deniedPayment()];
  const { page, api } = await openList('/payment', {
    as: 'sam',
    payments: [draft, waiting, done, denied],
  });
  const statuses = () => api.calls(list).at(-1)?.body.statuses;
  const status = page.getByRole('button', { name: 'Status' });
  await expect(status).toHaveText('Draft');
  await expect(rowOf(page, draft).getByText('Draft', { exact: true })).toBeVisible();
  await expect(rowOf(page, waiting)).toHaveCount(0);
  expect(statuses()).toEqual(['DRAFT']);

  await status.click();
  const names = ['Show All', 'Draft', 'Pending Approval', 'Approved', 'Denied'];
  await expect(page.getByRole('option')).toHaveText(names);
  await page.getByRole('option', { name: 'Pending Approval' }).click();
  await expect(rowOf(page, waiting).getByText('Submitted for approval', { exact: true })).toBeVisible();
  await expect(rowOf(page, draft)).toHaveCount(0);
  expect(statuses()).toEqual(['SUBMITTED_FOR_APPROVAL']);

  await chooseStatus(page, 'Approved');
  await expect(rowOf(page, done).getByText('Approved', { exact: true })).toBeVisible();
  expect(statuses()).toEqual(['APPROVED']);
  await chooseStatus(page, 'Denied');
  await expect(rowOf(page, denied).getByText('Denied', { exact: true })).toBeVisible();
  expect(statuses()).toEqual(['DENIED']);

  await chooseStatus(page, 'Show All');
  await expect(rowOf(page, waiting)).toBeVisible();
  expect(statuses()).toEqual([]);
  await page.getByRole('searchbox', { name: 'Search by payment number' }).fill(draft.number);
  await expect(page.getByText('1 payment from accounting', { exact: true })).toBeVisible();
  await expect(rowOf(page, draft)).toBeVisible();
});

test('LS-19, SH-20, SH-63, DEC-79, DEC-93: the payment queue of an approver has checkboxes, other statuses have none, and a click opens the review', async () => {
  const [waiting, done, denied] = [submittedPayment(), approvedPayment(), deniedPayment()];
  const { page, api } = await openList('/approvals/payments', {
    as: 'marcus',
    payments: [waiting, done, denied],
  });
  const { id } = person('marcus');
  const body = () => api.calls(list).at(-1)?.body;
  const status = page.getByRole('button', { name: 'Status' });
  await expect(status).toHaveText('Pending Approval');
  await expect(rowOf(page, waiting)).toBeVisible();
  await expect(rowOf(page, done)).toHaveCount(0);
  expect(api.calls(list)[0]?.query).toMatchObject({ persona: 'APPROVER', sort: 'WAITING_SINCE,ASC' });
  expect(body()).toMatchObject({ statuses: ['SUBMITTED_FOR_APPROVAL'] });
  await expect(rowOf(page, waiting).getByRole('checkbox')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Filters' })).toBeVisible();

  await status.click();
  await expect(page.getByRole('option')).toHaveText(['Pending Approval', 'Approved By Me', 'Denied By Me']);
  await page.getByRole('option', { name: 'Approved By Me' }).click();
  await expect(rowOf(page, done)).toBeVisible();
  await expect(rowOf(page, done).getByRole('checkbox')).toHaveCount(0);
  expect(body()).toMatchObject({ statuses: ['APPROVED'], approverIds: [id] });
  await chooseStatus(page, 'Denied By Me');
  await expect(rowOf(page, denied)).toBeVisible();
  await expect(rowOf(page, denied).getByRole('checkbox')).toHaveCount(0);
  expect(body()).toMatchObject({ statuses: ['DENIED'], denierIds: [id] });
  await chooseStatus(page, 'Pending Approval');
  await rowOf(page, waiting).getByText(waiting.bankName).click();
  await expect(page).toHaveURL(`/payment/review/${waiting.id}`);
});

test('PA-08, SH-63: a payment is a card with payee and payment type on a phone', async () => {
  const one = payment({ payeeName: 'Orchard Lane Holdings', paymentType: 'EPAYNF' });
  const { page } = await openList('/payment', { as: 'sam', payments: [one], width: 375, height: 812 });
  const card = page.getByRole('list', grid).getByRole('listitem');
  await expect(card).toHaveCount(1);
  for (const text of [one.number, 'Orchard Lane Holdings', 'EPAYNF', one.bankName])
    await expect(card).toContainText(text);
  await card.getByRole('link').click();
  await expect(page).toHaveURL(`/payment/review/${one.id}?referrer=listing`);
});

test('PA-10: an empty payment list shows a message to creators and to approvers', async () => {
  const { page } = await openApp('/payment?number=nothing0of0that', { as: 'noor' });
  await expect(page.getByText('None to display', { exact: true })).toBeVisible();
  await page.goto('/approvals/payments');
  const words =
    "It looks like there aren't any Payments to approve. Check the Payments tab if you're looking for a specific payment.";
  await expect(page.getByText(words, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Payments' }).click();
  await expect(page).toHaveURL('/payment?status=all');
});

test('LS-32, LS-34, DEC-18: the payment search accepts 20 letters and digits and requests the list after 550 ms', async () => {
  const { page, api } = await openList('/payment?status=all', {
    as: 'sam',
    payments: [payment()],
    clock: true,
  });
  const requestCount = () =>
    api.calls(list).filter(({ body }) => body.paymentNumbers?.join() === 'cK04').length;
  const search = page.getByRole('searchbox', { name: 'Search by payment number' });
  page.clock.pause();
  await search.pressSequentially('c-K 0é4');
  await expect(search).toHaveValue('cK04');
  await page.clock.runFor(500);
  await expect(page).toHaveURL(/number=cK04/);
  // It is shown as soon as a request is pending, before it is sent.
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await page.clock.runFor(40);
  expect(requestCount()).toBe(0);
  await page.clock.runFor(10);
  await expect.poll(requestCount).toBe(1);
  await search.fill('x'.repeat(21));
  await expect(search).toHaveValue('x'.repeat(20));
});

test('DEC-44: Refresh from Accounting requests new payments, which appear as they arrive', async () => {
  const [first, second] = [payment(), payment()];
  const { page, api, world, channel } = await openList('/payment', { as: 'sam', payments: [first] });
  api.on('POST /api/payments/refresh', { accepted: true });
  await expect(rowOf(page, first)).toBeVisible();
  await page.getByRole('button', { name: 'Refresh from Accounting' }).click();
  await expect(
    page.getByText('Checking Accounting for new payments. They appear here as they arrive.'),
  ).toBeVisible();
  expect(api.calls('POST /api/payments/refresh')[0]?.query).toEqual({ showId: 'nlite' });
  world.payments = [second, first];
  await channel.whenOpen();
  channel.push('document_changed', { ...second, docType: 'PAYMENT' });
  await expect(rowOf(page, second)).toBeVisible();
  api.fail('POST /api/payments/refresh', 'FORBIDDEN');
  await page.getByRole('button', { name: 'Refresh from Accounting' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Unable to ask Accounting for new payments.' }),
  ).toBeVisible();
});
