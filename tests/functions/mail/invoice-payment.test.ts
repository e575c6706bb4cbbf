import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { attachedText } from '../../support/worker/output/attached-text.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import {
  deliverDocumentMails,
  mailAs,
  mailedHistory,
  sendingOf,
} from '../../support/worker/fixtures/mail.ts';
import { bookPayment, importPayments } from '../../support/worker/fixtures/payments.ts';
import { makePdf, onePage, uploaded } from '../../support/worker/fixtures/pdf.ts';
import { bill, openInvoices, order } from '../../support/worker/fixtures/relief.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { forgetSent, sent, setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

afterAll(() => closeBrowser(studioEnv));
beforeEach(forgetSent);

async function openAll(): Promise<void> {
  await openInvoices();
  await sql.directory`UPDATE shows SET features = '["APPA","APIA"]' WHERE id = 'alpha1'`;
  await sql.directory`UPDATE memberships
    SET payment_module_visible = 1, invoice_visibility = iif(user_id = 'ada', 'ALL', invoice_visibility)`;
  await setSettings('alpha1', { paymentModuleVisible: true, displayReliefIndicatorsPdf: true });
}

beforeAll(openAll);

/** Sends the document and returns the e-mail with the text of its PDF. */
async function sendAndRead(
  name: PersonName,
  docType: 'INVOICE' | 'PAYMENT',
  id: string,
  own: Record<string, unknown> = {},
) {
  sent.outbox.length = 0;
  const answer = await mailAs(name, sendingOf(docType, id, own));
  expect([answer.status, answer.body]).toEqual([200, { success: true }]);
  const [mail] = await deliverDocumentMails();
  return { mail, text: await attachedText(mail) };
}

async function fileOf(owner: 'po' | 'invoice' | 'payment', name: PersonName, text: string) {
  return uploaded(name, owner, `${text.replaceAll(' ', '-')}.pdf`, await onePage(text));
}

describe('an invoice by e-mail', () => {
  test('EM-04, EM-16, PO-65: an invoice is sent with its own files, without topsheet and files of its purchase orders', async () => {
    const po = await order([50_000]);
    await as('ada').post(`/api/pos/attachments/${po.id}`, {
      attachments: [await fileOf('po', 'ada', 'The quote of the order')],
    });
    const id = await bill([{ of: po, line: 1, cents: 10_000 }], {
      attachments: [await fileOf('invoice', 'ivan', 'The scan of the bill')],
    });
    const { mail, text } = await sendAndRead('ivan', 'INVOICE', id);
    const [row] = await sql.alpha<{ number: string }>`SELECT number FROM documents WHERE id = ${id}`;
    expect(mail).toMatchObject({
      subject: `Invoice #${row?.number} from Ivan Stone (Alpha Station)`,
      replyTo: 'ivan@backlot.example',
      attachments: [{ filename: `Invoice_${row?.number}.pdf` }],
    });
    expect(mail?.text).toContain(`https://app.backlot.test/invoice/review/${id}/creator`);
    expect(text).toContain('The scan of the bill');
    expect(text).toContain(po.number);
    // The downloaded PDF of the same invoice.
    const download = (await makePdf('ada', 'INVOICE', id, { userId: 'ada' })).pages.join(' ');
    const hers = (await sendAndRead('ada', 'INVOICE', id)).text;
    for (const other of ['The quote of the order', 'PURCHASE ORDER']) {
      expect(download).toContain(other);
      expect(hers).not.toContain(other);
    }
    expect(await mailedHistory('ivan', 'invoices', id)).toMatchObject([
      { sendType: 'EMAIL', isSuccessful: true, senderFirstName: 'Ada' },
      { sendType: 'EMAIL', isSuccessful: true, senderFirstName: 'Ivan' },
    ]);
  });

  test('EM-06: the dialog decides on relief indicators, by default the show; times use its time zone', async () => {
    const po = await order([50_000]);
    const id = await bill([{ of: po, line: 1, cents: 10_000 }]);
    const textOf = async (own: Record<string, unknown>) =>
      (await sendAndRead('ivan', 'INVOICE', id, own)).text;
    const shown = await textOf({ displayIndicators: true });
    const hidden = await textOf({ displayIndicators: false });
    const unsaid = await textOf({});
    expect(shown).toContain('UNDER');
    expect(hidden).not.toContain('UNDER');
    expect(unsaid).toContain('UNDER');
    await setSettings('alpha1', { displayReliefIndicatorsPdf: false });
    expect(await textOf({})).not.toContain('UNDER');
    await setSettings('alpha1', { displayReliefIndicatorsPdf: true });
    await as('ivan').post(`/api/invoices/${id}/notes`, { content: 'Paid in kind', keyId: 'k1' });
    const [note] = await sql.alpha<{ created_at: string }>`SELECT created_at FROM notes
      WHERE document_id = ${id}`;
    for (const timeZone of ['Pacific/Auckland', 'America/New_York'])
      expect(await textOf({ timeZone })).toContain(
        new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hour12: true })
          .format(new Date(note?.created_at ?? ''))
          .replaceAll(/\s/g, ' '),
      );
  });
});

describe('a payment by e-mail', () => {
  test('EM-03, EM-16, PO-65: a payment is sent with its own files, without topsheet and files of its invoices', async () => {
    const invoiceId = await bill([{ cents: 5_000 }], {
      description: 'The purpose of the bill',
      attachments: [await fileOf('invoice', 'ivan', 'The scan of the bill')],
    });
    const [id = ''] = await importPayments(bookPayment('mailed'));
    await sql.alpha`INSERT INTO payment_invoices (show_id, payment_id, invoice_id, amount_cents)
      VALUES ('alpha1', ${id}, ${invoiceId}, 5000)`;
    const stub = await fileOf('payment', 'dana', 'The stub of the payment');
    const copy = await fileOf('payment', 'dana', 'The copy of the invoice');
    const attach = (attachments: unknown[], own: Record<string, unknown> = {}) =>
      as('dana').post(`/api/payments/attachments/${id}?showId=alpha1`, { attachments, ...own });
    expect((await attach([stub])).status).toBe(200);
    expect((await attach([stub, copy], { invoiceId })).status).toBe(200);

    const { mail, text } = await sendAndRead('dana', 'PAYMENT', id);
    const [row] = await sql.alpha<{ number: string }>`SELECT number FROM documents WHERE id = ${id}`;
    expect(mail?.subject).toBe(`Payment #${row?.number} from Dana Stone (Alpha Station)`);
    expect(mail?.attachments?.map((file) => file.filename)).toEqual([`Payment_${row?.number}.pdf`]);
    expect(mail?.text).toContain(`https://app.backlot.test/payment/review/${id}?referrer=listing`);
    expect(text).toContain('The stub of the payment');
    const download = (await makePdf('ada', 'PAYMENT', id, { userId: 'ada' })).pages.join(' ');
    for (const other of ['The copy of the invoice', 'The scan of the bill', 'The purpose of the bill']) {
      expect(download).toContain(other);
      expect(text).not.toContain(other);
    }
    expect(await mailedHistory('dana', 'payments', id)).toMatchObject([
      { sendType: 'EMAIL', isSuccessful: true, senderFirstName: 'Dana' },
    ]);
  });
});
