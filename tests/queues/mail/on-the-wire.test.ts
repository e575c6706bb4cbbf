import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DocType } from '#domain/document';
import { formatMoney } from '#domain/values/money';
import { orderNumber } from '#domain/documents/document-number';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { inviteUser } from '#verbs/identity/mail-password-link';
import { receiveMail, pdfOf } from '../../support/worker/output/received-mail.ts';
import { openBrowser } from '../../support/worker/browser.ts';
import type { Received } from '../../support/worker/output/parse-mail.ts';
import { approved } from '../../support/worker/fixtures/change-orders.ts';
import {
  aDraft,
  action,
  approveAs,
  as,
  withTotal,
  create,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import { deliverQueued, runDigestDay, switchDigest } from '../../support/worker/fixtures/digests.ts';
import { requestMail, mailAs, sendingOf } from '../../support/worker/fixtures/mail.ts';
import {
  act,
  bookPayment,
  importPayments,
  openPayments,
  submitAs,
} from '../../support/worker/fixtures/payments.ts';
import { heavyPdf, onePage, uploaded } from '../../support/worker/fixtures/pdf.ts';
import { deliver } from '../../support/worker/fixtures/queues.ts';
import { bill, openInvoices, submitBill } from '../../support/worker/fixtures/relief.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { forgetSent, sent, setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

/** Input that tries to add header lines: an address line, a folded line, a separate line. */
const evilShow = 'Ålpha “Größe” 東京 🎬\r\nBcc: eve@evil.example\r\n\r\nX\u2028Y\u0085Z';
const tameShow = 'Ålpha “Größe” 東京 🎬 Bcc: eve@evil.example X Y Z';

beforeAll(async () => {
  await openPayments();
  await openInvoices();
  await studioEnv.DIRECTORY.batch([
    studioEnv.DIRECTORY.prepare("UPDATE shows SET name = ?, features = ? WHERE id = 'alpha1'").bind(
      evilShow,
      '["APPA","APIA"]',
    ),
    studioEnv.DIRECTORY.prepare("UPDATE users SET first_name = ? WHERE id = 'dana'").bind(
      'Renée\nTo: eve@evil.example',
    ),
  ]);
  await setSettings('alpha1', { invoiceModuleVisible: true, paymentModuleVisible: true });
});
afterAll(() => closeBrowser(studioEnv));
beforeEach(forgetSent);

const reviewOf = (folder: string, id: string, persona: string) =>
  `https://app.backlot.test/${folder}/review/${id}${folder === 'payment' ? '?referrer=listing&' : `/${persona}?`}restoreShow=alpha1`;

interface Header {
  number: string;
  total_cents: number;
}

async function headerOf(id: string): Promise<{ number: string; amount: string }> {
  const [row] = await sql.alpha<Header>`SELECT number, total_cents FROM documents WHERE id = ${id}`;
  return { number: row?.number ?? '', amount: formatMoney(row?.total_cents ?? 0, 'USD') };
}

/** Expects that the e-mail contains these facts. */
function expectFacts(got: Received, ...facts: string[]): void {
  for (const fact of facts) expect(got.text).toContain(fact);
}

describe('a document sent by a user', () => {
  test('EM-05, DEC-57: a purchase order arrives with its PDF, HTML, text and copies, and blind copies stay hidden', async () => {
    const po = await create('dana', { description: 'Stühle & <b>Lampen</b> “zwölf”' });
    const { id, poNumber } = po;
    await requestMail(id, {
      recipients: ['ann@accounts.example', 'bob@accounts.example'],
      ccRecipients: ['cleo@accounts.example'],
      bccRecipients: ['carol@hidden.example'],
      emailNote: 'Wie besprochen.\n.\nFrom here: Grüße, =C3=A9 😀',
    });
    const [mail] = await deliverQueued();
    const got = await receiveMail(mail);
    expect(got.subject).toBe(`PO #${orderNumber(po)} from Renée To: eve@evil.example Stone (${tameShow})`);
    expect(got.replyTo).toEqual(['dana@backlot.example']);
    const read = ['ann@accounts.example', 'bob@accounts.example', 'cleo@accounts.example'];
    expect([...got.to, ...got.cc]).toEqual(read);
    expect(got.handedTo).toEqual([...read, 'carol@hidden.example']);
    expect(got.wire).not.toContain('carol');
    expectFacts(got, 'Wie besprochen.\n.\nFrom here: Grüße, =C3=A9 😀', `PO #${orderNumber(po)}`, '$300.00');
    expectFacts(got, reviewOf('po', id, 'creator'), 'Stühle & <b>Lampen</b> “zwölf”');
    expect(got.html).not.toContain('<b>');
    const { name, text } = await pdfOf(got);
    expect(name).toBe(`PO_${orderNumber(po)}.pdf`);
    expect(text).toContain(poNumber);
    expect(text).toContain('Stühle & <b>Lampen</b> “zwölf”');
  });

  test('EM-05, DEC-57: an invoice with a number that no file name may have and a payment arrive with their PDFs', async () => {
    const [payment = ''] = await importPayments(bookPayment('wire-1'));
    const evil = 'RÉ-7/9;"x"\\..\\é';
    const invoice = await bill([{ cents: 10_000 }], { number: evil });
    const cases: [PersonName, DocType, string, string][] = [
      ['ivan', 'INVOICE', invoice, 'Invoice_R_-7_9__x__..__.pdf'],
      ['dana', 'PAYMENT', payment, `Payment_${(await headerOf(payment)).number}.pdf`],
    ];
    for (const [who, docType, id, fileName] of cases) {
      expect((await mailAs(who, sendingOf(docType, id))).status).toBe(200);
      const [mail] = await deliverQueued();
      const got = await receiveMail(mail);
      const { number, amount } = await headerOf(id);
      const title = `${docType === 'INVOICE' ? 'Invoice' : 'Payment'} #${number}`;
      expect(got.subject?.startsWith(`${title} from `)).toBe(true);
      expectFacts(got, title, amount, reviewOf(docType.toLowerCase(), id, 'creator'));
      const { name, text } = await pdfOf(got);
      expect(name).toBe(fileName);
      expect(text).toContain(number);
    }
  });

  test('DEC-57: a PDF that is too large to attach arrives as a link in HTML and text', async () => {
    const attachments = [await uploaded('dana', 'po', 'boards.pdf', await heavyPdf(6_000_000))];
    const po = await create('dana', { attachments });
    await requestMail(po.id);
    const [mail] = await deliverQueued();
    const got = await receiveMail(mail);
    expect(got.attachments).toEqual([]);
    expectFacts(got, `PO #${orderNumber(po)}`, '$300.00');
    const [link] = /https:\/\/app\.backlot\.test\/pages\/pdf\/[\w-]+/.exec(got.text) ?? [];
    expect(link).toBeDefined();
    expect(got.html).toContain(`href="${link}"`);
  });

  test('EM-14: an approved order reaches its vendor with the PDF and a reply address', async () => {
    await setSettings('alpha1', { vendorEmailAutoSendEnabled: true });
    const po = await approved('dana');
    const mails = await deliverQueued();
    await setSettings('alpha1', { vendorEmailAutoSendEnabled: false });
    const got = await receiveMail(mails.find(({ attachments }) => attachments));
    expect(got.to).toEqual(['ada@lumen.example']);
    expect(got.replyTo).toEqual(['dana@backlot.example']);
    expect(got.subject).toBe(`PO #${orderNumber(po)} from ${tameShow}`);
    expectFacts(got, `PO #${orderNumber(po)}`, '$300.00', 'Lumen Rentals');
    expect(got.text).not.toContain(po.id);
    expect((await pdfOf(got)).text).toContain(po.poNumber);
  });
});

describe('a vendor shared with an accountant', () => {
  const form = async (name: string) =>
    (await as('dana').upload({ name, bytes: await onePage(name) }, { owner: 'vendor' })).body;

  test('EM-15, DEC-89: tax forms arrive unchanged, with safe file names', async () => {
    const labels = ['W-9 größe 東京 «2026».pdf', 'a; filename=b.pdf', `${'x'.repeat(200)}.pdf`];
    const forms = await Promise.all([...labels, 'evil.pdf'].map(form));
    const vendor = {
      isTemporary: true,
      name: 'Café “Größe”\r\nBcc: eve@evil.example',
      address: '3 Side St',
      shareEmail: 'ann@accounts.example',
      shareNote: 'Neu.',
      attachments: forms,
    };
    expect((await as('dana').post('/api/pos', aDraft({ vendor, vendorAddress: null }))).status).toBe(201);
    // A name that an older upload may have stored.
    await sql.alpha`UPDATE files SET label = 'evil"; name="x
X-Evil: 1

<script>/../x.pdf' WHERE id = ${forms[3]?.attachmentId ?? ''}`;
    const [mail] = await deliverQueued();
    const got = await receiveMail(mail);
    expect(got.subject).toContain('shared the vendor Café “Größe”');
    expectFacts(got, 'Neu.', '3 Side St');
    expect(got.attachments.map(({ name, type }) => [name, type])).toEqual([
      [labels[0], 'application/pdf'],
      ['a_ filename=b.pdf', 'application/pdf'],
      [`${'x'.repeat(146)}.pdf`, 'application/pdf'],
      ['evil__ name=_x X-Evil: 1 <script>_.._x.pdf', 'application/pdf'],
    ]);
    for (const { bytes } of got.attachments) expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
  });
});

/** Delivers queued messages one by one: the notifications of one delivery to one user are collected (DEC-161). */
async function deliverEach(): Promise<void> {
  for (const message of sent.outbox.splice(0)) await deliver('backlot-outbox', [message]);
}

describe('notifications', () => {
  test('DEC-58, EM-13: every kind of notification of every type has number, amount and link in HTML and text', async () => {
    const orders = [await submitted('dana'), await submitted('dana'), await submitted('dana')] as const;
    await action('abel', 'revision', orders[0], { reason: 'Teile es auf.\r\nBcc: eve@evil.example' });
    await action('abel', 'void', orders[1], { reason: 'Weg' });
    await approveAs(orders[2], 'abel', 'lena', 'luis');
    const invoice = await bill([{ cents: 12_345 }]);
    await submitBill(invoice);
    await deliverEach();
    const [payment = ''] = await importPayments(bookPayment('wire-2'));
    await submitAs('wendy', payment);
    expect((await act('luis', 'deny', payment, { reason: 'Doppelt' })).status).toBe(200);
    await deliverEach();
    const kinds = new Set<string>();
    for (const mail of sent.mail) {
      const got = await receiveMail(mail);
      const [, title = '', link = ''] =
        /((?:PO|Invoice|Payment) #\S+)[^]*(https:\/\/app\.backlot\.test\/\S+)/.exec(got.text) ?? [];
      const { number, amount } = await headerOf(/review\/(\w+)/.exec(link)?.[1] ?? '');
      expect(title).toContain(number);
      expectFacts(got, amount);
      expect(got.subject).toContain(title);
      expect(got.html).toContain(`href="${link.replace('&', '&amp;')}"`);
      kinds.add(`${got.subject?.replace(title, title.split(' ')[0] ?? '').replace(` (${tameShow})`, '')}`);
    }
    expect([...kinds].toSorted()).toEqual([
      'A revision of PO was requested',
      'Invoice is waiting for your approval',
      'PO is waiting for your approval',
      'PO was approved',
      'PO was voided',
      'Payment is waiting for your approval',
      'Payment was denied',
    ]);
  });

  test('EM-12, DEC-58: a digest lists each document with amount and link in HTML and text', async () => {
    await switchDigest('abel', 'consolidate_po_emails', true);
    await switchDigest('dana', 'consolidate_po_emails', true);
    const waiting = await submitted('dana', { ...withTotal(20), description: 'Größe “M” <i>&</i>' });
    const gone = await submitted('dana', withTotal(40));
    await action('abel', 'void', gone, { reason: 'Off' });
    await deliverQueued();
    const mails = await runDigestDay('2027-03-01');
    const [approverMail, creatorMail] = await Promise.all(
      ['abel', 'dana'].map((name) => receiveMail(mails.find(({ to }) => to.startsWith(name)))),
    );
    expect(approverMail?.subject).toMatch(/^PO digest: \d+ waiting for your approval/);
    if (approverMail)
      expectFacts(
        approverMail,
        `PO #${orderNumber(waiting)}  $20.00`,
        reviewOf('po', waiting.id, 'approver'),
        '<i>&</i>',
      );
    expect(creatorMail?.subject).toMatch(/^PO digest: \d+ updates?$/);
    if (creatorMail)
      expectFacts(
        creatorMail,
        `PO #${orderNumber(gone)} was voided  $40.00`,
        reviewOf('po', gone.id, 'creator'),
      );
  });

  test('DEC-57: an invitation and a password reset have one link, the same in HTML and text', async () => {
    const now = new Date().toISOString();
    expect(await inviteUser(studioEnv, { userId: 'dana', now })).toBe(true);
    await openBrowser().submit('/api/auth/forgot', { username: 'dana@backlot.example' });
    const [invited, forgotten] = await Promise.all(sent.mail.map(receiveMail));
    expect([invited?.subject, forgotten?.subject]).toEqual([
      'Your Backlot account',
      'Set a new password for Backlot',
    ]);
    for (const got of [invited, forgotten]) {
      const [link] =
        /https:\/\/app\.backlot\.test\/api\/auth\/password\/[\w-]{43}/.exec(got?.text ?? '') ?? [];
      expect(link).toBeDefined();
      expect(got?.html.match(/href="[^"]*"/g)).toEqual([`href="${link}"`]);
      expect(got?.to).toEqual(['dana@backlot.example']);
    }
  });
});
