import { beforeAll, describe, expect, test } from 'vitest';
import { aDraft, as, create, sessionOf, submitted } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { sweepIn } from '../../support/worker/fixtures/queues.ts';
import { fetchWorker, openStudio, origin, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const hour = 60;

async function uploaded(name: PersonName, label = 'quote.pdf', showId = 'alpha1'): Promise<string> {
  const answer = await as(name).upload({ name: label, bytes: '%PDF-1.7\nhello' }, { showId });
  expect(answer.status).toBe(201);
  return answer.body.attachmentId;
}

/** A `DELETE` with a body, which `as` does not support. */
async function remove(name: PersonName, attachmentIds: unknown): Promise<unknown[]> {
  const { token, csrfToken } = await sessionOf(name);
  const headers = {
    cookie: `__Host-session-token=${token}`,
    'x-csrf-token': csrfToken,
    'content-type': 'application/json',
  };
  const answer = await fetchWorker(
    new Request(`${origin}/files/attachments`, {
      method: 'DELETE',
      headers,
      body: JSON.stringify({ attachmentIds }),
    }),
  );
  const body = await answer.json<{ code?: string }>();
  return [answer.status, answer.status === 200 ? body : body.code];
}

async function exist(ids: readonly string[]): Promise<boolean[]> {
  return Promise.all(
    ids.map(async (id) => {
      const rows = await sql.alpha`SELECT id FROM files WHERE id = ${id}`;
      const bytes = await studioEnv.FILES.head(id);
      expect(bytes !== null, 'bytes and row go together').toBe(rows.length === 1);
      return rows.length === 1;
    }),
  );
}

describe('removing several uploads at once', () => {
  test('API-27: their bytes and rows are deleted, and the answer names them', async () => {
    const ids = [await uploaded('dana'), await uploaded('dana'), await uploaded('dana')];
    expect(await remove('dana', ids)).toEqual([200, { attachmentIds: ids }]);
    expect(await exist(ids)).toEqual([false, false, false]);
    expect((await as('dana').get(`/files/attachment/download/${ids[0]}`)).status).toBe(404);
  });

  test('API-27, DEC-53: all or none are removed: none with another user’s file, nor with one attached to a document', async () => {
    const [own, theirs, held] = [await uploaded('dana'), await uploaded('carl'), await uploaded('dana')];
    await create('dana', { attachments: [{ attachmentId: held, label: 'quote.pdf' }] });
    expect(await remove('dana', [own, theirs])).toEqual([404, 'NOT_FOUND']);
    expect(await remove('dana', [own, 'alpha1_none'])).toEqual([404, 'NOT_FOUND']);
    expect(await remove('dana', [own, held])).toEqual([409, 'WORKFLOW_CONFLICT']);
    expect(await exist([own, theirs, held])).toEqual([true, true, true]);
    expect(await remove('dana', [own, own])).toEqual([200, { attachmentIds: [own, own] }]);
  });

  test('API-27, DEC-01: a show removes only its own files, and an empty list is refused', async () => {
    const [own, otherShow] = [await uploaded('dana'), await uploaded('dana', 'b.pdf', 'bravo2')];
    expect(await remove('dana', [own, otherShow])).toEqual([404, 'NOT_FOUND']);
    expect(await remove('nora', [own])).toEqual([403, 'SHOW_NOT_IN_SESSION']);
    expect(await exist([own])).toEqual([true]);
    expect(await remove('dana', [otherShow])).toEqual([200, { attachmentIds: [otherShow] }]);
    expect(await remove('dana', [])).toEqual([400, 'invalid_parameter']);
    expect(await remove('dana', undefined)).toEqual([400, 'MISSING_REQUIRED_FIELDS']);
    expect(
      await remove(
        'dana',
        Array.from({ length: 41 }, () => own),
      ),
    ).toEqual([400, 'invalid_parameter']);
  });
});

describe('uploads', () => {
  test.each(['film.mov', 'budget.xlsx', 'call sheet.docx', 'noextension', 'setup.exe'])(
    'DEC-53: any type may be attached: %s',
    async (label) => {
      const answer = await as('dana').upload({ name: label, bytes: 'MZ, or anything else' });
      expect([answer.status, answer.body.label]).toEqual([201, label]);
      const saved = await as('dana').get<string>(`/files/attachment/download/${answer.body.attachmentId}`);
      expect(saved.headers.get('x-content-type-options')).toBe('nosniff');
      expect(saved.headers.get('content-disposition')).toContain('attachment;');
    },
  );

  test('AT-05, AT-06, AT-09: a file that is too large or empty is refused with a message that names it', async () => {
    const send = async (size: number) => {
      const { status, body } = await as('dana').upload({ name: 'film.mov', bytes: new Uint8Array(size) });
      return [status, body];
    };
    expect(await send(10_485_761)).toEqual([
      413,
      { code: 'file_too_large', message: "'film.mov' is too large (over 10 MB)" },
    ]);
    expect(await send(0)).toEqual([
      400,
      { code: 'file_empty', message: "'film.mov' is too small (file size cannot be zero)" },
    ]);
    expect((await send(10_485_760))[0]).toBe(201);
  });

  test('DEC-53: an upload that was not linked is deleted after 24 hours, bytes and row; a linked one is kept', async () => {
    const [free, held] = [await uploaded('dana'), await uploaded('dana')];
    await create('dana', { attachments: [{ attachmentId: held, label: 'quote.pdf' }] });
    await sweepIn(23 * hour + 59);
    expect(await exist([free, held])).toEqual([true, true]);
    await sweepIn(24 * hour + 1);
    expect(await exist([free, held])).toEqual([false, true]);
  });
});

describe('attachments of a locked purchase order', () => {
  const attach = (id: string, attachments: unknown[]) =>
    as('dana').post<{ attachments?: { attachmentId: string }[]; code?: string }>(
      `/api/pos/attachments/${id}`,
      {
        attachments,
      },
    );

  test('API-11, DEC-13, DEC-53: an added file belongs to the order once it is saved; a replaced one is withdrawn', async () => {
    const po = await submitted('dana');
    const [first, second] = [await uploaded('dana'), await uploaded('dana')];
    const status = async (id: string) =>
      (await as('abel').get(`/files/attachment/download/${id}?showId=alpha1`)).status;
    expect(await status(first)).toBe(404);
    const saved = await attach(po.id, [{ attachmentId: first, label: 'quote.pdf', isTopSheet: true }]);
    expect(saved.body.attachments).toMatchObject([{ attachmentId: first, isTopSheet: true }]);
    expect([await status(first), await status(second)]).toEqual([200, 404]);
    const swapped = await attach(po.id, [
      { attachmentId: first, label: 'quote.pdf', shouldDelete: true },
      { attachmentId: second, label: 'quote.pdf' },
    ]);
    expect(swapped.body.attachments).toMatchObject([{ attachmentId: second, isTopSheet: false }]);
    // The withdrawn file stays readable, and the approval restarts at step 1.
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    const after = await as('dana').get(`/api/pos/${po.id}`);
    expect(after.body).toMatchObject({
      status: 'SUBMITTED_FOR_APPROVAL',
      attachmentCount: 1,
      revision: po.revision + 1,
    });
  });

  test('DEC-53: twenty-one attachments are too many on create, too', async () => {
    const attachments = await Promise.all(
      Array.from({ length: 21 }, async () => ({ attachmentId: await uploaded('dana'), label: 'a.pdf' })),
    );
    const answer = await as('dana').post('/api/pos', aDraft({ attachments }));
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_parameter']);
  });
});
