import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { attachedText } from '../../support/worker/output/attached-text.ts';
import { recipientsOf } from '../../support/worker/output/sent-mail.ts';
import { approveAs, as, withTotal, create, submitted } from '../../support/worker/fixtures/client.ts';
import {
  requestMail,
  deliverDocumentMails,
  makeJobsDue,
  mailedHistory,
  mailRows,
  sendingOf,
} from '../../support/worker/fixtures/mail.ts';
import { deliver } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, openStudio, sent, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
afterAll(() => closeBrowser(studioEnv));
beforeEach(forgetSent);

describe('a purchase order by e-mail', () => {
  test('API-35, EM-05, DEC-57, PO-65: To, Cc and Bcc get the PDF and the note, as text and as HTML', async () => {
    const po = await create('dana', { description: 'Booths & <b>lamps</b>' });
    await requestMail(po.id, {
      recipients: ['ann@accounts.example', 'bob@accounts.example'],
      ccRecipients: ['dana@backlot.example', 'ANN@accounts.example'],
      bccRecipients: ['carol@accounts.example'],
      emailNote: 'As discussed.\nThanks! <i>D</i>',
    });
    expect(sent.mail).toEqual([]);
    const [mail, ...others] = await deliverDocumentMails();
    expect(others).toEqual([]);
    expect(recipientsOf(mail)).toEqual({
      to: ['ann@accounts.example', 'bob@accounts.example'],
      cc: ['dana@backlot.example'],
      bcc: ['carol@accounts.example'],
    });
    expect(mail).toMatchObject({
      subject: `PO #${orderNumber(po)} from Dana Stone (Alpha Station)`,
      replyTo: 'dana@backlot.example',
      headers: { 'Auto-Submitted': 'auto-generated' },
      attachments: [
        { filename: `PO_${orderNumber(po)}.pdf`, type: 'application/pdf', disposition: 'attachment' },
      ],
    });
    const said = [
      'As discussed.\nThanks! <i>D</i>',
      'Booths & <b>lamps</b>',
      '$300.00',
      `https://app.backlot.test/po/review/${po.id}/creator?restoreShow=alpha1`,
    ];
    for (const text of said) expect(mail?.text).toContain(text);
    expect(mail?.html).toContain('Thanks! &lt;i&gt;D&lt;/i&gt;');
    expect(mail?.html).not.toMatch(/<(b|i)>/);
    // Hidden from the other recipients in headers and content.
    expect(`${mail?.html}${mail?.text}`).not.toContain('carol');
    const text = await attachedText(mail);
    expect(text).toContain(po.poNumber);
    expect(text).toContain('Booths & <b>lamps</b>');
  });

  test('EM-16, DEC-57: the send history names the sender, the addresses without Bcc, and the success', async () => {
    const { id } = await create('dana');
    await requestMail(id, {
      ccRecipients: ['ben@accounts.example'],
      bccRecipients: ['carol@accounts.example'],
    });
    expect(await mailedHistory('dana', 'pos', id)).toEqual([]);
    await deliverDocumentMails();
    expect(await mailedHistory('dana', 'pos', id)).toEqual([
      {
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        isSuccessful: true,
        sendType: 'EMAIL',
        senderFirstName: 'Dana',
        senderLastName: 'Stone',
        recipients: ['ann@accounts.example', 'ben@accounts.example'],
      },
    ]);
    // Sending an e-mail does not push to accounting.
    const { body } = await as('dana').get<{ foundInAccountingSystem: boolean }>(`/api/pos/${id}`);
    expect(body.foundInAccountingSystem).toBe(false);
  });

  test('DEC-57, PD-10: the PDF omits what the dialog excluded', async () => {
    const { id } = await create('dana', { notes: [{ content: 'Mind the paint', keyId: 'n1' }] });
    const pdfData = sendingOf('PO', id).pdfData;
    await requestMail(id);
    const [whole] = await deliverDocumentMails();
    await requestMail(id, { pdfData: { ...pdfData, options: { includePoNotes: false } } });
    const [without] = await deliverDocumentMails();
    expect(await attachedText(whole)).toContain('Mind the paint');
    expect(await attachedText(without)).not.toContain('Mind the paint');
  });

  test('DEC-49: times in the PDF use the requested time zone', async () => {
    const po = await submitted('dana', withTotal(20));
    await approveAs(po, 'abel');
    const [event] = await sql.alpha<{ at: string }>`SELECT at FROM document_events
      WHERE document_id = ${po.id} AND history_type = 'SUBMITTED'`;
    const clockIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hour12: true })
        .format(new Date(event?.at ?? ''))
        .replaceAll(/\s/g, ' ');
    for (const timeZone of ['Pacific/Auckland', 'America/Los_Angeles']) {
      await requestMail(po.id, { timeZone });
      const [mail] = (await deliverDocumentMails()).filter(({ attachments }) => attachments);
      expect(await attachedText(mail)).toContain(clockIn(timeZone));
    }
  });

  test('DEC-57: names and titles of users cannot break out of their header line', async () => {
    const evil = 'Alpha\r\nBcc: eve@evil.example\u2028X';
    await sql.directory`UPDATE shows SET name = ${evil} WHERE id = 'alpha1'`;
    await sql.directory`UPDATE users SET first_name = 'Da
na' WHERE id = 'dana'`;
    const { id } = await create('dana');
    await requestMail(id);
    const [mail] = await deliverDocumentMails();
    await sql.directory`UPDATE shows SET name = 'Alpha Station' WHERE id = 'alpha1'`;
    await sql.directory`UPDATE users SET first_name = 'Dana' WHERE id = 'dana'`;
    expect(mail?.subject).toContain('from Da na Stone (Alpha Bcc: eve@evil.example X)');
    const headers = [
      mail?.subject,
      mail?.replyTo,
      mail?.from.name,
      mail?.from.email,
      ...Object.values(mail?.headers ?? {}),
    ];
    for (const line of headers) expect(line).not.toMatch(/[\r\n\u2028\u2029]/);
  });

  test('DEC-57: the mail binding of workerd accepts the message with copies and attachment', async () => {
    const { id } = await create('dana');
    await requestMail(id, {
      ccRecipients: ['bob@accounts.example'],
      bccRecipients: ['carol@accounts.example'],
    });
    await deliverDocumentMails({ ...studioEnv, EMAIL: env.EMAIL });
    expect(await mailRows(id)).toMatchObject([{ done_at: expect.any(String), error: null }]);
    expect(await mailedHistory('dana', 'pos', id)).toMatchObject([{ isSuccessful: true }]);
  });
});

describe('a repeated message', () => {
  test('DEC-57: one e-mail is sent however often and when the message is redelivered', async () => {
    const { id } = await create('dana');
    await requestMail(id);
    const messages = [...sent.outbox];
    await Promise.all([1, 2, 3].map(() => deliver('backlot-outbox', messages)));
    await makeJobsDue(id);
    await deliver('backlot-outbox', messages);
    expect(sent.mail).toHaveLength(1);
    expect(await mailedHistory('dana', 'pos', id)).toHaveLength(1);
  });

  test('DEC-57: after a crash right after the sending the e-mail is not sent again', async () => {
    const { id } = await create('dana');
    await requestMail(id);
    const messages = [...sent.outbox];
    await deliver('backlot-outbox', messages);
    await sql.alpha`UPDATE outbox SET done_at = NULL, next_attempt_at = NULL WHERE document_id = ${id}`;
    await deliver('backlot-outbox', messages);
    expect(sent.mail).toHaveLength(1);
    expect(await mailRows(id)).toMatchObject([{ done_at: expect.any(String), error: null }]);
  });
});
