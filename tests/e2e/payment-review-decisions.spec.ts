import { decideOn } from './support/decisions.ts';
import {
  cashier,
  releasedElsewhere,
  releasesOf,
  storedPayment,
  waitingPayment,
  waitingPayments,
} from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { answerWith, bar, button, expectTip, openMenu, openPaymentReview } from './support/review.ts';

test('PA-05, AP-08, AP-18, DEC-32, DEC-77: an approver has Deny and Approve; the last approval releases the payment', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  const payment = await waitingPayment(place);
  const [priya, robert] = await Promise.all([as('priya'), as('robert.achebe')]);
  await openPaymentReview(robert.page, payment);
  await expect(button(robert.page, 'Approve')).toBeDisabled();
  await expectTip(robert.page, button(robert.page, 'Deny'), 'It waits for Priya Raman.');
  const { page } = priya;
  await openPaymentReview(page, payment);
  for (const name of ['Deny', 'Approve']) await expect(button(page, name)).toBeEnabled();
  for (const name of ['Void', 'Revise', 'Edit', 'More actions'])
    await expect(button(page, name)).toHaveCount(0);
  await bar(page)
    .getByRole('checkbox', { name: 'Display Next Item Needing Approval' })
    .click({ force: true });
  await button(page, 'Approve').click();
  await expect(page.getByText(`Payment #${payment.number} approved.`)).toBeVisible();
  await expect(page).toHaveURL(/\/approvals\/payments$/);
  expect((await storedPayment(place, payment)).status).toBe('APPROVED');
  expect(await releasesOf(place, [payment])).toEqual([1]);
  await openPaymentReview(page, payment);
  await expect(page.getByRole('button', { name: 'Released to Accounting' })).toBeVisible();
  for (const name of ['Deny', 'Approve']) await expect(button(page, name)).toHaveCount(0);
});

test('AP-07, DEC-30: with the option on the next payment of the queue opens by itself', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  const [first] = (await waitingPayments(place, { count: 2 })).payments;
  if (!first) throw new Error('No payment waits');
  const { page } = await as('priya');
  await openPaymentReview(page, first);
  await button(page, 'Approve').click();
  await expect(page.getByText(`Payment #${first.number} approved.`)).toBeVisible();
  await expect(page).toHaveURL(/\/payment\/review\/[^/]+\/approver$/);
  await expect(page).not.toHaveURL(new RegExp(first.id));
  await expect(bar(page)).toHaveAccessibleName('Approval actions');
});

test('PA-05, AP-10, AP-22, AP-29, DEC-41: a denial wants a reason, says when it fails, and ends the payment', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  const payment = await waitingPayment(place);
  const { page } = await as('priya');
  const doc = `Payment #${payment.number}`;
  await answerWith(page, '/api/workflows/deny', 409, { code: 'WORKFLOW_CONFLICT' });
  await openPaymentReview(page, payment);
  await button(page, 'Deny').click();
  const dialog = page.getByRole('dialog', { name: `Deny ${doc}` });
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Deny' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid by card');
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('alert').filter({ hasText: `Void ${doc} failed` })).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByText(`${doc} denied.`)).toBeVisible();
  const after = await storedPayment(place, payment);
  expect([after.status, after.submissionStatus]).toEqual(['DENIED', 'Denied']);
  const sam = await as('sam');
  await openPaymentReview(sam.page, payment, '?referrer=listing');
  await expect(sam.page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toHaveText(
    /Denied.*Paid by card/,
  );
  await expect(button(sam.page, 'Submit for Approval')).toHaveCount(0);
  await expect(
    (await openMenu(sam.page)).getByRole('menuitem', { name: 'Pull from Approval' }),
  ).toContainText('The payment is denied.');
});

test('AP-26, DEC-03: a payment that accounting does not release is approved all the same, with a warning', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'harbour9');
  const waiting = await waitingPayment(place, { account: 0, cents: () => 4_200 });
  const { page } = await as('alistair.crowe', { show: 'harbour9' });
  await releasedElsewhere(place, waiting.externalId, 4_200);
  await openPaymentReview(page, waiting);
  await button(page, 'Approve').click();
  const doc = `Payment #${waiting.number}`;
  await expect(
    page.getByText(`${doc} was approved, but the accounting system returned an error.`),
  ).toBeVisible();
  expect((await storedPayment(place, waiting)).status).toBe('APPROVED');
  await openPaymentReview(page, waiting);
  await expect(page.getByRole('button', { name: 'Failed to release to Accounting' })).toBeVisible();
});

test('DEC-28, DEC-42, AP-15: its submitter pulls a payment back and stays at its review; nobody else does', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  const payment = await waitingPayment(place);
  const [sam, elena] = await Promise.all([as('sam'), as('elena')]);
  await openPaymentReview(elena.page, payment, '?referrer=listing');
  const others = (await openMenu(elena.page)).getByRole('menuitem', { name: 'Pull from Approval' });
  await expect(others).toBeDisabled();
  await expect(others).toContainText('Only the person who submitted the payment can pull it back.');
  const { page } = sam;
  await openPaymentReview(page, payment, '?referrer=listing');
  await (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Approval' }).click();
  await page
    .getByRole('alertdialog', { name: 'Pull from Approval' })
    .getByRole('button', { name: 'Pull from Approval' })
    .click();
  await expect(page.getByText(`Payment #${payment.number} pulled from approval.`)).toBeVisible();
  await expect(button(page, 'Submit for Approval')).toBeEnabled();
  await expect(page).toHaveURL(new RegExp(`/payment/review/${payment.id}\\?referrer=listing$`));
  const after = await storedPayment(place, payment);
  expect([after.status, after.submissionStatus]).toEqual(['DRAFT', 'Draft']);
});

test('NO-13, NO-03: a payment takes notes, also after it was denied', async ({ as, apiOf, baseURL }) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  const payment = await waitingPayment(place);
  const priya = await as('priya');
  await decideOn(priya, 'PAYMENT', payment, 'deny');
  const { page } = priya;
  await openPaymentReview(page, payment);
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByRole('button', { name: 'Add Note' }).click();
  await notes.getByRole('textbox', { name: 'New note' }).fill('See the bank letter');
  await notes.getByRole('button', { name: 'Save Note' }).click();
  await expect(notes.getByRole('listitem').first()).toContainText('See the bank letter');
  await notes.getByRole('listitem').first().getByRole('button', { name: /^Edit/ }).click();
  await notes.getByRole('textbox', { name: 'Change note' }).fill('See the letter of the bank');
  await notes.getByRole('button', { name: 'Save Note' }).click();
  await expect(notes.getByRole('listitem').first()).toHaveText(/EDITED.*See the letter of the bank/);
  await expect(page.getByRole('region', { name: 'Attachments' }).getByRole('button')).toHaveCount(0);
});
