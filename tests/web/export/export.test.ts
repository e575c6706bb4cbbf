import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PdfStatusUpdate } from '#domain/realtime/messages';
import { ExportFailed, exportPdf, finished } from '../../../web/src/screens/documents/export/export-pdf.ts';
import type { Live } from '../../../web/src/live.ts';
import type { ExportSteps } from '../../../web/src/screens/documents/export/export-pdf.ts';

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

/** Waiting takes no time; whatever else is given is as given. */
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
  test('RT-05: without a channel it is asked again and again until the file is there', async () => {
    const answers = [working, working, ready];
    const waits: number[] = [];
    const wait = (ms: number) => Promise.resolve(void waits.push(ms));
    const status = () => Promise.resolve(answers.shift() ?? working);
    await expect(exportPdf(steps({ status, wait }))).resolves.toEqual(file);
    expect(waits).toEqual([2000, 2000]);
  });

  test('PD-16: over the channel the file is told of, and the subscription ends', async () => {
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

  test('RT-06: a channel that cannot be had is replaced by asking', async () => {
    const live = { watchTask: () => Promise.reject(new Error('blocked')) };
    const wait = (ms: number) => (ms === 2000 ? Promise.resolve() : new Promise<void>(() => undefined));
    const answers = [working, ready];
    const status = () => Promise.resolve(answers.shift() ?? working);
    await expect(exportPdf(steps({ live, wait, status }))).resolves.toEqual(file);
  });

  test('RT-05, RT-06: a channel that fails only when its time is over is replaced by one asking, not by two', async () => {
    const live = { watchTask: () => Promise.reject(new Error('late')) };
    const answers = [working, working, ready];
    const status = vi.fn<() => Promise<PdfStatusUpdate>>(() => Promise.resolve(answers.shift() ?? ready));
    const wait = (ms: number) =>
      ms === 2000 ? new Promise<void>((resolve) => setTimeout(resolve, 5)) : Promise.resolve();
    await expect(exportPdf(steps({ live, wait, status }))).resolves.toEqual(file);
    expect(status).toHaveBeenCalledTimes(3);
  });

  test('RT-05: a message that was lost on an open channel costs time, not the file', async () => {
    const live = { watchTask: () => Promise.resolve(() => undefined) };
    await expect(exportPdf(steps({ live, status: () => Promise.resolve(ready) }))).resolves.toEqual(file);
  });

  test('RT-05: when the channel breaks it is asked at once, and whichever comes first brings the file', async () => {
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

  describe('beside a channel that is', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    /** When the status was asked for, in milliseconds; the file is there at the last of these looks. */
    async function looks(watchTask: Live['watchTask'], count: number, ms: number): Promise<number[]> {
      const asked: number[] = [];
      const begun = Date.now();
      const status = () => {
        asked.push(Date.now() - begun);
        return Promise.resolve(asked.length < count ? working : ready);
      };
      const wait = (pause: number) => new Promise<void>((resolve) => setTimeout(resolve, pause));
      const exported = exportPdf(steps({ live: { watchTask }, wait, status }));
      await vi.advanceTimersByTimeAsync(ms);
      await expect(exported).resolves.toEqual(file);
      return asked;
    }

    test('RT-05: not open yet, it is asked after one second, then every two', async () => {
      const opening = () => new Promise<() => void>(() => undefined);
      expect(await looks(opening, 3, 5000)).toEqual([1000, 3000, 5000]);
    });

    test('RT-05: confirmed, it is asked only after 15 seconds of silence', async () => {
      expect(await looks(() => Promise.resolve(() => undefined), 1, 15_000)).toEqual([15_000]);
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
  ])('%s: what goes wrong is told in its words', async (_id, part, words) => {
    await expect(exportPdf(steps(part))).rejects.toThrow(words);
  });

  test('PD-23: one lost answer is not yet a failure', async () => {
    const answers = [() => Promise.reject(new Error('offline')), () => Promise.resolve(ready)];
    const status = () => (answers.shift() ?? (() => Promise.resolve(working)))();
    await expect(exportPdf(steps({ status }))).resolves.toEqual(file);
  });

  test('PD-07: Cancel ends the waiting without a word of failure', async () => {
    const stop = new AbortController();
    const running = exportPdf(steps({ signal: stop.signal }));
    setTimeout(() => stop.abort(new DOMException('Cancelled', 'AbortError')), 5);
    const problem: unknown = await running.catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(DOMException);
    expect(problem).not.toBeInstanceOf(ExportFailed);
  });

  test('PD-13: a task that is still worked on has no file', () => {
    expect(finished(working)).toBeNull();
  });
});
