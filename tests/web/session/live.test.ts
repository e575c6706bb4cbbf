import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authOf, createLiveClient } from '../../../web/src/live.ts';
import type { LiveSocket } from '../../../web/src/live.ts';
import { CONNECT_WITHIN_MS } from '../../../web/src/delay.ts';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

type Handler = (data: unknown) => void;

/** A socket that the test controls. */
function fakeSocket(connected: boolean) {
  const handlers = new Map<string, Set<Handler>>();
  const sent: { event: string; taskId: string }[] = [];
  const connect = vi.fn();
  const socket = {
    connected,
    on: (event: string, handler: Handler) =>
      void handlers.set(event, (handlers.get(event) ?? new Set()).add(handler)),
    off: (event: string, handler: Handler) => void handlers.get(event)?.delete(handler),
    emit: (event: string, data: { taskId: string }) => void sent.push({ event, taskId: data.taskId }),
    connect,
    disconnect: vi.fn(),
    io: { on: (event: string, handler: Handler) => socket.on(event, handler) },
  };
  const emitEvent = (event: string, data?: unknown) => {
    for (const handler of handlers.get(event) ?? []) handler(data);
  };
  return { socket: socket as unknown as LiveSocket, emitEvent, sent, connect };
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
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('DEC-153: a change with many readers is passed on within two seconds, unless nobody listens any more', () => {
    const { socket, emitEvent } = fakeSocket(true);
    const live = createLiveClient(socket);
    const listener = vi.fn();
    const stop = live.on('document_changed', listener);
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    emitEvent('document_changed', {});
    expect(listener).toHaveBeenCalledTimes(1);
    emitEvent('document_changed', { readers: 5000 });
    vi.advanceTimersByTime(999);
    expect(listener).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(listener).toHaveBeenCalledTimes(2);
    emitEvent('document_changed', { readers: 5000 });
    stop();
    vi.advanceTimersByTime(2000);
    expect(listener).toHaveBeenCalledTimes(2);
    vi.mocked(Math.random).mockRestore();
  });

  test('DEC-100: data is refetched when the channel opens, for messages before that and during a break', () => {
    const { socket, emitEvent } = fakeSocket(false);
    const again = vi.fn();
    const stop = createLiveClient(socket).onOpen(again);
    expect(again).not.toHaveBeenCalled();
    emitEvent('connect');
    expect(again.mock.calls).toEqual([[true]]);
    emitEvent('connect');
    expect(again.mock.calls).toEqual([[true], [false]]);
    stop();
    emitEvent('connect');
    expect(again).toHaveBeenCalledTimes(2);
  });

  test('DEC-100: each call checks for missed messages, and no response counts as yes', async () => {
    const { socket, emitEvent, sent } = fakeSocket(false);
    const live = createLiveClient(socket);
    emitEvent('connect');
    const answers = [live.hasMissedMessages(), live.hasMissedMessages()];
    expect(sent.map(({ event }) => event)).toEqual(['told_within', 'told_within']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all(answers)).toEqual([true, true]);
  });

  test('RT-03, RT-04: a watch subscribes, receives only its own task, and confirms a final status', async () => {
    const { socket, emitEvent, sent } = fakeSocket(true);
    const updates: PdfStatusUpdate[] = [];
    const watching = createLiveClient(socket).watchTask('t1', (update) => updates.push(update));
    await vi.advanceTimersByTimeAsync(200);
    expect(sent).toEqual([{ event: 'subscribe_pdf_updates', taskId: 't1' }]);
    emitEvent('subscription_confirmed', { taskId: 't1' });
    await watching;
    emitEvent('pdf_status_update', { ...done, taskId: 'other' });
    emitEvent('pdf_status_update', done);
    expect(updates).toEqual([done]);
    expect(sent.at(-1)).toEqual({ event: 'broadcast_received', taskId: 't1' });
  });

  test('RT-07: a subscription fails after three attempts of one second each', async () => {
    const { socket, sent } = fakeSocket(true);
    const watching = createLiveClient(socket).watchTask('t1', () => undefined);
    const failed = expect(watching).rejects.toThrow('Failed to subscribe after multiple attempts');
    await vi.advanceTimersByTimeAsync(200 + 2999);
    expect(sent).toHaveLength(3);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect(warn).toHaveBeenCalledWith('Failed to subscribe after multiple attempts');
    // A confirmation may have been lost, so the client unsubscribes.
    expect(sent.map(({ event }) => event)).toEqual([
      ...Array.from({ length: 3 }, () => 'subscribe_pdf_updates'),
      'unsubscribe_pdf_updates',
    ]);
  });

  test('RT-06: a watch rejects after 15 seconds without a connection, so that the caller polls', async () => {
    const { socket, sent } = fakeSocket(false);
    const failed = expect(createLiveClient(socket).watchTask('t1', () => undefined)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(CONNECT_WITHIN_MS);
    await failed;
    expect(sent).toEqual([]);
    expect(CONNECT_WITHIN_MS).toBe(15_000);
  });

  test('RT-06: a watch does not wait for a failed connection; the next watch reconnects', async () => {
    const { socket, emitEvent, sent, connect } = fakeSocket(false);
    const live = createLiveClient(socket);
    const first = live.watchTask('t1', () => undefined);
    const failed = expect(first).rejects.toThrow();
    emitEvent('connect_error');
    await failed;
    expect(connect).not.toHaveBeenCalled();
    await expect(live.watchTask('t2', () => undefined)).rejects.toThrow();
    expect(connect).toHaveBeenCalledOnce();
    expect(sent).toEqual([]);
    // Once it is connected again, calls wait for it as before.
    emitEvent('connect');
    const third = live.watchTask('t3', () => undefined);
    emitEvent('connect');
    await vi.advanceTimersByTimeAsync(700);
    emitEvent('subscription_confirmed', { taskId: 't3' });
    await third;
    expect(sent).toEqual([{ event: 'subscribe_pdf_updates', taskId: 't3' }]);
  });

  test('DEC-56: the client reconnects within a minute after the three attempts of RT-08, until it is closed', async () => {
    const { socket, emitEvent, connect } = fakeSocket(false);
    const live = createLiveClient(socket);
    for (const times of [1, 2, 3, 4, 5, 6]) {
      emitEvent('connect_error');
      emitEvent('reconnect_failed');
      expect(connect).toHaveBeenCalledTimes(times - 1);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(connect).toHaveBeenCalledTimes(times);
    }
    emitEvent('reconnect_failed');
    live.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connect).toHaveBeenCalledTimes(6);
  });

  test('RT-02: a connection names the user and the show', () => {
    expect(authOf({ userId: 'ada', showId: 'show1' })).toEqual({ userId: 'ada', showId: 'show1' });
    expect(authOf({})).toEqual({ userId: 'anonymous', showId: 'unknown' });
  });

  test('RT-09: a subscription requested before the connection follows 500 ms and 200 ms after it', async () => {
    const { socket, emitEvent, sent } = fakeSocket(false);
    const watching = createLiveClient(socket).watchTask('t1', () => undefined);
    emitEvent('connect');
    await vi.advanceTimersByTimeAsync(699);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([{ event: 'subscribe_pdf_updates', taskId: 't1' }]);
    emitEvent('subscription_confirmed', { taskId: 't1' });
    await watching;
  });

  test('RT-05: a watch is notified of a broken channel until it is stopped', async () => {
    const { socket, emitEvent } = fakeSocket(true);
    const onBreak = vi.fn();
    const watching = createLiveClient(socket).watchTask('t1', () => undefined, onBreak);
    await vi.advanceTimersByTimeAsync(200);
    emitEvent('subscription_confirmed', { taskId: 't1' });
    const stop = await watching;
    expect(onBreak).not.toHaveBeenCalled();
    emitEvent('disconnect');
    expect(onBreak).toHaveBeenCalledOnce();
    stop();
    emitEvent('disconnect');
    expect(onBreak).toHaveBeenCalledOnce();
  });

  test('RT-03: every new connection subscribes again until the watch is stopped', async () => {
    const { socket, emitEvent, sent } = fakeSocket(true);
    const watching = createLiveClient(socket).watchTask('t1', () => undefined);
    await vi.advanceTimersByTimeAsync(200);
    emitEvent('subscription_confirmed', { taskId: 't1' });
    const stop = await watching;
    sent.length = 0;
    emitEvent('connect');
    expect(sent).toEqual([{ event: 'subscribe_pdf_updates', taskId: 't1' }]);
    stop();
    emitEvent('connect');
    expect(sent.at(-1)?.event).toBe('unsubscribe_pdf_updates');
    expect(sent).toHaveLength(2);
  });
});
