import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ExportError,
  exportPdf,
  finishedFile,
} from '../../../web/src/screens/documents/export/export-pdf.ts';
import type { Live } from '../../../web/src/live.ts';
import type { ExportSteps } from '../../../web/src/screens/documents/export/export-pdf.ts';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

const file = { downloadUrl: '/files/pdf/t1/PO_1.pdf', fileName: 'PO_1.pdf' };
const working: PdfStatusUpdate = {
  taskId: 't1',
  status: 'in_progress',
  downloadUrl: null,
  fileName: null,
  error: null,
  eventType: null,
};
const ready: PdfStatusUpdate = { ...working, ...file, status: 'success', eventType: 'PDF_GENERATED' };

/** Steps whose waits take no time; `part` replaces some of them. */
function steps(part: Partial<ExportSteps> = {}): ExportSteps {
  return {
    start: () => Promise.resolve('t1'),
    status: () => Promise.resolve(working),
    live: null,
    wait: () => new Promise((resolve) => setTimeout(resolve, 0)),
    signal: new AbortController().signal,
    ...part,
  };
}

describe('an export', () => {
  test('RT-05: without a channel the export polls until the file is ready', async () => {
    const answers = [working, working, ready];
    const waits: number[] = [];
    const wait = (ms: number) => Promise.resolve(void waits.push(ms));
    const status = () => Promise.resolve(answers.shift() ?? working);
    await expect(exportPdf(steps({ status, wait }))).resolves.toEqual(file);
    expect(waits).toEqual([2000, 2000]);
  });

  test('PD-16: a message on the channel delivers the file and ends the subscription', async () => {
    const stop = vi.fn<() => void>();
    const live = {
      watchTask: (_id: string, tell: (update: PdfStatusUpdate) => void) => {
        setTimeout(() => tell({ ...ready, eventType: 'MERGED_ATTACHMENTS_TO_PDF' }), 5);
        return Promise.resolve(stop);
      },
    };
    const wait = () => new Promise<void>(() => undefined);
    await expect(exportPdf(steps({ live, wait }))).resolves.toEqual(file);
    await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
  });

  test('RT-06: the export polls if the channel does not open', async () => {
    const live = { watchTask: () => Promise.reject(new Error('blocked')) };
    const wait = (ms: number) => (ms === 2000 ? Promise.resolve() : new Promise<void>(() => undefined));
    const answers = [working, ready];
    const status = () => Promise.resolve(answers.shift() ?? working);
    await expect(exportPdf(steps({ live, wait, status }))).resolves.toEqual(file);
  });

  test('RT-05, RT-06: a channel that fails after its timeout starts one polling loop, not two', async () => {
    const live = { watchTask: () => Promise.reject(new Error('late')) };
    const answers = [working, working, ready];
    const status = vi.fn<() => Promise<PdfStatusUpdate>>(() => Promise.resolve(answers.shift() ?? ready));
    const wait = (ms: number) =>
      ms === 2000 ? new Promise<void>((resolve) => setTimeout(resolve, 5)) : Promise.resolve();
    await expect(exportPdf(steps({ live, wait, status }))).resolves.toEqual(file);
    expect(status).toHaveBeenCalledTimes(3);
  });

  test('RT-05: a message lost on an open channel delays the file but does not lose it', async () => {
    const live = { watchTask: () => Promise.resolve(() => undefined) };
    await expect(exportPdf(steps({ live, status: () => Promise.resolve(ready) }))).resolves.toEqual(file);
  });

  test('RT-05: the export polls as soon as the channel breaks, and takes the first result', async () => {
    const waits: number[] = [];
    const wait = (ms: number) => {
      waits.push(ms);
      return ms === 2000 ? Promise.resolve() : new Promise<void>(() => undefined);
    };
    const live = {
      watchTask: (_id: string, _tell: unknown, onBreak?: () => void) => {
        setTimeout(() => onBreak?.(), 5);
        return Promise.resolve(() => undefined);
      },
    };
    const answers = [working, ready];
    const status = () => Promise.resolve(answers.shift() ?? working);
    await expect(exportPdf(steps({ live, wait, status }))).resolves.toEqual(file);
    expect(waits).toEqual([15_000, 1000, 2000]);
  });

  describe('polling next to a channel', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    /** Times of the status calls in milliseconds; the last of `count` calls finds the file. */
    async function statusTimes(watchTask: Live['watchTask'], count: number, ms: number): Promise<number[]> {
      const asked: number[] = [];
      const startedAt = Date.now();
      const status = () => {
        asked.push(Date.now() - startedAt);
        return Promise.resolve(asked.length < count ? working : ready);
      };
      const wait = (pause: number) => new Promise<void>((resolve) => setTimeout(resolve, pause));
      const exported = exportPdf(steps({ live: { watchTask }, wait, status }));
      await vi.advanceTimersByTimeAsync(ms);
      await expect(exported).resolves.toEqual(file);
      return asked;
    }

    test('RT-05: polling starts after one second and continues every two while the channel is not open', async () => {
      const opening = () => new Promise<() => void>(() => undefined);
      expect(await statusTimes(opening, 3, 5000)).toEqual([1000, 3000, 5000]);
    });

    test('RT-05: polling starts after 15 seconds of silence on a confirmed channel', async () => {
      expect(await statusTimes(() => Promise.resolve(() => undefined), 1, 15_000)).toEqual([15_000]);
    });
  });

  test.each([
    ['PD-23', { start: () => Promise.reject(new Error('500')) }, 'Failed to start PDF generation.'],
    ['PD-23', { status: () => Promise.reject(new Error('offline')) }, 'Failed to check PDF status'],
    [
      'PD-22',
      { status: () => Promise.resolve({ ...working, status: 'error' as const }) },
      'PDF generation failed',
    ],
    [
      'PD-22',
      { status: () => Promise.resolve({ ...working, status: 'error' as const, error: 'No paper' }) },
      'No paper',
    ],
    [
      'PD-23',
      { status: () => Promise.resolve({ ...ready, downloadUrl: null }) },
      'No download URL available',
    ],
  ])('%s: each failure has its own message', async (_id, part, words) => {
    await expect(exportPdf(steps(part))).rejects.toThrow(words);
  });

  test('PD-23: one lost response is not a failure', async () => {
    const answers = [() => Promise.reject(new Error('offline')), () => Promise.resolve(ready)];
    const status = () => (answers.shift() ?? (() => Promise.resolve(working)))();
    await expect(exportPdf(steps({ status }))).resolves.toEqual(file);
  });

  test('PD-07: Cancel ends the wait without an error message', async () => {
    const stop = new AbortController();
    const running = exportPdf(steps({ signal: stop.signal }));
    setTimeout(() => stop.abort(new DOMException('Cancelled', 'AbortError')), 5);
    const problem: unknown = await running.catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(DOMException);
    expect(problem).not.toBeInstanceOf(ExportError);
  });

  test('PD-13: a task in progress has no file', () => {
    expect(finishedFile(working)).toBeNull();
  });
});
