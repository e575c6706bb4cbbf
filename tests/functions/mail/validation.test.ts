import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { create } from '../../support/worker/fixtures/client.ts';
import { mailAs, sendingOf } from '../../support/worker/fixtures/mail.ts';
import { openInvoiceStudio, createInvoice } from '../../support/worker/fixtures/invoices.ts';
import { forgetSent, sent, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openInvoiceStudio);
beforeEach(forgetSent);

const addresses = (count: number, from = 0) =>
  Array.from({ length: count }, (_one, n) => `person${from + n}@accounts.example`);
const queued = () => sent.outbox.length;

describe('validation of the send dialog', () => {
  test('EM-07: an empty To is refused with the message of the document type', async () => {
    const { id } = await create('dana');
    const invoice = await createInvoice();
    const onlyCopies = { recipients: [], ccRecipients: ['ann@accounts.example'] };
    for (const own of [{ recipients: [] }, { recipients: undefined }, { recipients: ['  '] }, onlyCopies]) {
      const { status, body } = await mailAs('dana', sendingOf('PO', id, own));
      expect([status, body.code, body.message]).toEqual([
        400,
        'MISSING_REQUIRED_FIELDS',
        'Please add at least one recipient to send PO',
      ]);
    }
    const { body } = await mailAs('ivan', sendingOf('INVOICE', invoice.id, { recipients: [] }));
    expect(body.message).toBe('Please add at least one recipient to send invoice');
    expect(queued()).toBe(0);
  });

  test.each([
    'ann',
    'ann@',
    '@accounts.example',
    'ann@accounts',
    'ann at accounts.example',
    'Ann <ann@accounts.example>',
    'ann@accounts.example, bob@accounts.example',
    'ann@accounts.example\r\nBcc: eve@evil.example',
    'ann@accounts.example\nX-Evil: 1',
    'ann..b@accounts.example',
    `${'a'.repeat(65)}@accounts.example`,
  ])('EM-08: %j is no valid address in any list', async (address) => {
    const { id } = await create('dana');
    for (const list of ['recipients', 'ccRecipients', 'bccRecipients']) {
      const recipients = ['bob@accounts.example'];
      const { status, body } = await mailAs('dana', sendingOf('PO', id, { recipients, [list]: [address] }));
      expect([status, body.code, body.message]).toEqual([
        400,
        'invalid_parameter',
        'There are errors in your email addresses',
      ]);
    }
    expect(queued()).toBe(0);
  });

  test('EM-09: a note has at most 150 characters', async () => {
    const { id } = await create('dana');
    const refused = await mailAs('dana', sendingOf('PO', id, { emailNote: 'x'.repeat(151) }));
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_parameter']);
    expect(queued()).toBe(0);
    expect((await mailAs('dana', sendingOf('PO', id, { emailNote: 'x'.repeat(150) }))).status).toBe(200);
  });

  test('DEC-57: at most 50 different recipients are allowed in total', async () => {
    const { id } = await create('dana');
    const three = (to: string[], cc: string[], bcc: string[]) =>
      mailAs('dana', sendingOf('PO', id, { recipients: to, ccRecipients: cc, bccRecipients: bcc }));
    const refused = await three(addresses(20), addresses(20, 20), addresses(11, 40));
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_parameter']);
    expect(queued()).toBe(0);
    const again = addresses(20).map((address) => address.toUpperCase());
    expect((await three(addresses(20), [...addresses(20, 20), ...again], addresses(10, 40))).status).toBe(
      200,
    );
    expect(queued()).toBe(1);
  });

  test.each([
    ['no PDF request', { pdfData: undefined }],
    ['an unknown document type', { pdfData: { docId: 'x', docType: 'QUOTE', showId: 'alpha1' } }],
    ['recipients that are no list', { recipients: 'ann@accounts.example' }],
    ['recipients that are no texts', { recipients: [{ email: 'ann@accounts.example' }] }],
    ['a list without end', { bccRecipients: addresses(501) }],
    ['a note of a novel', { emailNote: 'x'.repeat(5000) }],
  ])('EM-05: %s is refused', async (_what, own) => {
    const { id } = await create('dana');
    const { status, body } = await mailAs('dana', sendingOf('PO', id, own));
    expect(status).toBe(400);
    expect(['MISSING_REQUIRED_FIELDS', 'invalid_parameter']).toContain(body.code);
    expect(queued()).toBe(0);
  });
});

describe('rights and limits of sending', () => {
  test('API-35, PO-65: a document that the user may not see is not found, and nothing is queued', async () => {
    const { id } = await create('dana');
    for (const [name, body] of [
      // A grip, who only sees documents of the department.
      ['ivan', sendingOf('PO', id)],
      ['dana', sendingOf('PO', 'alpha1_unknown')],
      ['dana', sendingOf('PAYMENT', id)],
    ] as const) {
      const answer = await mailAs(name, body);
      expect([403, 404]).toContain(answer.status);
    }
    const elsewhere = await mailAs('nora', sendingOf('PO', id));
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'SHOW_NOT_IN_SESSION']);
    expect(queued()).toBe(0);
  });

  test('API-35, DEC-99: a repeated request under its key sends one e-mail and returns the first answer', async () => {
    const { id } = await create('dana');
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => mailAs('dana', sendingOf('PO', id), headers)),
    );
    answers.push(await mailAs('dana', sendingOf('PO', id), headers));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 6 }, () => [200, { success: true }]),
    );
    const rows = await sql.alpha`SELECT id FROM outbox WHERE kind = 'email-pdf' AND document_id = ${id}`;
    expect(rows).toHaveLength(1);
    const other = await mailAs('dana', sendingOf('PO', id, { emailNote: 'Another' }), headers);
    expect([other.status, other.body.code]).toEqual([422, 'invalid_parameter']);
  });

  test('DEC-57: beyond 500 addresses per hour the answer is 429, also for concurrent requests', async () => {
    const { id } = await create('carl');
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => mailAs('carl', sendingOf('PO', id, { recipients: addresses(50) }))),
    );
    const codes = answers.map(({ status }) => status).toSorted();
    expect(codes).toEqual([...Array<number>(10).fill(200), ...Array<number>(4).fill(429)]);
    expect(answers.find(({ status }) => status === 429)?.body.code).toBe('too_many_requests');
    // The limit counts per user, and per hour.
    const { id: another } = await create('dana');
    expect((await mailAs('dana', sendingOf('PO', another))).status).toBe(200);
    await sql.alpha`UPDATE outbox SET created_at = '2026-01-05T09:00:00.000Z' WHERE kind = 'email-pdf'`;
    expect((await mailAs('carl', sendingOf('PO', id))).status).toBe(200);
  });
});
