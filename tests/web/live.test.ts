import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PdfStatusUpdate } from '#domain/live';
import { CONNECT_WITHIN_MS, liveOver } from '../../web/src/live.ts';
import type { LiveSocket } from '../../web/src/live.ts';

type Hear = (data: unknown) => void;

/** A socket that a test answers for by hand. */
function fakeSocket(connected: boolean) {
  const heard = new Map<string, Set<Hear>>();
  const sent: { event: string; taskId: string }[] = [];
  const socket = {
    connected,
    on: (event: string, hear: Hear) => void heard.set(event, (heard.get(event) ?? new Set()).add(hear)),
    off: (event: string, hear: Hear) => void heard.get(event)?.delete(hear),
    emit: (event: string, data: { taskId: string }) => void sent.push({ event, taskId: data.taskId }),
    connect: () => undefined,
    disconnect: () => undefined,
  };
  const say = (event: string, data?: unknown) => {
    for (const hear of heard.get(event) ?? []) hear(data);
  };
  return { socket: socket as unknown as LiveSocket, say, sent };
}

const done: PdfStatusUpdate = {
  taskId: 't1',
  status: 'success',
  downloadUrl: '/files/pdf/t1/PO_1.pdf',
  fileName: 'PO_1.pdf',
  error: null,
  eventType: 'PDF_GENERATED',
};

describe('live channel', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', {
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      visibilityState: 'visible',
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('DEC-100: what was told before the channel opened, or during a break, is read again when it opens', () => {
    const { socket, say } = fakeSocket(false);
    const again = vi.fn();
    const stop = liveOver(socket).onOpening(again);
    expect(again).not.toHaveBeenCalled();
    say('connect');
    expect(again.mock.calls).toEqual([[true]]);
    say('connect');
    expect(again.mock.calls).toEqual([[true], [false]]);
    stop();
    say('connect');
    expect(again).toHaveBeenCalledTimes(2);
  });

  test('RT-03, RT-04: subscribes, hears its own task only, and confirms a final status', async () => {
    const { socket, say, sent } = fakeSocket(true);
    const updates: PdfStatusUpdate[] = [];
    const watching = liveOver(socket).watchTask('t1', (update) => updates.push(update));
    await vi.advanceTimersByTimeAsync(200);
    expect(sent).toEqual([{ event: 'subscribe_pdf_updates', taskId: 't1' }]);
    say('subscription_confirmed', { taskId: 't1' });
    await watching;
    say('pdf_status_update', { ...done, taskId: 'other' });
    say('pdf_status_update', done);
    expect(updates).toEqual([done]);
    expect(sent.at(-1)).toEqual({ event: 'broadcast_received', taskId: 't1' });
  });

  test('RT-07: three attempts of one second each, then the failure', async () => {
    const { socket, sent } = fakeSocket(true);
    const watching = liveOver(socket).watchTask('t1', () => undefined);
    const failed = expect(watching).rejects.toThrow('Failed to subscribe after multiple attempts');
    await vi.advanceTimersByTimeAsync(200 + 2999);
    expect(sent).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect(sent).toHaveLength(3);
  });

  test('RT-06: without a connection in 15 seconds the caller is told, so that it polls', async () => {
    const { socket, sent } = fakeSocket(false);
    const failed = expect(liveOver(socket).watchTask('t1', () => undefined)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(CONNECT_WITHIN_MS);
    await failed;
    expect(sent).toEqual([]);
    expect(CONNECT_WITHIN_MS).toBe(15_000);
  });

  test('RT-09: a subscription asked for before the connection follows 500 ms and 200 ms after it', async () => {
    const { socket, say, sent } = fakeSocket(false);
    const watching = liveOver(socket).watchTask('t1', () => undefined);
    say('connect');
    await vi.advanceTimersByTimeAsync(699);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([{ event: 'subscribe_pdf_updates', taskId: 't1' }]);
    say('subscription_confirmed', { taskId: 't1' });
    await watching;
  });

  test('RT-03: every new connection subscribes again, until the watcher leaves', async () => {
    const { socket, say, sent } = fakeSocket(true);
    const watching = liveOver(socket).watchTask('t1', () => undefined);
    await vi.advanceTimersByTimeAsync(200);
    say('subscription_confirmed', { taskId: 't1' });
    const stop = await watching;
    sent.length = 0;
    say('connect');
    expect(sent).toEqual([{ event: 'subscribe_pdf_updates', taskId: 't1' }]);
    stop();
    say('connect');
    expect(sent.at(-1)?.event).toBe('unsubscribe_pdf_updates');
    expect(sent).toHaveLength(2);
  });
});
