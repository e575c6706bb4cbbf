import { beforeAll, describe, expect, test } from 'vitest';
import {
  action,
  aDraft,
  approveAs,
  as,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import type { UploadedFile } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';
import type { Attachment } from '#domain/documents/document-response';

beforeAll(openStudio);

const quote = { name: 'quote.pdf', bytes: '%PDF-1.7\n%âãÏÓ\nhello' };
const limit = 10_485_760;

async function uploaded(name: PersonName, file: UploadedFile = quote) {
  const answer = await as(name).upload(file);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const attach = (name: PersonName, id: string, attachments: unknown[]) =>
  as(name).post<{ attachments: Attachment[]; code?: string }>(`/api/pos/attachments/${id}`, { attachments });

describe('uploads', () => {
  test('API-25, AT-01: an upload returns id, name and time', async () => {
    const answer = await as('dana').upload(quote);
    expect([answer.status, answer.body]).toEqual([
      201,
      { attachmentId: expect.stringMatching(/^alpha1_/), label: 'quote.pdf', created: expect.any(String) },
    ]);
  });

  test.each([
    ['AT-09', 'of 10485760 bytes', limit, 201, undefined],
    ['AT-05', 'one byte larger', limit + 1, 413, 'file_too_large'],
    ['AT-05', 'far larger than any body may be', limit + 2_000_000, 413, 'file_too_large'],
    ['AT-06', 'of zero bytes', 0, 400, 'file_empty'],
  ])('%s: a file %s', async (_id, _name, size, status, code) => {
    const before = (await studioEnv.FILES.list()).objects.length;
    const answer = await as('dana').upload({ name: 'film.bin', bytes: new Uint8Array(size) });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await studioEnv.FILES.list()).objects.length - before).toBe(status === 201 ? 1 : 0);
  });

  test('DEC-02: without a file, or with an unknown kind, nothing is stored', async () => {
    const none = await as('dana').post('/files/po/attachment?showId=alpha1', new FormData());
    expect([none.status, none.body['code']]).toEqual([400, 'MISSING_REQUIRED_FIELDS']);
    const form = new FormData();
    form.set('file', 'a text and not a file');
    expect((await as('dana').post('/files/po/attachment?showId=alpha1', form)).status).toBe(400);
    const kind = await as('dana').upload(quote, { owner: 'memo' });
    expect([kind.status, kind.body.code]).toEqual([400, 'invalid_parameter']);
  });

  test('AT-01: a label is a file name without a path', async () => {
    const bytes = 'x';
    expect((await uploaded('dana', { name: '../../etc/pass\u0007wd\u202e.txt', bytes })).label).toBe(
      'passwd.txt',
    );
    expect((await uploaded('dana', { name: 'C:\\Users\\me\\quote.pdf', bytes })).label).toBe('quote.pdf');
    expect((await uploaded('dana', { name: '..', bytes })).label).toBe('file');
  });

  test('DEC-99: a repeated upload with its key is one file', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [
      await as('dana').upload(quote, { headers }),
      await as('dana').upload(quote, { headers }),
    ];
    expect(second.body).toEqual(first.body);
  });

  test('API-26: only its uploader deletes an unlinked upload', async () => {
    const { attachmentId } = await uploaded('dana');
    expect((await as('ada').delete(`/files/attachment/${attachmentId}`)).status).toBe(404);
    const answer = await as('dana').delete(`/files/attachment/${attachmentId}`);
    expect([answer.status, answer.body]).toEqual([200, { attachmentId }]);
    expect((await as('dana').get(`/files/attachment/download/${attachmentId}`)).status).toBe(404);
    expect(await studioEnv.FILES.get(attachmentId)).toBeNull();
  });
});

describe('attachments of a purchase order', () => {
  test('API-11, AT-01, DEC-53: the sent list becomes the list of attachments', async () => {
    const { id } = await create('dana');
    const [a, b] = [await uploaded('dana'), await uploaded('dana', { name: 'b.png', bytes: 'png' })];
    const both = await attach('dana', id, [{ ...a, isTopSheet: true }, b]);
    expect(both.body.attachments).toEqual([
      { ...a, isTopSheet: true },
      { ...b, isTopSheet: false },
    ]);
    const one = await attach('dana', id, [{ ...a, shouldDelete: true }, b]);
    expect(one.body.attachments.map((entry) => entry.attachmentId)).toEqual([b.attachmentId]);
    expect(await read('dana', id)).toMatchObject({ attachmentCount: 1, attachments: one.body.attachments });
  });

  test('DEC-53: create and save include attachments', async () => {
    const file = await uploaded('dana');
    const { id, attachments } = await create('dana', { attachments: [file] });
    expect(attachments.map((entry) => entry.attachmentId)).toEqual([file.attachmentId]);
    const kept = await as('dana').put(`/api/pos/${id}`, aDraft());
    expect(kept.body).toMatchObject({ attachments, attachmentCount: 1 });
    const saved = await as('dana').put(`/api/pos/${id}`, aDraft({ attachments: [] }));
    expect(saved.body).toMatchObject({ attachments: [], attachmentCount: 0 });
  });

  test("DEC-53: another user's upload, another document's file and another show's are NOT_FOUND", async () => {
    const { id } = await create('dana');
    const theirs = await uploaded('carl');
    const held = await uploaded('dana');
    await create('dana', { attachments: [held] });
    const elsewhere = await as('dana').upload(quote, { showId: 'bravo2' });
    for (const file of [theirs, held, elsewhere.body, { attachmentId: 'alpha1_none' }]) {
      const answer = await attach('dana', id, [file]);
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await as('dana').post('/api/pos', aDraft({ attachments: [theirs] }))).status).toBe(404);
    expect((await read('dana', id)).attachments).toEqual([]);
  });

  test('DEC-53: the maximum is twenty', async () => {
    const { id } = await create('dana');
    const files = await Promise.all(
      Array.from({ length: 21 }, (_one, n) => uploaded('dana', { name: `${n}.txt`, bytes: `${n}` })),
    );
    const refused = await attach('dana', id, files);
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_parameter']);
    expect((await attach('dana', id, files.slice(0, 20))).body.attachments).toHaveLength(20);
  });

  test('DEC-13: owner, admin and current approver change them on a locked order, nobody on a voided one', async () => {
    const po = await submitted('dana');
    for (const name of ['dana', 'ada', 'abel'] as const) {
      const { attachments } = await read(name, po.id);
      const answer = await attach(name, po.id, [...attachments, await uploaded(name)]);
      expect([name, answer.status]).toEqual([name, 200]);
    }
    expect((await attach('lena', po.id, [])).body.code).toBe('FORBIDDEN');
    expect((await attach('carl', po.id, [])).body.code).toBe('FORBIDDEN');
    expect((await attach('otto', po.id, [])).body.code).toBe('NOT_FOUND');
    await action('abel', 'void', await read('abel', po.id), { reason: 'No' });
    expect((await attach('dana', po.id, [])).body.code).toBe('WORKFLOW_CONFLICT');
    expect((await read('dana', po.id)).attachmentCount).toBe(3);
  });

  test('API-26, DEC-53: users who may change the files of a draft remove one', async () => {
    const [file, kept] = [await uploaded('dana'), await uploaded('dana')];
    const { id } = await create('dana', { attachments: [file, kept] });
    const remove = (name: PersonName) => as(name).delete(`/files/attachment/${file.attachmentId}`);
    expect([(await remove('otto')).status, (await remove('carl')).status]).toEqual([404, 403]);
    const answer = await remove('dana');
    expect([answer.status, answer.body]).toEqual([200, { attachmentId: file.attachmentId }]);
    const after = await read('dana', id);
    expect(after.attachments.map(({ attachmentId }) => attachmentId)).toEqual([kept.attachmentId]);
    expect(after.withdrawnAttachments).toEqual([]);
  });

  test('API-27, DEC-53: submitted files are withdrawn, all of them or none, but not of an approved order', async () => {
    const [letter, scan, free] = [await uploaded('dana'), await uploaded('dana'), await uploaded('dana')];
    const po = await submitted('dana', { attachments: [letter, scan] });
    const remove = (...attachmentIds: string[]) =>
      as('dana').delete<{ code?: string }>('/files/attachments', { attachmentIds });
    expect((await remove(letter.attachmentId, free.attachmentId)).status).toBe(409);
    expect((await read('dana', po.id)).attachmentCount).toBe(2);
    expect((await remove(letter.attachmentId)).status).toBe(200);
    const after = await read('dana', po.id);
    expect(after.withdrawnAttachments).toMatchObject([
      { attachmentId: letter.attachmentId, withdrawnBy: { id: 'dana' } },
    ]);
    await approveAs(after, 'abel', 'lena', 'luis');
    expect((await remove(scan.attachmentId)).body.code).toBe('WORKFLOW_CONFLICT');
    expect((await read('dana', po.id)).attachmentCount).toBe(1);
  });

  test('API-26: files that are removed concurrently are all removed, and no other', async () => {
    const files = [await uploaded('dana'), await uploaded('dana'), await uploaded('dana')];
    const { id } = await create('dana', { attachments: files });
    const [first, second, kept] = files.map(({ attachmentId }) => attachmentId);
    const removals = [first, second].map((one) => as('dana').delete(`/files/attachment/${one}`));
    expect((await Promise.all(removals)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await read('dana', id)).attachments.map(({ attachmentId }) => attachmentId)).toEqual([kept]);
  });

  test('DEC-53: a removed file is unlinked, and swept like uploads that were never linked', async () => {
    const file = await uploaded('dana');
    const { id } = await create('dana', { attachments: [file] });
    await attach('dana', id, []);
    expect(await sql.alpha`SELECT linked_at FROM files WHERE id = ${file.attachmentId}`).toEqual([
      { linked_at: null },
    ]);
    expect((await as('ada').get(`/files/attachment/download/${file.attachmentId}`)).status).toBe(404);
  });
});

describe('reading a file', () => {
  const png = Uint8Array.from([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
  ]);

  test('API-23, API-24, API-29: preview shows a file, download saves it, under its own name', async () => {
    const file = await uploaded('dana', { name: 'añb.pdf', bytes: quote.bytes });
    await create('dana', { attachments: [file] });
    const id = file.attachmentId;
    const shown = [
      await as('dana').get<string>(`/files/po/${id}/newpreview/quote.pdf`),
      await as('dana').get<string>(`/files/po/${id}/preview/quote.pdf`),
    ];
    for (const answer of shown) {
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename\*=UTF-8''a%C3%B1b\.pdf$/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.body).toBe(quote.bytes);
    }
    const saved = await as('dana').get<string>(`/files/attachment/download/${id}`);
    expect(saved.headers.get('content-disposition')).toContain('attachment;');
    expect(saved.body).toBe(quote.bytes);
  });

  test('DEC-53: the type is that of the bytes, and active content can only be downloaded', async () => {
    const picture = await uploaded('dana', { name: 'page.html', bytes: png });
    const shown = await as('dana').get<string>(`/files/po/${picture.attachmentId}/newpreview/x`);
    expect(shown.headers.get('content-type')).toBe('image/png');
    const page = await uploaded('dana', { name: 'photo.png', bytes: '<script>alert(1)</script>' });
    const answer = await as('dana').get<string>(`/files/po/${page.attachmentId}/newpreview/x`);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toContain('attachment;');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('DEC-53: an unlinked upload is readable by its uploader, a linked one by users who see the document', async () => {
    const file = await uploaded('dana');
    const status = async (name: PersonName) =>
      (await as(name).get(`/files/attachment/download/${file.attachmentId}?showId=alpha1`)).status;
    expect([await status('dana'), await status('carl'), await status('ada')]).toEqual([200, 404, 404]);
    await create('dana', { attachments: [file] });
    expect([await status('dana'), await status('carl'), await status('otto')]).toEqual([200, 200, 404]);
    expect((await as('nora').get(`/files/attachment/download/${file.attachmentId}`)).status).toBe(403);
  });
});
