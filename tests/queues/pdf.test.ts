import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as, create, submitted } from '../support/worker/studio-client.ts';
import type { PersonName } from '../support/worker/studio-rows.ts';
import { deliver, sweepIn } from '../support/worker/studio-queues.ts';
import { openStudio, rowsOf, sent, studioEnv } from '../support/worker/studio.ts';

beforeAll(openStudio);
beforeEach(() => {
  sent.pdf.length = 0;
});

interface Started {
  success: boolean;
  data: { taskId: string };
  error: string | null;
  code?: string;
  message?: string;
}
interface Status {
  success: boolean;
  data: {
    status: string;
    downloadUrl: string | null;
    fileName: string | null;
    error: string | null;
    eventType: string | null;
  };
  error: string | null;
}

const order = (docId: string, own: Record<string, unknown> = {}) => ({
  docId,
  docType: 'PO',
  showId: 'alpha1',
  userId: 'dana',
  persona: 'CREATOR',
  ...own,
});
const start = (name: PersonName, docId: string, own: Record<string, unknown> = {}) =>
  as(name).post<Started>('/api/reports/pdf/generate?showId=alpha1', order(docId, own));
const status = (name: PersonName, taskId: string) =>
  as(name).get<Status>(`/api/reports/pdf/download/${taskId}`);

/** A browser that never answers; it counts how often it was asked. */
function brokenBrowser() {
  const asked = { times: 0 };
  const env = {
    ...studioEnv,
    BROWSER: {
      fetch: () => {
        asked.times += 1;
        return Promise.reject(new Error('no browser today'));
      },
    },
  } as unknown as Env;
  return { env, asked };
}

describe('asking for a PDF', () => {
  test('API-33, PD-13, PD-18: it begins as in_progress, with one message on its way', async () => {
    const { id } = await create('dana');
    const answer = await start('dana', id);
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, data: { taskId: expect.stringMatching(/^alpha1_/) }, error: null },
    ]);
    const { taskId } = answer.body.data;
    expect(sent.pdf).toEqual([{ showId: 'alpha1', taskId }]);
    expect((await status('dana', taskId)).body).toEqual({
      success: true,
      data: {
        taskId,
        status: 'in_progress',
        downloadUrl: null,
        fileName: null,
        error: null,
        eventType: null,
      },
      error: null,
    });
  });

  test.each([{ showId: '' }, { userId: '' }])(
    'PD-17: %o is MISSING_REQUIRED_FIELDS in its own words',
    async (own) => {
      const { id } = await create('dana');
      const answer = await start('dana', id, own);
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        400,
        'MISSING_REQUIRED_FIELDS',
        'Show ID and User ID are required for PDF generation.',
      ]);
      expect(sent.pdf).toEqual([]);
    },
  );

  test('DEC-13: who may not see the order gets no PDF of it', async () => {
    const { id } = await create('dana');
    expect((await start('otto', id)).status).toBe(404);
    expect((await start('dana', 'alpha1_none')).status).toBe(404);
    expect(sent.pdf).toEqual([]);
  });

  test('DEC-55, DEC-99: the same request again is the same task', async () => {
    const { id } = await create('dana');
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const ask = () => as('dana').post<Started>('/api/reports/pdf/generate?showId=alpha1', order(id), headers);
    const [first, second] = [await ask(), await ask()];
    expect(second.body).toEqual(first.body);
    expect(await rowsOf('alpha1', 'SELECT count(*) AS n FROM pdf_tasks WHERE document_id = ?', id)).toEqual([
      { n: 1 },
    ]);
  });

  test('API-34, DEC-55: a task is its requester’s alone', async () => {
    const { id } = await create('dana');
    const { taskId } = (await start('dana', id)).body.data;
    for (const [name, task] of [
      ['ada', taskId],
      ['carl', taskId],
      ['dana', 'alpha1_none'],
    ] as const) {
      const answer = await status(name, task);
      expect([answer.status, answer.body]).toEqual([
        404,
        { success: false, data: null, error: 'Unknown PDF task.' },
      ]);
    }
    expect((await as('nora').get(`/api/reports/pdf/download/${taskId}`)).status).toBe(403);
  });
});

describe('rendering', () => {
  test('PD-27, PD-19, DEC-55: the queue renders it, and the bytes are for the requester, for a day', async () => {
    const po = await submitted('dana');
    const { taskId } = (await start('dana', po.id)).body.data;
    expect(await deliver('backlot-pdf', sent.pdf)).toEqual({ acknowledged: 1, retried: 0 });
    const { data } = (await status('dana', taskId)).body;
    expect(data).toMatchObject({
      status: 'success',
      fileName: `PO_${po.poNumber}.pdf`,
      downloadUrl: `/files/pdf/${taskId}/PO_${po.poNumber}.pdf`,
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
    await rowsOf(
      'alpha1',
      'UPDATE pdf_tasks SET finished_at = ? WHERE id = ?',
      new Date(Date.now() - 86_400_001).toISOString(),
      taskId,
    );
    expect((await as('dana').get(data.downloadUrl ?? '')).status).toBe(404);
  });

  test('PD-27: a message that comes twice renders once', async () => {
    const { id } = await create('dana');
    const { taskId } = (await start('dana', id)).body.data;
    const messages = [...sent.pdf];
    await deliver('backlot-pdf', messages);
    const first = await studioEnv.FILES.head(`pdf/${taskId}`);
    await deliver('backlot-pdf', messages);
    expect((await studioEnv.FILES.head(`pdf/${taskId}`))?.version).toBe(first?.version);
    expect(await rowsOf('alpha1', 'SELECT attempts FROM pdf_tasks WHERE id = ?', taskId)).toEqual([
      { attempts: 1 },
    ]);
  });

  test('PD-22, DEC-55: after three attempts it ends as error, with a reason and without internals', async () => {
    const { id } = await create('dana');
    const { taskId } = (await start('dana', id)).body.data;
    const { env, asked } = brokenBrowser();
    for (const retried of [1, 1, 0]) {
      expect(await deliver('backlot-pdf', sent.pdf, env)).toEqual({ acknowledged: 1 - retried, retried });
    }
    expect((await status('dana', taskId)).body.data).toMatchObject({
      status: 'error',
      error: 'PDF generation failed',
      downloadUrl: null,
      fileName: null,
    });
    const { times } = asked;
    await deliver('backlot-pdf', sent.pdf, env);
    expect(asked.times).toBe(times);
  });

  test('PD-27, DEC-13: rights are those of the rendering, not of the click', async () => {
    const { id } = await create('carl');
    const { taskId } = (await start('ada', id)).body.data;
    const { DIRECTORY } = studioEnv;
    const set = (active: 0 | 1) =>
      DIRECTORY.prepare("UPDATE memberships SET is_active = ? WHERE user_id = 'ada'").bind(active).run();
    await set(0);
    await deliver('backlot-pdf', sent.pdf);
    await set(1);
    expect((await status('ada', taskId)).body.data).toMatchObject({
      status: 'error',
      error: 'You no longer have access to this document.',
    });
  });

  test('PD-27: the sweep sends a stuck task again, and ends one that will never end', async () => {
    const { id } = await create('dana');
    const { taskId } = (await start('dana', id)).body.data;
    sent.pdf.length = 0;
    await sweepIn(0);
    expect(sent.pdf.map((message) => message.taskId)).not.toContain(taskId);
    await sweepIn(2);
    expect(sent.pdf.map((message) => message.taskId)).toContain(taskId);
    await sweepIn(11);
    expect((await status('dana', taskId)).body.data).toMatchObject({
      status: 'error',
      error: 'PDF generation failed',
    });
  });
});
