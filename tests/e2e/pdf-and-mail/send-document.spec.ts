import type { Locator, Page } from '@playwright/test';
import { PDFDocument } from '@cantoo/pdf-lib';
import { openMail, pdfTimeoutMs, recipients } from '../support/pages/export.ts';
import { waitForMail, uniqueMailAddress } from '../support/environment/mailbox.ts';
import { createDraftOrder } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import { numberOf, openReview } from '../support/pages/review.ts';

/** Matches the route that sends a document, and not the routes of its links below it. */
const sendRoute = /\/api\/reports\/email-pdf\/?\?/;

async function sendTo(mail: Locator, address: string): Promise<void> {
  await recipients(mail, 'To').box.fill(`${address},`);
  await mail.getByRole('button', { name: 'Send', exact: true }).click();
}

function historyOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Sent', exact: true });
}

test('PO-65, EM-16, DEC-49, DEC-57: a purchase order is sent by e-mail and its history shows the message', async ({
  as,
  baseURL,
}) => {
  const dana = await as('dana');
  const order = await createDraftOrder(dana);
  const { page } = dana;
  const [to, hidden] = [uniqueMailAddress(), uniqueMailAddress()];
  await openReview(page, order, 'creator');
  await expect(historyOf(page)).toHaveCount(0);
  const mail = await openMail(page);
  await recipients(mail, 'To').box.fill(`${to};`);
  await mail.getByRole('button', { name: 'Bcc' }).click();
  // A typed address counts before it becomes a chip.
  await recipients(mail, 'Bcc').box.pressSequentially(hidden);
  await mail.getByRole('textbox', { name: 'Note' }).fill('As discussed.');
  const request = page.waitForRequest(sendRoute);
  await mail.getByRole('button', { name: 'Send', exact: true }).click();
  expect((await request).postDataJSON()).toMatchObject({
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
    timeout: pdfTimeoutMs,
  });
  const message = await waitForMail(baseURL, to);
  expect(message).toMatchObject({
    to: [to],
    cc: ['dana@backlot.example'],
    bcc: [hidden],
    replyTo: 'dana@backlot.example',
    attachments: [{ filename: `PO_${numberOf(order)}.pdf`, contentType: 'application/pdf' }],
  });
  expect(message.text).toContain('As discussed.');
  await expect(historyOf(page).getByRole('row').last()).toHaveText(
    /^EmailDana Whitlock.*\d{4} \d\d:\d\d [AP]MTo ann\./,
  );

  // The next message starts empty.
  const next = await openMail(page);
  await expect(recipients(next, 'To').chips).toHaveCount(0);
  await expect(next.getByRole('textbox', { name: 'Note' })).toHaveValue('');
});

/** Returns a PDF of one page that compression cannot make small enough for an e-mail. */
async function heavyPdf(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 300]);
  const noise = Array.from({ length: 6_000_000 / 8 }, () => Math.random().toString(16).slice(2, 10)).join('');
  page.node.addContentStream(document.context.register(document.context.stream(`%${noise}\n`)));
  return new Uint8Array(await document.save({ useObjectStreams: false }));
}

test(
  'DEC-57: a document too large for an e-mail is sent as a link, which its sender can revoke',
  { tag: '@long' },
  async ({ as, baseURL }) => {
    const dana = await as('dana');
    const attachmentId = await dana.api.upload('boards.pdf', await heavyPdf());
    const order = await createDraftOrder(dana, { attachments: [{ attachmentId, label: 'boards.pdf' }] });
    const { page } = dana;
    const address = uniqueMailAddress();
    await openReview(page, order, 'creator');
    await sendTo(await openMail(page), address);
    await expect(page.getByText(`PO #${numberOf(order)} successfully sent.`)).toBeVisible({
      timeout: pdfTimeoutMs,
    });
    const { text, attachments } = await waitForMail(baseURL, address);
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
  },
);
