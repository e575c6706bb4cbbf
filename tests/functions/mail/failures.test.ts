import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { create } from '../../support/worker/fixtures/client.ts';
import {
  requestMail,
  deliverDocumentMails,
  makeJobsDue,
  recordRealtime,
  mailedHistory,
  mailRows,
  failingMailService,
} from '../../support/worker/fixtures/mail.ts';
import { deliver } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, openStudio, sent, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
afterAll(() => closeBrowser(studioEnv));
beforeEach(forgetSent);

describe('the sender address', () => {
  test.each([
    ['Backlot <no-reply@backlot.example>', { email: 'no-reply@backlot.example', name: 'Backlot' }],
    [
      '"Backlot, Inc." <no-reply@backlot.example>',
      { email: 'no-reply@backlot.example', name: 'Backlot, Inc.' },
    ],
    ['no-reply@backlot.example', 'no-reply@backlot.example'],
    ['<no-reply@backlot.example>', 'no-reply@backlot.example'],
  ])('DEC-57: MAIL_FROM %j is sent as %j', async (mailFrom, from) => {
    const { id } = await create('dana');
    await requestMail(id);
    const [mail] = await deliverDocumentMails({ ...studioEnv, MAIL_FROM: mailFrom });
    expect(mail?.from).toEqual(from);
  });
});

describe('an e-mail that cannot be sent', () => {
  test('DEC-57, EM-16: a rejection by the mail service is in the send history, and the sender is notified', async () => {
    const { id, poNumber, prefix } = await create('dana');
    await requestMail(id);
    const { env: heard, published } = recordRealtime(failingMailService('E_RECIPIENT_SUPPRESSED'));
    expect(await deliver('backlot-outbox', sent.outbox, heard)).toEqual({ acknowledged: 1, retried: 0 });
    expect(await mailedHistory('dana', 'pos', id)).toMatchObject([
      { isSuccessful: false, sendType: 'EMAIL', senderFirstName: 'Dana' },
    ]);
    const reason = 'One of the addresses no longer accepts e-mail from Backlot.';
    expect(await sql.alpha`SELECT message FROM send_history WHERE document_id = ${id}`).toEqual([
      { message: reason },
    ]);
    expect(published.filter(({ event }) => event === 'email_status_update')).toEqual([
      {
        event: 'email_status_update',
        showId: 'alpha1',
        to: ['dana'],
        data: {
          docType: 'PO',
          docId: id,
          showId: 'alpha1',
          docNumber: orderNumber({ prefix, poNumber }),
          status: 'error',
          error: reason,
        },
      },
    ]);
    // Users with the open document see the new entry.
    expect(published.filter(({ event }) => event === 'document_changed')).toHaveLength(1);
    expect(await sql.alpha`SELECT 1 FROM send_history WHERE message LIKE '%@%'`).toEqual([]);
  });

  test('DEC-57: only the sender is notified of the sending', async () => {
    const { id } = await create('dana');
    await requestMail(id);
    const { env: heard, published } = recordRealtime();
    await deliver('backlot-outbox', sent.outbox, heard);
    expect(published.filter(({ event }) => event === 'email_status_update')).toMatchObject([
      { to: ['dana'], data: { docId: id, status: 'success', error: null } },
    ]);
  });

  test('DEC-57: a short outage of the mail service is retried without a visible failure', async () => {
    const { id } = await create('dana');
    await requestMail(id);
    const messages = [...sent.outbox];
    const codes = [null, 'E_RATE_LIMIT_EXCEEDED', 'E_SENDER_NOT_VERIFIED', 'E_SENDER_DOMAIN_NOT_AVAILABLE'];
    for (const code of codes) {
      expect(await deliver('backlot-outbox', messages, failingMailService(code))).toEqual({
        acknowledged: 0,
        retried: 1,
      });
      await makeJobsDue(id);
    }
    expect(await mailedHistory('dana', 'pos', id)).toEqual([]);
    expect(await deliver('backlot-outbox', messages)).toEqual({ acknowledged: 1, retried: 0 });
    expect(sent.mail).toHaveLength(1);
    expect(await mailedHistory('dana', 'pos', id)).toMatchObject([{ isSuccessful: true }]);
  });

  test('DEC-57, EM-16: after eight failed attempts the job ends with an entry', async () => {
    const { id } = await create('dana');
    await requestMail(id);
    await sql.alpha`UPDATE outbox SET attempts = 7 WHERE document_id = ${id}`;
    const { env: heard, published } = recordRealtime(failingMailService(null));
    expect(await deliver('backlot-outbox', sent.outbox, heard)).toEqual({ acknowledged: 1, retried: 0 });
    expect(await mailRows(id)).toMatchObject([
      { done_at: expect.any(String), error: 'The mail service could not be reached.' },
    ]);
    expect(await mailedHistory('dana', 'pos', id)).toMatchObject([{ isSuccessful: false }]);
    expect(published.filter(({ event }) => event === 'email_status_update')).toHaveLength(1);
  });

  test('DEC-57: a missing browser for the PDF is retried, too, and ends with its reason', async () => {
    const { id } = await create('dana');
    await requestMail(id);
    await closeBrowser(studioEnv);
    const blind = {
      ...studioEnv,
      BROWSER: { fetch: () => Promise.reject(new Error('no browser today')) },
    } as unknown as Env;
    expect(await deliver('backlot-outbox', sent.outbox, blind)).toEqual({ acknowledged: 0, retried: 1 });
    await sql.alpha`UPDATE outbox SET attempts = 7, next_attempt_at = '2026-01-01' WHERE document_id = ${id}`;
    await deliver('backlot-outbox', sent.outbox, blind);
    expect(await mailRows(id)).toMatchObject([{ error: 'The PDF could not be created.' }]);
    // A job whose Worker crashed in every attempt ends, too.
    await sql.alpha`UPDATE outbox SET done_at = NULL, attempts = 8, next_attempt_at = NULL
      WHERE document_id = ${id}`;
    await deliver('backlot-outbox', sent.outbox);
    expect(sent.mail).toEqual([]);
    expect(await mailRows(id)).toMatchObject([{ done_at: expect.any(String) }]);
  });

  test('DEC-57, DEC-13: rights are checked at the time of sending: a user who left the show sends nothing', async () => {
    const { id } = await create('dana');
    await requestMail(id);
    const member = (active: 0 | 1) =>
      sql.directory`UPDATE memberships SET is_active = ${active} WHERE user_id = 'dana' AND show_id = 'alpha1'`;
    await member(0);
    await deliverDocumentMails();
    await member(1);
    expect(sent.mail).toEqual([]);
    expect(await mailRows(id)).toMatchObject([{ error: 'You no longer have access to this document.' }]);
    expect(await mailedHistory('dana', 'pos', id)).toMatchObject([
      { isSuccessful: false, senderFirstName: 'Dana' },
    ]);
  });
});
