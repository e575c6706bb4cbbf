import { beforeAll, describe, expect, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import {
  act,
  anInvoice,
  createInvoice,
  openInvoiceStudio,
  outcome,
  post,
  put,
  readInvoiceAs,
  scan,
  submittedInvoice,
} from '../../support/worker/fixtures/invoices.ts';
import type { Refused } from '../../support/worker/fixtures/invoices.ts';
import type { Attachment, Note } from '#domain/documents/document-response';

beforeAll(openInvoiceStudio);

type Linked = { attachments: Attachment[] } & Refused;
const attach = (name: PersonName, id: string, attachments: object[]) =>
  as(name).post<Linked>(`/api/invoices/attachments/${id}/?showId=alpha1`, {
    attachments,
    persona: 'creator',
  });

describe('notes of an invoice', () => {
  test('API-84, NO-13, NO-05: every user who sees the invoice can add a note, in any status', async () => {
    const invoice = await submittedInvoice();
    await act('abel', 'deny', invoice, { reason: 'Twice' });
    const draft = {
      keyId: 'k1',
      content: ' It came twice. ',
      isReview: true,
      timestamp: '2020-01-01T00:00:00Z',
      commenter: { id: 'ada', name: 'Ada Stone' },
    };
    const { status, body } = await as('abel').post<Note>(`/api/invoices/${invoice.id}/notes/`, draft);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        keyId: 'k1',
        content: 'It came twice.',
        commenter: { id: 'abel', name: 'Abel Stone' },
        timestamp: expect.stringMatching(/^2\d{3}-/),
        createdTimestamp: body.createdTimestamp,
        updatedTimestamp: body.createdTimestamp,
        isEdited: false,
        context: 'STANDARD',
        changeOrderNumber: 0,
        isReview: true,
      },
    ]);
    expect(body.timestamp > '2020-01-02').toBe(true);
    const { notes } = await readInvoiceAs('ivan', invoice.id);
    expect(notes.map(({ context }) => context)).toEqual(['STANDARD', 'DENIED']);
    expect((await as('otto').post(`/api/invoices/${invoice.id}/notes`, draft)).status).toBe(404);
  });

  test('API-85, NO-13, NO-08, NO-09: only its commenter can edit it, and it is then marked', async () => {
    const { id } = await createInvoice();
    const path = `/api/invoices/${id}/notes/`;
    const { body: note } = await as('ivan').post<Note>(path, { content: 'Befor' });
    const change = { id: note.id, content: 'Before' };
    const edited = await as('ivan').put<Note>(path, change);
    expect([edited.status, edited.body.content, edited.body.isEdited]).toEqual([200, 'Before', true]);
    expect(outcome(await as('ada').put(path, change))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await as('ivan').put(path, { ...change, content: ' ' }))).toEqual([
      400,
      'invalid_parameter',
    ]);
    const order = await as('ada').put(`/api/pos/${id}/notes`, change);
    expect(outcome(order)).toEqual([404, 'NOT_FOUND']);
  });

  test('DEC-54, DEC-99: notes of an unsaved change are stored with its save, each once', async () => {
    const body = anInvoice({ notes: [{ keyId: 'a', content: 'One' }] });
    const { id } = await createInvoice('ivan', body);
    await put('ivan', id, {
      ...body,
      notes: [
        { keyId: 'a', content: 'One' },
        { keyId: 'b', content: 'Two' },
      ],
    });
    const { notes } = await readInvoiceAs('ivan', id);
    expect(notes.map(({ content }) => content).toSorted()).toEqual(['One', 'Two']);
  });
});

describe('attachments of an invoice', () => {
  test('AT-01, API-82: a save without attachments keeps them; an empty list removes them', async () => {
    const [one, two] = [await scan(), await scan()];
    const { id, attachments } = await createInvoice('ivan', {
      attachments: [one, { ...two, isTopSheet: true }],
    });
    expect(attachments).toHaveLength(2);
    for (const own of [{}, { attachments: null }]) {
      const saved = await put('ivan', id, anInvoice(own));
      expect([saved.status, (await readInvoiceAs('ivan', id)).attachments]).toEqual([200, attachments]);
    }
    expect((await put('ivan', id, anInvoice({ attachments: [] }))).status).toBe(200);
    expect((await readInvoiceAs('ivan', id)).attachments).toEqual([]);
  });

  test('AT-01, DEC-40: a save without attachments while in approval withdraws no file', async () => {
    const invoice = await submittedInvoice();
    const { attachments, withdrawnAttachments } = await readInvoiceAs('ivan', invoice.id);
    const { number } = invoice;
    expect((await put('abel', invoice.id, anInvoice({ number }))).status).toBe(200);
    const after = await readInvoiceAs('ivan', invoice.id);
    expect([after.attachments, after.withdrawnAttachments]).toEqual([attachments, withdrawnAttachments]);
  });

  test('API-86, AT-01: the sent list replaces the stored list', async () => {
    const { id } = await createInvoice();
    const [one, two] = [await scan(), await scan()];
    const first = await attach('ivan', id, [one, { ...two, isTopSheet: true }]);
    expect([first.status, first.body.attachments]).toEqual([
      200,
      [
        { ...one, isTopSheet: false, created: expect.any(String) },
        { ...two, isTopSheet: true, created: expect.any(String) },
      ],
    ]);
    const second = await attach('ivan', id, [{ ...one, shouldDelete: true }, two]);
    expect(second.body.attachments.map(({ attachmentId }) => attachmentId)).toEqual([two.attachmentId]);
    expect((await readInvoiceAs('ivan', id)).attachmentCount).toBe(1);
  });

  test('DEC-13, DEC-53: owner, admin and current approver change them in approval, and nobody on a void one', async () => {
    const invoice = await submittedInvoice();
    const tried = async (name: PersonName) =>
      outcome(await attach(name, invoice.id, [...invoice.attachments, await scan(name)]));
    expect([await tried('wendy'), await tried('otto')]).toEqual([
      [403, 'FORBIDDEN'],
      [404, 'NOT_FOUND'],
    ]);
    for (const name of ['ivan', 'ada', 'abel'] as const) {
      const { attachments } = await readInvoiceAs('ivan', invoice.id);
      const answer = await attach(name, invoice.id, [...attachments, await scan(name)]);
      expect([answer.status, answer.body.attachments.length]).toEqual([200, attachments.length + 1]);
    }
    await act('abel', 'void', invoice, { reason: 'x' });
    expect(await tried('ivan')).toEqual([409, 'WORKFLOW_CONFLICT']);
  });

  test('DEC-53: a file is opened by users who see its invoice, and a file of a PO is no file of an invoice', async () => {
    const { attachments } = await submittedInvoice();
    const path = `/files/invoice/${attachments[0]?.attachmentId}/preview/scan.pdf?showId=alpha1`;
    expect((await as('abel').get(path)).status).toBe(200);
    expect((await as('otto').get(path)).status).toBe(404);
    expect((await as('dana').get(path)).status).toBe(403);
    const { id } = await createInvoice();
    const { attachmentId } = (await as('ivan').upload({ name: 'a.pdf', bytes: '%PDF-' })).body;
    expect(outcome(await attach('ivan', id, [{ attachmentId, label: 'a.pdf' }]))).toEqual([404, 'NOT_FOUND']);
  });

  test('DEC-53, DEC-82: of concurrent uses of one upload one succeeds, and none returns an internal error', async () => {
    for (let round = 0; round < 3; round += 1) {
      const attachments = [await scan()];
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => post('ivan', anInvoice({ attachments }))),
      );
      const codes = answers.map(({ status, body }) => `${status} ${body.code ?? ''}`).toSorted();
      expect(codes[0]).toBe('201 ');
      expect(new Set([...codes.slice(1), '404 NOT_FOUND', '409 WORKFLOW_CONFLICT']).size).toBe(2);
    }
  });
});
