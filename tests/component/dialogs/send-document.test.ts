import { describe, test } from 'vitest';
import { expect } from '../support/expect.ts';
import { openMail, recipients, sendTo } from '../support/pages/export.ts';
import { submittedInvoice } from '../support/fixtures/invoices.ts';
import { payment } from '../support/fixtures/payments.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import type { App } from '../support/open-app.ts';
import {
  goToReview,
  nameOf,
  numberOf,
  openReview,
  section,
  storeDocument,
} from '../support/pages/reviews.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { SendHistory } from '#domain/documents/document-response';

const sending = 'POST /api/reports/email-pdf';
const address = 'ann@accounts.example';
const reason = 'One of the addresses no longer accepts e-mail from Backlot.';

const email: SendHistory = {
  created: '2026-11-20T18:00:00.000Z',
  isSuccessful: true,
  sendType: 'EMAIL',
  senderFirstName: 'Dana',
  senderLastName: 'Whitlock',
  recipients: [address],
};

/** Stubs an accepted e-mail, whose result is in the send history. */
function acceptMail({ api, world }: App, order: PurchaseOrder, entries: SendHistory[]): void {
  api.on(sending, () => {
    storeDocument(world, { ...order, sendHistoryResource: entries });
    return { success: true as const };
  });
}

/** Pushes the result of the e-mail to its sender. */
function pushMailResult({ channel }: App, order: PurchaseOrder, error: string | null): void {
  channel.push('email_status_update', {
    docType: 'PO',
    docId: order.id,
    showId: order.showId,
    docNumber: numberOf(order),
    status: error === null ? 'success' : 'error',
    error,
  });
}

describe('an e-mail', () => {
  test('PO-65, EM-16, DEC-49, DEC-57: an e-mail is sent as filled in, confirmed to its sender and listed in the send history', async () => {
    const order = draft();
    const app = await openReview(order, 'creator');
    const { page, api, channel } = app;
    await channel.whenOpen();
    await expect(section(page, 'Sent')).toHaveCount(0);
    acceptMail(app, order, [email]);
    const mail = await openMail(page);
    await recipients(mail, 'To').box.fill(`${address};`);
    await mail.getByRole('button', { name: 'Bcc' }).click();
    // An address that is not a chip yet is sent, too.
    await recipients(mail, 'Bcc').box.pressSequentially('hidden@accounts.example');
    await mail.getByRole('textbox', { name: 'Note' }).fill('As discussed.');
    await mail.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(mail).toHaveCount(0);
    expect(api.calls(sending)[0]?.body).toMatchObject({
      recipients: [address],
      ccRecipients: ['dana@backlot.example'],
      bccRecipients: ['hidden@accounts.example'],
      pdfData: { docId: order.id, docType: 'PO', options: { includePoNotes: true, includeTC: true } },
      docNumber: numberOf(order),
      emailNote: 'As discussed.',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    pushMailResult(app, order, null);
    await expect(page.getByText(`${nameOf(order)} successfully sent.`)).toBeVisible();
    await page.reload();
    await expect(section(page, 'Sent').getByRole('row').last()).toHaveText(
      /^EmailDana Whitlock.*\d{4} \d\d:\d\d [AP]MTo ann@/,
    );
    // The next e-mail starts empty.
    const next = await openMail(page);
    await expect(recipients(next, 'To').chips).toHaveCount(0);
    await expect(next.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  });

  for (const [document, leavesOut, creator] of [
    [submittedInvoice(), 'Purchase Order Topsheet(s) and Attachments', 'elena@backlot.example'],
    // Accounting created the payment, so its sender gets the copy.
    [payment(), 'Invoice Topsheet(s) and Attachments', 'sam@backlot.example'],
  ] as const)
    test(`EM-03, EM-04, EM-06, DEC-57: the dialog of ${nameOf(document).split(' ')[0]} lists what its e-mail leaves out`, async () => {
      const { page, api } = await openReview(document, 'approver', { as: 'sam' });
      api.on(sending, { success: true });
      const mail = await openMail(page);
      await expect(mail).toContainText(`The email leaves out ${leavesOut}.`);
      await expect(recipients(mail, 'Cc').chips).toHaveText([creator]);
      await sendTo(mail, address);
      await expect(page.getByText(`${nameOf(document)} is being sent.`)).toBeVisible();
      const [sentMessage] = api.calls(sending);
      expect('displayIndicators' in Object(sentMessage?.body)).toBe(nameOf(document).startsWith('Invoice'));
    });

  test('DEC-57: an e-mail that the server rejects stays in the dialog with the reason', async () => {
    const order = draft();
    const app = await openReview(order, 'creator');
    const { page, api } = app;
    const mail = await openMail(page);
    api.fail(sending, 'too_many_requests');
    await sendTo(mail, address);
    await expect(mail.getByRole('alert')).toHaveText(
      'Too many requests. Please wait a moment and try again.',
    );
    api.fail(sending, 'email_send_failed', { message: 'The mail service refused this e-mail.' });
    await sendTo(mail, address);
    await expect(mail.getByRole('alert')).toHaveText('The mail service refused this e-mail.');
    await expect(recipients(mail, 'To').chips).toHaveText([address]);
    acceptMail(app, order, [email]);
    await mail.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(mail).toHaveCount(0);
  });
});

describe('the result of an e-mail', () => {
  test('RT-05, DEC-57: the page polls the send history without the realtime channel', async () => {
    const order = draft();
    const app = await openReview(order, 'creator', { hasChannel: false, clock: true });
    const { page } = app;
    acceptMail(app, order, [email]);
    await sendTo(await openMail(page), address);
    await expect(page.getByText(`${nameOf(order)} is being sent.`)).toBeVisible();
    const sentMessage = page.getByText(`${nameOf(order)} successfully sent.`);
    await page.clock.runUntil(() => sentMessage.count() > 0, 250);
  });

  test('DEC-57: the result of a first e-mail is not reported for a second one', async () => {
    const order = draft();
    const app = await openReview(order, 'creator', { hasChannel: false, clock: true });
    const { page, api, world } = app;
    acceptMail(app, order, [email]);
    await sendTo(await openMail(page), address);
    const sentMessage = page.getByText(`${nameOf(order)} successfully sent.`);
    await page.clock.runUntil(() => sentMessage.count() > 0, 250);
    // The second e-mail fails, which the history shows only at the second read.
    let reads = -1;
    api.on(sending, () => {
      reads = 0;
      return { success: true as const };
    });
    api.on('GET /api/pos/:id', () => {
      if (reads >= 0) reads += 1;
      const entries = reads > 1 ? [{ ...email, isSuccessful: false }, email] : [email];
      return storeDocument(world, { ...order, sendHistoryResource: entries });
    });
    await sendTo(await openMail(page), address);
    const failed = page.getByText(`${nameOf(order)} could not be sent.`);
    await page.clock.runUntil(() => failed.count() > 0, 250);
  });

  test('DEC-57, EM-16: a failed e-mail is reported on every page and listed in the send history', async () => {
    const order = draft();
    const app = await openReview(order, 'creator');
    const { page, api, channel } = app;
    await channel.whenOpen();
    const failed = [{ ...email, isSuccessful: false }];
    acceptMail(app, order, failed);
    await sendTo(await openMail(page), address);
    await expect.poll(() => api.calls(sending)).toHaveLength(1);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/po');
    pushMailResult(app, order, reason);
    const banner = page.getByRole('alert').filter({ hasText: `${nameOf(order)} could not be sent.` });
    await expect(banner).toContainText(reason);
    await goToReview(page, order, 'creator');
    await expect(section(page, 'Sent').getByRole('row').last()).toHaveText(/^Email failedDana Whitlock/);
  });
});

test('DEC-57: a sent link is listed in the send history until its sender revokes it', async () => {
  const order = draft({ sendHistoryResource: [email] });
  const link = {
    id: 'link-1',
    fileName: `PO_${numberOf(order)}.pdf`,
    created: '2026-11-20T18:00:00.000Z',
    expires: '2026-12-04T18:00:00.000Z',
    isRevocable: true,
  };
  const { page, api } = await openReview(order, 'creator', {
    api: (fake) => void fake.on('GET /api/reports/email-pdf/links', { links: [link] }),
  });
  const links = section(page, 'Sent').getByRole('region', { name: 'Links in emails' });
  await expect(links).toContainText(link.fileName);
  api.on('DELETE /api/reports/email-pdf/links/:id', () => {
    api.on('GET /api/reports/email-pdf/links', { links: [] });
    return { id: link.id };
  });
  await links.getByRole('button', { name: `Revoke ${link.fileName}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Revoke Link' });
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Link revoked.')).toBeVisible();
  await expect(links).toHaveCount(0);
  expect(api.calls('DELETE /api/reports/email-pdf/links/:id')[0]?.params).toEqual({ id: link.id });
});
