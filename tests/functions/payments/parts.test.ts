import { beforeAll, describe, expect, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import {
  act,
  bookPayment,
  importPayments,
  openPayments,
  readPayment,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';
import type { Note } from '#domain/documents/document-response';
import type { PaymentAttachment } from '#domain/payments/payment-response';

beforeAll(async () => {
  await openPayments();
  for (const id of ['alpha1_inva', 'alpha1_invb'])
    await sql.alpha`INSERT INTO documents (id, show_id, type, status, submission_status, version, number, creator_id, creator_name,
         owner_id, created_at, updated_at)
       VALUES (${id}, 'alpha1', 'INVOICE', 'APPROVED', 'Approved', 1, 'A-1', 'ivan', 'Ivan Stone', 'ivan', '2026-11-01', '2026-11-01')`;
});

let names = 0;
const draft = async () => (await importPayments(bookPayment(`parts-${(names += 1)}`)))[0] ?? '';
const inApproval = async () => (await submittedPayments(bookPayment(`parts-${(names += 1)}`)))[0] ?? '';
const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code ?? null,
];

describe('notes', () => {
  const add = (name: PersonName, id: string, own: Record<string, unknown> = {}) =>
    as(name).post<Note & { code?: string }>(`/api/payments/${id}/notes/?showId=alpha1`, {
      content: 'Please hold',
      keyId: crypto.randomUUID(),
      ...own,
    });
  const edit = (name: PersonName, id: string, note: { id: string }, content: string) =>
    as(name).put<Note & { code?: string }>(`/api/payments/${id}/notes/?showId=alpha1`, { ...note, content });

  test('API-92, API-93, NO-08: every user who sees the payment adds a note, and its author edits it', async () => {
    const id = await draft();
    const added = await add('wendy', id, { keyId: 'k1' });
    expect([added.status, added.body]).toMatchObject([
      201,
      {
        keyId: 'k1',
        content: 'Please hold',
        commenter: { id: 'wendy', name: 'Wendy Stone' },
        isEdited: false,
      },
    ]);
    expect((await add('wendy', id, { keyId: 'k1' })).body.id).toBe(added.body.id);
    expect(statusAndCode(await edit('dana', id, added.body, 'Go on'))).toEqual([403, 'FORBIDDEN']);
    const edited = await edit('wendy', id, added.body, 'Go on');
    expect([edited.status, edited.body]).toMatchObject([
      200,
      { id: added.body.id, content: 'Go on', isEdited: true },
    ]);
    expect((await readPayment('dana', id)).notes).toEqual([edited.body]);
  });

  test('API-92: a note on an unknown payment is 404', async () => {
    expect(statusAndCode(await add('dana', 'alpha1_nothing'))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('attachments', () => {
  const upload = async (name: PersonName, owner = 'payment') =>
    (await as(name).upload({ name: 'stub.pdf', bytes: '%PDF-1.4 stub' }, { owner })).body.attachmentId;
  const put = (
    name: PersonName,
    id: string,
    attachmentIds: readonly string[],
    own: Record<string, unknown> = {},
  ) =>
    as(name).post<{ attachments: PaymentAttachment[]; code?: string }>(
      `/api/payments/attachments/${id}/?showId=alpha1`,
      { attachments: attachmentIds.map((attachmentId) => ({ attachmentId })), ...own },
    );

  test('PA-12, API-91, AT-19: a new attachment may belong to an invoice; existing ones keep theirs', async () => {
    const id = await draft();
    const [plain, first, second] = [await upload('dana'), await upload('dana'), await upload('dana')];
    const none = await put('dana', id, [plain]);
    expect([none.status, none.body.attachments]).toMatchObject([
      200,
      [{ attachmentId: plain, label: 'stub.pdf', isTopSheet: false, invoiceId: null }],
    ]);
    await put('dana', id, [plain, first], { invoiceId: 'alpha1_inva' });
    const all = await put('dana', id, [plain, first, second], { invoiceId: 'alpha1_invb' });
    expect(all.body.attachments.map(({ attachmentId, invoiceId }) => [attachmentId, invoiceId])).toEqual([
      [plain, null],
      [first, 'alpha1_inva'],
      [second, 'alpha1_invb'],
    ]);
    const payment = await readPayment('dana', id);
    expect([payment.attachments, payment.attachmentCount]).toEqual([all.body.attachments, 3]);
    const fewer = await put('dana', id, [second]);
    expect(fewer.body.attachments).toMatchObject([{ attachmentId: second, invoiceId: 'alpha1_invb' }]);
  });

  test('PA-12: an invoice of another show, a payment, or an unknown id is not found, and nothing is attached', async () => {
    const id = await draft();
    const file = await upload('dana');
    for (const invoiceId of ['bravo2_inv', id, 'alpha1_nothing'])
      expect(statusAndCode(await put('dana', id, [file], { invoiceId }))).toEqual([404, 'NOT_FOUND']);
    expect((await readPayment('dana', id)).attachments).toEqual([]);
  });

  test('API-91, DEC-13: in approval the submitter, an admin and the current approver attach files; after the end nobody does', async () => {
    const id = await inApproval();
    for (const name of ['wendy', 'sol'] as const)
      expect(statusAndCode(await put(name, id, [await upload(name)]))).toEqual([403, 'FORBIDDEN']);
    const files: string[] = [];
    for (const name of ['dana', 'ada', 'lena'] as const) {
      files.push(await upload(name));
      expect((await put(name, id, files)).status).toBe(200);
    }
    await act('lena', 'deny', id, { reason: 'No' });
    expect(statusAndCode(await put('ada', id, []))).toEqual([409, 'WORKFLOW_CONFLICT']);
    expect((await readPayment('ada', id)).attachments).toHaveLength(3);
  });

  test('API-91: files uploaded for another purpose are refused', async () => {
    const id = await draft();
    expect(statusAndCode(await put('dana', id, [await upload('dana', 'po')]))).toEqual([404, 'NOT_FOUND']);
  });
});
