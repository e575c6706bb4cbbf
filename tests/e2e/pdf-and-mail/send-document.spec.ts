import type { Locator, Page } from '@playwright/test';
import { PDFDocument } from '@cantoo/pdf-lib';
import { openMail, pdfTimeoutMs, recipients } from '../support/pages/export.ts';
import { arrived, freshAddress } from '../support/environment/mailbox.ts';
import { draft } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import { numberOf, openReview } from '../support/pages/review.ts';

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
    timeout: pdfTimeoutMs,
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
    timeout: pdfTimeoutMs,
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
