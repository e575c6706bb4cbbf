import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { redPixel } from '../../support/pdf/pictures.ts';
import { killBrowser, watchedBrowser } from '../../support/pdf/watched-browser.ts';
import { create } from '../../support/worker/fixtures/client.ts';
import { deliver, sweepIn } from '../../support/worker/fixtures/queues.ts';
import { pdfBody, pdfStatus, startPdf, uploaded } from '../../support/worker/fixtures/pdf.ts';
import { forgetSent, openStudio, sent, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
afterAll(() => closeBrowser(studioEnv));
beforeEach(forgetSent);

/** Starts a PDF of a new order of Dana's. Returns the task id. */
async function started(): Promise<string> {
  const { id } = await create('dana');
  return (await startPdf('dana', pdfBody('PO', id))).body.data?.taskId ?? '';
}

describe('failures of a PDF task', () => {
  const away = () => Promise.reject(new Error('R2 is away'));
  const attempts = (taskId: string) => sql.alpha`SELECT attempts FROM pdf_tasks WHERE id = ${taskId}`;
  /** Expires the lease of a failed rendering. */
  const leaseEnds = (taskId: string) =>
    sql.alpha`UPDATE pdf_tasks SET next_attempt_at = '2026-01-01T00:00:00.000Z' WHERE id = ${taskId}`;

  test('PD-27: a task is retried when the file storage fails once', async () => {
    const taskId = await started();
    const env = { ...studioEnv, FILES: { put: away } } as unknown as Env;
    expect(await deliver('backlot-pdf', sent.pdf, env)).toEqual({ acknowledged: 0, retried: 1 });
    expect((await pdfStatus('dana', taskId)).body.data.status).toBe('in_progress');
    expect(await deliver('backlot-pdf', sent.pdf)).toEqual({ acknowledged: 1, retried: 0 });
    expect((await pdfStatus('dana', taskId)).body.data.status).toBe('success');
    expect(await attempts(taskId)).toEqual([{ attempts: 2 }]);
  });

  test('PD-22, PD-27: a task fails when the file storage keeps failing', async () => {
    const taskId = await started();
    const env = { ...studioEnv, FILES: { put: away } } as unknown as Env;
    for (const retried of [1, 1, 0])
      expect(await deliver('backlot-pdf', sent.pdf, env)).toEqual({ acknowledged: 1 - retried, retried });
    expect((await pdfStatus('dana', taskId)).body.data).toMatchObject({
      status: 'error',
      error: 'PDF generation failed',
    });
  });

  test('PD-27: a task is retried when the browser crashes, and no page is lost', async () => {
    await closeBrowser(studioEnv);
    const photo = await uploaded('dana', 'po', 'photo.png', redPixel);
    const { id } = await create('dana', { attachments: [photo] });
    const taskId = (await startPdf('dana', pdfBody('PO', id))).body.data?.taskId ?? '';
    const { watched, opened } = watchedBrowser();
    // The first file is read after the topsheet is printed and before the image.
    const get = vi.fn(async (key: string) => {
      if (get.mock.calls.length === 1) await killBrowser(opened[0]);
      return studioEnv.FILES.get(key);
    });
    const put = (key: string, bytes: Uint8Array) => studioEnv.FILES.put(key, bytes);
    const env = { ...studioEnv, ...watched, FILES: { get, put } } as unknown as Env;
    expect(await deliver('backlot-pdf', sent.pdf, env)).toEqual({ acknowledged: 0, retried: 1 });
    expect(await deliver('backlot-pdf', sent.pdf, env)).toEqual({ acknowledged: 1, retried: 0 });
    const { status, eventType } = (await pdfStatus('dana', taskId)).body.data;
    expect([status, eventType]).toEqual(['success', 'MERGED_ATTACHMENTS_TO_PDF']);
    expect(opened).toHaveLength(2);
  });

  test('PD-27: the sweep dispatches the task of a killed consumer when its lease expires', async () => {
    const taskId = await started();
    const lease = new Date(Date.now() + 120_000).toISOString();
    await sql.alpha`UPDATE pdf_tasks SET attempts = 1, next_attempt_at = ${lease} WHERE id = ${taskId}`;
    // The message arrives again while the task is leased.
    expect(await deliver('backlot-pdf', sent.pdf.splice(0))).toEqual({ acknowledged: 1, retried: 0 });
    expect((await pdfStatus('dana', taskId)).body.data.status).toBe('in_progress');
    await sweepIn(3);
    await leaseEnds(taskId);
    expect(sent.pdf).toContainEqual({ showId: 'alpha1', taskId });
    await deliver('backlot-pdf', [{ showId: 'alpha1', taskId }]);
    expect((await pdfStatus('dana', taskId)).body.data.status).toBe('success');
  });

  test('PD-27: a long rendering keeps its lease, and the lease of a crashed one expires within half a minute', async () => {
    const taskId = await started();
    const lease = () =>
      sql.alpha<{ next_attempt_at: string }>`SELECT next_attempt_at FROM pdf_tasks WHERE id = ${taskId}`;
    const stuck = Promise.withResolvers<never>();
    const env = { ...studioEnv, BROWSER: { fetch: () => stuck.promise } } as unknown as Env;
    await closeBrowser(studioEnv);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.now() });
    const began = Date.now();
    const delivered = deliver('backlot-pdf', sent.pdf.splice(0), env);
    const leaseExpiry = async () => Date.parse((await lease())[0]?.next_attempt_at ?? '');
    await vi.waitUntil(async () => (await leaseExpiry()) > began, { timeout: 60_000 });
    expect(await leaseExpiry()).toBeLessThanOrEqual(began + 30_000);
    for (let seconds = 0; seconds < 60; seconds += 5) {
      vi.advanceTimersByTime(5_000);
      await vi.waitUntil(async () => (await leaseExpiry()) > Date.now() + 15_000, { timeout: 60_000 });
    }
    vi.useRealTimers();
    stuck.reject(new Error('it is gone'));
    expect(await delivered).toEqual({ acknowledged: 0, retried: 1 });
    // A released task can be claimed immediately.
    expect(await lease()).toEqual([{ next_attempt_at: null }]);
  });

  test('PD-22, PD-27: a task fails after it has crashed its consumer five times', async () => {
    const taskId = await started();
    await sql.alpha`UPDATE pdf_tasks SET attempts = 5 WHERE id = ${taskId}`;
    await leaseEnds(taskId);
    expect(await deliver('backlot-pdf', sent.pdf)).toEqual({ acknowledged: 1, retried: 0 });
    expect((await pdfStatus('dana', taskId)).body.data).toMatchObject({
      status: 'error',
      error: 'PDF generation failed',
    });
  });

  test('PD-22, PD-27: a task that takes almost two minutes fails with that reason', async () => {
    const taskId = await started();
    const begun = new Date(Date.now() - 111_000).toISOString();
    await sql.alpha`UPDATE pdf_tasks SET attempts = 1, begun_at = ${begun} WHERE id = ${taskId}`;
    expect(await deliver('backlot-pdf', sent.pdf)).toEqual({ acknowledged: 1, retried: 0 });
    expect((await pdfStatus('dana', taskId)).body.data).toMatchObject({
      status: 'error',
      error: 'The document took too long to generate.',
    });
  });

  test('PD-22, PD-27: tasks fail within two minutes when the browser never responds, queued ones included', async () => {
    await closeBrowser(studioEnv);
    const tasks = [await started(), await started(), await started(), await started()];
    const env = { ...studioEnv, BROWSER: { fetch: () => new Promise(() => undefined) } } as unknown as Env;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() });
    const began = Date.now();
    const queue = sent.pdf.splice(0);
    for (let message = queue.shift(); message && Date.now() - began < 300_000; message = queue.shift()) {
      const attempt = { isOver: false };
      const delivered = deliver('backlot-pdf', [message], env).finally(() => (attempt.isOver = true));
      while (!attempt.isOver) {
        await vi.advanceTimersByTimeAsync(500);
        // Other work than timers runs in real time.
        await scheduler.wait(5);
      }
      if ((await delivered).retried > 0) queue.push(message);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const took = Date.now() - began;
    vi.useRealTimers();
    for (const taskId of tasks) expect((await pdfStatus('dana', taskId)).body.data.status).toBe('error');
    expect(took).toBeLessThan(120_000);
  });

  test('PD-27: the time of a crashed attempt does not count against the time limit', async () => {
    const taskId = await started();
    const begun = new Date(Date.now() - 300_000).toISOString();
    await sql.alpha`UPDATE pdf_tasks SET attempts = 1, begun_at = ${begun} WHERE id = ${taskId}`;
    await leaseEnds(taskId);
    await deliver('backlot-pdf', sent.pdf);
    expect((await pdfStatus('dana', taskId)).body.data.status).toBe('success');
  });

  test('PD-27, PD-18: no task is lost when the queue fails', async () => {
    const { id } = await create('dana');
    const queue = vi.spyOn(studioEnv.PDF_QUEUE, 'send').mockRejectedValueOnce(new Error('it is away'));
    const answer = await startPdf('dana', pdfBody('PO', id));
    queue.mockRestore();
    expect([answer.status, answer.body.success]).toEqual([200, true]);
    expect(sent.pdf).toEqual([]);
    await sweepIn(2);
    expect(sent.pdf).toContainEqual({ showId: 'alpha1', taskId: answer.body.data?.taskId });
  });
});
