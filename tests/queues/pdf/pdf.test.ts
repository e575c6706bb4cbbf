import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { orderNumber } from '#domain/documents/document-number';
import { running } from '../../support/pdf/task-messages.ts';
import { as, create, submitted } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { deliver, sweepIn } from '../../support/worker/fixtures/queues.ts';
import { pdfBody, pdfStatus, startPdf } from '../../support/worker/fixtures/pdf.ts';
import { forgetSent, openStudio, sent, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
afterAll(() => closeBrowser(studioEnv));
beforeEach(forgetSent);

const start = (name: PersonName, docId: string, own: Record<string, unknown> = {}) =>
  startPdf(name, pdfBody('PO', docId, own));

/** A browser that always fails, with a counter of its calls. */
function brokenBrowser() {
  const calls = { times: 0 };
  const env = {
    ...studioEnv,
    BROWSER: {
      fetch: () => {
        calls.times += 1;
        return Promise.reject(new Error('no browser today'));
      },
    },
  } as unknown as Env;
  return { env, calls };
}

describe('requesting a PDF', () => {
  test('API-33, PD-12, PD-13, PD-18: a task starts as in_progress with one queued message', async () => {
    const { id } = await create('dana');
    const answer = await start('dana', id);
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, data: { taskId: expect.stringMatching(/^alpha1_/) }, error: null },
    ]);
    const taskId = answer.body.data?.taskId ?? '';
    expect(sent.pdf).toEqual([{ showId: 'alpha1', taskId, origin: answer.headers.get('x-request-id') }]);
    expect((await pdfStatus('dana', taskId)).body).toEqual({
      success: true,
      data: running(taskId),
      error: null,
    });
  });

  test.each([{ showId: '' }, { userId: '' }, { showId: undefined }, { userId: undefined }])(
    'PD-17, PD-18: %o is refused with MISSING_REQUIRED_FIELDS and its message',
    async (own) => {
      const { id } = await create('dana');
      const answer = await start('dana', id, own);
      const text = 'Show ID and User ID are required for PDF generation.';
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        400,
        'MISSING_REQUIRED_FIELDS',
        text,
      ]);
      expect(answer.body).toMatchObject({ success: false, data: null, error: text });
      expect(sent.pdf).toEqual([]);
    },
  );

  test.each([{ docType: 'QUOTE' }, { docId: '' }, { options: { includeTC: 'no' } }])(
    'PD-08: %o is refused',
    async (own) => {
      const { id } = await create('dana');
      expect((await start('dana', id, own)).status).toBe(400);
      expect(sent.pdf).toEqual([]);
    },
  );

  test('DEC-13: a user who may not see the order gets NOT_FOUND', async () => {
    const { id } = await create('dana');
    const refused = await start('otto', id);
    expect([refused.status, refused.body]).toEqual([
      404,
      { code: 'NOT_FOUND', success: false, data: null, error: 'NOT_FOUND' },
    ]);
    expect((await start('dana', 'alpha1_none')).status).toBe(404);
    expect(sent.pdf).toEqual([]);
  });

  test('DEC-55, DEC-99: a repeated request returns the same task', async () => {
    const { id } = await create('dana');
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = () => as('dana').post('/api/reports/pdf/generate?showId=alpha1', pdfBody('PO', id), headers);
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await sql.alpha`SELECT count(*) AS n FROM pdf_tasks WHERE document_id = ${id}`).toEqual([
      { n: 1 },
    ]);
  });

  test('API-34, API-01, DEC-55: only the requester can read a task', async () => {
    const { id } = await create('dana');
    const taskId = (await start('dana', id)).body.data?.taskId ?? '';
    for (const [name, task] of [
      ['ada', taskId],
      ['carl', taskId],
      ['dana', 'alpha1_none'],
    ] as const) {
      const answer = await pdfStatus(name, task);
      expect([answer.status, answer.body]).toEqual([
        404,
        { code: 'NOT_FOUND', success: false, data: null, error: 'Unknown PDF task.' },
      ]);
    }
    expect((await as('nora').get(`/api/reports/pdf/download/${taskId}`)).status).toBe(403);
  });
});

describe('rendering', () => {
  test('PD-27, PD-19, DEC-55: the requester can download the rendered file for a day', async () => {
    const po = await submitted('dana');
    const taskId = (await start('dana', po.id)).body.data?.taskId ?? '';
    expect(await deliver('backlot-pdf', sent.pdf)).toEqual({ acknowledged: 1, retried: 0 });
    const { data } = (await pdfStatus('dana', taskId)).body;
    expect(data).toMatchObject({
      status: 'success',
      fileName: `PO_${orderNumber(po)}.pdf`,
      downloadUrl: `/files/pdf/${taskId}/PO_${orderNumber(po)}.pdf`,
      eventType: 'PDF_GENERATED',
      error: null,
    });
    const file = await as('dana').get<string>(data.downloadUrl ?? '');
    expect([file.status, file.headers.get('content-type'), file.body.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    expect((await as('ada').get(data.downloadUrl ?? '')).status).toBe(404);
    await sql.alpha`UPDATE pdf_tasks SET finished_at = ${new Date(Date.now() - 86_400_001).toISOString()}
      WHERE id = ${taskId}`;
    expect((await as('dana').get(data.downloadUrl ?? '')).status).toBe(404);
  });

  test('PD-27: a malformed message is retried alone and does not block its batch', async () => {
    const { id } = await create('dana');
    const taskId = (await start('dana', id)).body.data?.taskId ?? '';
    expect(await deliver('backlot-pdf', [null, ...sent.pdf, 'pdf', { showId: 'alpha1' }])).toEqual({
      acknowledged: 1,
      retried: 3,
    });
    expect((await pdfStatus('dana', taskId)).body.data).toMatchObject({ status: 'success' });
  });

  test('PD-27: a duplicate message renders once', async () => {
    const { id } = await create('dana');
    const taskId = (await start('dana', id)).body.data?.taskId ?? '';
    const messages = [...sent.pdf];
    await deliver('backlot-pdf', messages);
    const first = await studioEnv.FILES.head(`pdf/${taskId}`);
    await deliver('backlot-pdf', messages);
    expect((await studioEnv.FILES.head(`pdf/${taskId}`))?.version).toBe(first?.version);
    expect(await sql.alpha`SELECT attempts FROM pdf_tasks WHERE id = ${taskId}`).toEqual([{ attempts: 1 }]);
  });

  test('PD-22, DEC-55: a task fails after three attempts, with a reason and without internals', async () => {
    const { id } = await create('dana');
    const taskId = (await start('dana', id)).body.data?.taskId ?? '';
    const { env, calls } = brokenBrowser();
    for (const retried of [1, 1, 0]) {
      expect(await deliver('backlot-pdf', sent.pdf, env)).toEqual({ acknowledged: 1 - retried, retried });
    }
    expect((await pdfStatus('dana', taskId)).body.data).toMatchObject({
      status: 'error',
      error: 'PDF generation failed',
      downloadUrl: null,
      fileName: null,
    });
    const { times } = calls;
    await deliver('backlot-pdf', sent.pdf, env);
    expect(calls.times).toBe(times);
  });

  test('PD-27, DEC-13: permissions are checked at rendering time', async () => {
    const { id } = await create('carl');
    const taskId = (await start('ada', id)).body.data?.taskId ?? '';
    const set = (active: 0 | 1) =>
      sql.directory`UPDATE memberships SET is_active = ${active} WHERE user_id = 'ada'`;
    await set(0);
    await deliver('backlot-pdf', sent.pdf);
    await set(1);
    expect((await pdfStatus('ada', taskId)).body.data).toMatchObject({
      status: 'error',
      error: 'You no longer have access to this document.',
    });
  });

  test('DEC-13: a task fails without a retry when the requester may no longer see the document', async () => {
    const { id } = await create('carl');
    const taskId = (await start('ada', id)).body.data?.taskId ?? '';
    const see = (scope: string) =>
      sql.directory`UPDATE memberships SET purchase_order_visibility = ${scope} WHERE user_id = 'ada'`;
    await see('CREATED_BY_THIS_USER');
    expect(await deliver('backlot-pdf', sent.pdf)).toEqual({ acknowledged: 1, retried: 0 });
    await see('ALL');
    expect((await pdfStatus('ada', taskId)).body.data).toMatchObject({
      status: 'error',
      error: 'You no longer have access to this document.',
    });
  });

  test('PD-27: the sweep dispatches a stuck task, and fails an expired one', async () => {
    const { id } = await create('dana');
    const taskId = (await start('dana', id)).body.data?.taskId ?? '';
    sent.pdf.length = 0;
    await sweepIn(0);
    expect(sent.pdf.map((message) => message.taskId)).not.toContain(taskId);
    await sweepIn(2);
    expect(sent.pdf.map((message) => message.taskId)).toContain(taskId);
    await sweepIn(11);
    expect((await pdfStatus('dana', taskId)).body.data).toMatchObject({
      status: 'error',
      error: 'PDF generation failed',
    });
  });
});
