import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { maxAttempts } from '#domain/operations/health';
import { renderTask } from '#verbs/pdf/render-task';
import { shardsOf, sweep } from '#verbs/jobs/sweep';
import { aDraft, as, create, submitted } from '../support/worker/fixtures/client.ts';
import { sweepIn } from '../support/worker/fixtures/queues.ts';
import { forgetSent, openStudio, sent, sql, studioEnv } from '../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);
beforeEach(forgetSent);

test('DEC-61: each minute sweeps as many shards as the query limit allows, and all shards are swept', () => {
  const shards = Array.from({ length: 256 }, (_one, n) => n);
  const turns = Array.from({ length: 9 }, (_one, n) => shardsOf(shards, `2026-11-21T18:0${n}:30.000Z`));
  expect(Math.max(...turns.map(({ length }) => length))).toBeLessThanOrEqual(30);
  expect(turns.flat().toSorted((a, b) => a - b)).toEqual(shards);
  expect(shardsOf([0, 1], '2026-11-21T18:01:00.000Z')).toEqual([0, 1]);
});

const minutes = 60_000;
const later = (count: number) => new Date(Date.now() + count * minutes).toISOString();
const day = 24 * 60;

async function upload(owner: 'po' | 'vendor' = 'po') {
  const answer = await as('dana').upload({ name: 'form.pdf', bytes: '%PDF-1.7' }, { owner });
  expect(answer.status).toBe(201);
  return answer.body;
}
const temporary = (form: { attachmentId: string }) => ({
  id: null,
  externalId: null,
  number: '',
  isTemporary: true,
  tempVendorId: null,
  name: 'Corner Bakery',
  address: '1 Main St',
  attachments: [form],
});
const linked = async (id: string) =>
  (await sql.alpha<{ linked_at: string | null }>`SELECT linked_at FROM files WHERE id = ${id}`)[0];
const bytesOf = (id: string) => studioEnv.FILES.head(id);

describe('DEC-53: files in use are kept', () => {
  test('a tax form cannot be attached to a document', async () => {
    const form = await upload('vendor');
    const refused = await as('dana').post('/api/pos', aDraft({ attachments: [form] }));
    expect([refused.status, refused.body['code']]).toEqual([404, 'NOT_FOUND']);
    const po = await create('dana', { vendor: temporary(form) });
    const attached = await as('dana').post(`/api/pos/attachments/${po.id}`, { attachments: [form] });
    expect(attached.status).toBe(404);
    expect((await linked(form.attachmentId))?.linked_at).not.toBeNull();
  });

  test('a file with two uses stays linked when one is removed, and is not swept', async () => {
    const file = await upload();
    const po = await create('dana', { attachments: [file] });
    // As in rows from before the kinds were separate: the same file is also a vendor's tax form.
    const { vendor } = await create('dana', { vendor: temporary(await upload('vendor')) });
    await sql.alpha`INSERT INTO temporary_vendor_files (show_id, temporary_vendor_id, file_id)
      VALUES ('alpha1', ${vendor?.tempVendorId ?? ''}, ${file.attachmentId})`;
    await as('dana').post<PurchaseOrder>(`/api/pos/attachments/${po.id}`, { attachments: [] });
    expect((await linked(file.attachmentId))?.linked_at).not.toBeNull();
    await sweepIn(day + 5);
    expect(await bytesOf(file.attachmentId)).not.toBeNull();
  });

  test.each(['attachments', 'temporary_vendor_files', 'companies'])(
    'files of %s keep row and bytes without linked_at, and their uploader cannot delete them unless they belong to a document',
    async (holder) => {
      const file = await upload(holder === 'temporary_vendor_files' ? 'vendor' : 'po');
      const id = file.attachmentId;
      if (holder === 'attachments') await create('dana', { attachments: [file] });
      if (holder === 'temporary_vendor_files') await create('dana', { vendor: temporary(file) });
      if (holder === 'companies') {
        await sql.alpha`UPDATE companies SET terms_file_id = ${id} WHERE show_id = 'alpha1'`;
      }
      await sql.alpha`UPDATE files SET linked_at = NULL WHERE id = ${id}`;
      const loose = await upload();
      await sweepIn(day + 5);
      expect(await bytesOf(id)).not.toBeNull();
      expect(await linked(id)).toBeDefined();
      // It did not stop the sweep.
      expect(await bytesOf(loose.attachmentId)).toBeNull();
      if (holder === 'attachments') return;
      const removal = await as('dana').delete(`/files/attachment/${id}`);
      expect([removal.status, removal.body['code']]).toEqual([409, 'WORKFLOW_CONFLICT']);
      expect(await bytesOf(id)).not.toBeNull();
    },
  );
});

describe('a failing part of the sweep', () => {
  test('is logged without user input and blocks no other part or shard', async () => {
    const [first, second] = [await submitted('dana'), await submitted('nora', {}, 'bravo2')];
    const loose = await upload();
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    const broken = {
      ...studioEnv,
      OUTBOX_QUEUE: {
        sendBatch: async (messages: { body: { showId: string; outboxId: string } }[]) => {
          if (messages[0]?.body.showId === 'alpha1') throw new Error('queue of dana@backlot.example is away');
          sent.outbox.push(...messages.map((message) => message.body));
        },
      },
    } as unknown as Env;
    sent.outbox.length = 0;
    await sweep(broken, later(day + 5));
    const lines = consoleError.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown);
    consoleError.mockRestore();
    expect(lines).toEqual([
      {
        level: 'error',
        event: 'sweep failed',
        part: 'outbox sent again',
        shard: 0,
        error: 'Error: queue of (address) is away',
        stack: expect.stringMatching(/^ +at [^@]*$/),
      },
    ]);
    expect(await bytesOf(loose.attachmentId)).toBeNull();
    const ids = await sql.bravo<{ id: string }>`SELECT id FROM outbox WHERE document_id = ${second.id}`;
    expect(sent.outbox.map((message) => message.outboxId)).toEqual(
      expect.arrayContaining(ids.map((row) => row.id)),
    );
    await sweepIn(day + 5);
    const left = await sql.alpha<{ id: string }>`SELECT id FROM outbox WHERE document_id = ${first.id}`;
    expect(sent.outbox.map((message) => message.outboxId)).toEqual(
      expect.arrayContaining(left.map((row) => row.id)),
    );
  });
});

describe('EM-13: a job that waits for its retry', () => {
  const idsSent = () => sent.outbox.map((message) => message.outboxId);

  test('is dispatched when its retry is due', async () => {
    const po = await submitted('dana');
    await sql.alpha`UPDATE outbox SET next_attempt_at = ${later(30)} WHERE document_id = ${po.id}`;
    const [entry] = await sql.alpha<{ id: string }>`SELECT id FROM outbox WHERE document_id = ${po.id}`;
    sent.outbox.length = 0;
    await sweepIn(29);
    expect(idsSent()).not.toContain(entry?.id);
    await sweepIn(31);
    expect(idsSent()).toContain(entry?.id);
  });

  test('failing jobs do not delay new ones, and are closed after their last attempt', async () => {
    const po = await submitted('dana');
    const [entry] = await sql.alpha<{ id: string }>`SELECT id FROM outbox WHERE document_id = ${po.id}`;
    await sql.alpha`INSERT INTO outbox (id, show_id, kind, payload, effect_key, created_at, attempts, next_attempt_at, error)
       SELECT 'alpha1_poison' || value, 'alpha1', 'notify', '{}', 'poison' || value, '2026-01-05T00:00:00.000Z',
         CASE WHEN value < 10 THEN ${maxAttempts.mail} ELSE 5 END,
         CASE WHEN value < 10 THEN '2026-01-05T00:00:00.000Z' ELSE ${later(60)} END, 'Error: it is poison'
       FROM json_each('[' || (SELECT group_concat(n) FROM (WITH RECURSIVE c(n) AS
         (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < 149) SELECT n FROM c)) || ']')`;
    sent.outbox.length = 0;
    await sweepIn(2);
    expect(idsSent()).toContain(entry?.id);
    expect(idsSent().filter((id) => id.includes('poison'))).toEqual([]);
    expect(
      await sql.alpha`SELECT count(*) AS n, min(error) AS error FROM outbox WHERE id LIKE 'alpha1_poison%'
        AND done_at IS NOT NULL`,
    ).toEqual([{ n: 10, error: 'Error: it is poison' }]);
    await sql.alpha`DELETE FROM outbox WHERE id LIKE 'alpha1_poison%'`;
  });
});

describe('PDF tasks', () => {
  async function started() {
    const { id } = await create('dana');
    const order = { docId: id, docType: 'PO', showId: 'alpha1', userId: 'dana', persona: 'CREATOR' };
    const answer = await as('dana').post<{ data: { taskId: string } }>(
      '/api/reports/pdf/generate?showId=alpha1',
      order,
    );
    return answer.body.data.taskId;
  }
  const taskOf = async (id: string) =>
    (
      await sql.alpha<{
        status: string;
        attempts: number;
        next_attempt_at: string | null;
      }>`SELECT status, attempts, next_attempt_at FROM pdf_tasks WHERE id = ${id}`
    )[0];

  test('PD-27: a second message and the sweep skip a task that is being rendered', async () => {
    const taskId = await started();
    let renderCount = 0;
    let giveUp = (): void => {};
    const slow = {
      ...studioEnv,
      BROWSER: {
        fetch: () => {
          renderCount += 1;
          return new Promise((_, reject) => {
            giveUp = () => reject(new Error('gone'));
          });
        },
      },
    } as unknown as Env;
    const message = { showId: 'alpha1', taskId };
    const first = renderTask(slow, message, later(0));
    await expect.poll(() => renderCount).toBe(1);
    await renderTask(slow, message, later(0));
    // The task is old, but its lease was just extended.
    await sql.alpha`UPDATE pdf_tasks SET created_at = ${later(-2)} WHERE id = ${taskId}`;
    sent.pdf.length = 0;
    await sweepIn(0);
    expect(sent.pdf.map((one) => one.taskId)).not.toContain(taskId);
    expect([renderCount, await taskOf(taskId)]).toMatchObject([1, { status: 'in_progress', attempts: 1 }]);
    giveUp();
    await expect(first).rejects.toThrow('gone');
    // A released task can be claimed immediately.
    expect(await taskOf(taskId)).toMatchObject({ next_attempt_at: null });
  });

  test('PD-22: a task that does not end fails after ten minutes', async () => {
    const endless = await started();
    await sql.alpha`UPDATE pdf_tasks SET next_attempt_at = ${later(60)} WHERE id = ${endless}`;
    await sweepIn(11);
    expect(await taskOf(endless)).toMatchObject({ status: 'error' });
  });

  test('DEC-55: a finished PDF is deleted after a day, bytes and row', async () => {
    const taskId = await started();
    await env.FILES.put(`pdf/${taskId}`, 'bytes');
    await sql.alpha`UPDATE pdf_tasks SET status = 'success', finished_at = ${later(0)} WHERE id = ${taskId}`;
    await sweepIn(day - 5);
    expect(await bytesOf(`pdf/${taskId}`)).not.toBeNull();
    await sweepIn(day + 5);
    expect(await bytesOf(`pdf/${taskId}`)).toBeNull();
    expect(await taskOf(taskId)).toBeUndefined();
    expect((await as('dana').get(`/api/reports/pdf/download/${taskId}`)).status).toBe(404);
  });
});

test('DEC-32, DEC-45: the sweep dispatches accounting jobs and bulk approvals before older mails', async () => {
  const kinds = [...Array.from({ length: 120 }, () => 'notify'), 'release-payment', 'approve-batch'];
  const rows = kinds.map((kind, n) => ({ kind, id: `alpha1_lost${n}`, at: later(n / 1000 - 5) }));
  await sql.alpha`INSERT INTO outbox (id, show_id, kind, payload, effect_key, created_at)
     SELECT value ->> 'id', 'alpha1', value ->> 'kind', '{}', value ->> 'id', value ->> 'at' FROM json_each(${JSON.stringify(rows)})`;
  await sweepIn(0);
  const again = sent.outbox.map(({ outboxId }) => outboxId).filter((id) => id.startsWith('alpha1_lost'));
  expect(again).toHaveLength(100);
  expect(again).toEqual(expect.arrayContaining(['alpha1_lost120', 'alpha1_lost121']));
});
