import type { Locator, Page } from '@playwright/test';
import { PDFDocument } from '@cantoo/pdf-lib';
import { blockChannel, openMail, pdfPatience, recipients } from './support/export.ts';
import { draftInvoice } from './support/invoices.ts';
import { arrived, freshAddress } from './support/mailbox.ts';
import { draft } from './support/orders.ts';
import { cashier, draftPayment } from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { numberOf, openInvoiceReview, openPaymentReview, openReview } from './support/review.ts';

/** What sends a document; that of the links in what was sent lies below it. */
const sending = /\/api\/reports\/email-pdf\/?\?/;

async function sendTo(mail: Locator, address: string): Promise<void> {
  await recipients(mail, 'To').box.fill(`${address},`);
  await mail.getByRole('button', { name: 'Send', exact: true }).click();
}

function historyOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Sent', exact: true });
}

test('PO-65, EM-16, DEC-49, DEC-57: a purchase order goes by e-mail, and its sender and its history say so', async ({
  as,
  baseURL,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  const [to, hidden] = [freshAddress(), freshAddress()];
  await openReview(page, order, 'creator');
  await expect(historyOf(page)).toHaveCount(0);
  const mail = await openMail(page);
  await recipients(mail, 'To').box.fill(`${to};`);
  await mail.getByRole('button', { name: 'Bcc' }).click();
  // Not yet a chip: what is typed counts.
  await recipients(mail, 'Bcc').box.pressSequentially(hidden);
  await mail.getByRole('textbox', { name: 'Note' }).fill('As discussed.');
  const asked = page.waitForRequest(sending);
  await mail.getByRole('button', { name: 'Send', exact: true }).click();
  expect((await asked).postDataJSON()).toMatchObject({
    recipients: [to],
    ccRecipients: ['dana@backlot.example'],
    bccRecipients: [hidden],
    pdfData: { docId: order.id, docType: 'PO', options: { includePoNotes: true, includeTC: true } },
    docNumber: numberOf(order),
    emailNote: 'As discussed.',
    timeZone: await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  });
  await expect(mail).toHaveCount(0);
  await expect(page.getByText(`PO #${numberOf(order)} successfully sent.`)).toBeVisible({
    timeout: pdfPatience,
  });
  const came = await arrived(baseURL, to);
  expect(came).toMatchObject({
    to: [to],
    cc: ['dana@backlot.example'],
    bcc: [hidden],
    replyTo: 'dana@backlot.example',
    attachments: [{ filename: `PO_${numberOf(order)}.pdf`, contentType: 'application/pdf' }],
  });
  expect(came.text).toContain('As discussed.');
  await expect(historyOf(page).getByRole('row').last()).toHaveText(
    /^EmailDana Whitlock.*\d{4} \d\d:\d\d [AP]MTo ann\./,
  );

  // The next one begins anew.
  const next = await openMail(page);
  await expect(recipients(next, 'To').chips).toHaveCount(0);
  await expect(next.getByRole('textbox', { name: 'Note' })).toHaveValue('');
});

test('EM-03, EM-04, EM-06, DEC-57: invoices and payments go too, and the dialog says what their e-mail leaves out', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const [elena, place] = await Promise.all([apiOf('elena'), cashier(apiOf, baseURL, 'nlite')]);
  const [invoice, payment] = await Promise.all([draftInvoice(elena), draftPayment(place)]);
  const { page } = await as('sam');
  const kinds = [
    {
      name: `Invoice #${invoice.number}`,
      open: () => openInvoiceReview(page, invoice, 'approver'),
      leavesOut: 'Purchase Order Topsheet(s) and Attachments',
      creator: 'elena@backlot.example',
    },
    {
      name: `Payment #${payment.number}`,
      open: () => openPaymentReview(page, payment),
      leavesOut: 'Invoice Topsheet(s) and Attachments',
      // Accounting made it out: whoever sends it gets the copy.
      creator: 'sam@backlot.example',
    },
  ];
  for (const { name, open, leavesOut, creator } of kinds) {
    const address = freshAddress();
    await open();
    const mail = await openMail(page);
    await expect(mail).toContainText(`The email leaves out ${leavesOut}.`);
    await expect(recipients(mail, 'Cc').chips).toHaveText([creator]);
    const asked = page.waitForRequest(sending);
    await sendTo(mail, address);
    const body = (await asked).postDataJSON() as Record<string, unknown>;
    expect('displayIndicators' in body).toBe(name.startsWith('Invoice'));
    await expect(page.getByText(`${name} successfully sent.`)).toBeVisible({ timeout: pdfPatience });
    expect((await arrived(baseURL, address)).subject).toContain(name);
  }
});

test('RT-05, DEC-57: without the channel the send history is asked what became of it', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await blockChannel(page);
  await openReview(page, order, 'creator');
  await sendTo(await openMail(page), freshAddress());
  await expect(page.getByText(`PO #${numberOf(order)} is being sent.`)).toBeVisible();
  await expect(page.getByText(`PO #${numberOf(order)} successfully sent.`)).toBeVisible({
    timeout: pdfPatience,
  });
});

test('DEC-57: a second e-mail from the same page is not told of as the first', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await blockChannel(page);
  await openReview(page, order, 'creator');
  await sendTo(await openMail(page), freshAddress());
  const succeeded = page.getByText(`PO #${numberOf(order)} successfully sent.`);
  await expect(succeeded).toBeVisible({ timeout: pdfPatience });
  // The second one fails, and the history says so only when it is looked at for the second time.
  let looks = -1;
  await page.route(sending, async (route) => {
    looks = 0;
    await route.fulfill({ json: { success: true } });
  });
  await page.route(`**/api/pos/${order.id}?**`, async (route) => {
    const answer = (await (await route.fetch()).json()) as { sendHistoryResource: object[] };
    if (looks >= 0) looks += 1;
    const failed = { ...answer.sendHistoryResource[0], isSuccessful: false };
    const sendHistoryResource = [...(looks > 1 ? [failed] : []), ...answer.sendHistoryResource];
    await route.fulfill({ json: { ...answer, sendHistoryResource } });
  });
  await sendTo(await openMail(page), freshAddress());
  await expect(page.getByText(`PO #${numberOf(order)} could not be sent.`)).toBeVisible();
});

test('DEC-57, EM-16: an e-mail that did not leave is told of wherever its sender is, and the history keeps it', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  const reason = 'One of the addresses no longer accepts e-mail from Backlot.';
  let isOpen = false;
  await page.routeWebSocket('**/socket.io/**', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const text = String(message);
      isOpen ||= text.startsWith('40');
      const failed = text.replace('"status":"success","error":null', `"status":"error","error":"${reason}"`);
      socket.send(text.includes('email_status_update') ? failed : message);
    });
  });
  await openReview(page, order, 'creator');
  // Without the channel it would ask the history, which says how it really went.
  await expect.poll(() => isOpen).toBe(true);
  await sendTo(await openMail(page), freshAddress());
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  const banner = page.getByRole('alert').filter({ hasText: `PO #${numberOf(order)} could not be sent.` });
  await expect(banner).toContainText(reason, { timeout: pdfPatience });

  await page.route(`**/api/pos/${order.id}?**`, async (route) => {
    const answer = (await (await route.fetch()).json()) as { sendHistoryResource: object[] };
    const [entry] = answer.sendHistoryResource;
    await route.fulfill({ json: { ...answer, sendHistoryResource: [{ ...entry, isSuccessful: false }] } });
  });
  await openReview(page, order, 'creator');
  await expect(historyOf(page).getByRole('row').last()).toHaveText(/^Email failedDana Whitlock/);
});

test('DEC-57: what the server does not take stays in the dialog, with its reason', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  const answers = [
    {
      answer: { status: 429, json: { code: 'too_many_requests' } },
      words: 'Too many requests. Please wait a moment and try again.',
    },
    {
      answer: {
        status: 424,
        json: { code: 'email_send_failed', message: 'The mail service refused this e-mail.' },
      },
      words: 'The mail service refused this e-mail.',
    },
  ];
  await openReview(page, order, 'creator');
  const mail = await openMail(page);
  for (const { answer, words } of answers) {
    await page.route(sending, (route) => route.fulfill(answer));
    await sendTo(mail, 'ann@accounts.example');
    await expect(mail.getByRole('alert')).toHaveText(words);
    await page.unroute(sending);
  }
  await expect(recipients(mail, 'To').chips).toHaveText(['ann@accounts.example']);
  await mail.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(mail).toHaveCount(0);
});

/** A PDF of one page that no compression makes small enough for an e-mail. */
async function heavyPdf(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 300]);
  const noise = Array.from({ length: 6_000_000 / 8 }, () => Math.random().toString(16).slice(2, 10)).join('');
  page.node.addContentStream(document.context.register(document.context.stream(`%${noise}\n`)));
  return new Uint8Array(await document.save({ useObjectStreams: false }));
}

test('DEC-57: too large for an e-mail it goes as a link, which its sender finds in the history and revokes', async ({
  as,
  baseURL,
}) => {
  const dana = await as('dana');
  const attachmentId = await dana.api.upload('boards.pdf', await heavyPdf());
  const order = await draft(dana, { attachments: [{ attachmentId, label: 'boards.pdf' }] });
  const { page } = dana;
  const address = freshAddress();
  await openReview(page, order, 'creator');
  await sendTo(await openMail(page), address);
  await expect(page.getByText(`PO #${numberOf(order)} successfully sent.`)).toBeVisible({
    timeout: pdfPatience,
  });
  const { text, attachments } = await arrived(baseURL, address);
  expect(attachments).toEqual([]);
  const link = /http\S+\/pages\/pdf\/\S+/.exec(text)?.[0] ?? '';
  expect((await fetch(link)).status).toBe(200);

  const links = historyOf(page).getByRole('region', { name: 'Links in emails' });
  await expect(links).toContainText(`PO_${numberOf(order)}.pdf`);
  await links.getByRole('button', { name: `Revoke PO_${numberOf(order)}.pdf` }).click();
  await page
    .getByRole('alertdialog', { name: 'Revoke Link' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(page.getByText('Link revoked.')).toBeVisible();
  await expect(links).toHaveCount(0);
  const ended = await fetch(link);
  expect([ended.status, await ended.text()]).toEqual([
    404,
    expect.stringContaining('This link is no longer available'),
  ]);
});
