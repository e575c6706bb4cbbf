import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PdfStatusUpdate } from '#domain/realtime/messages';
import { authOf, liveOver } from '../../../web/src/live.ts';
import type { LiveSocket } from '../../../web/src/live.ts';
import { CONNECT_WITHIN_MS } from '../../../web/src/delay.ts';

type Hear = (data: unknown) => void;

/** A socket that a test answers for by hand. */
function fakeSocket(connected: boolean) {
  const heard = new Map<string, Set<Hear>>();
  const sent: { event: string; taskId: string }[] = [];
  const connect = vi.fn();
  const socket = {
    connected,
    on: (event: string, hear: Hear) => void heard.set(event, (heard.get(event) ?? new Set()).add(hear)),
    off: (event: string, hear: Hear) => void heard.get(event)?.delete(hear),
    emit: (event: string, data: { taskId: string }) => void sent.push({ event, taskId: data.taskId }),
    connect,
    disconnect: vi.fn(),
    io: { on: (event: string, hear: Hear) => socket.on(event, hear) },
  };
  const say = (event: string, data?: unknown) => {
    for (const hear of heard.get(event) ?? []) hear(data);
  };
  return { socket: socket as unknown as LiveSocket, say, sent, connect };
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

  test('DEC-100: whether something was missed is asked anew each time, and no answer counts as yes', async () => {
    const { socket, say, sent } = fakeSocket(false);
    const live = liveOver(socket);
    say('connect');
    const answers = [live.hasMissed(), live.hasMissed()];
    expect(sent.map(({ event }) => event)).toEqual(['told_within', 'told_within']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all(answers)).toEqual([true, true]);
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
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect(warn).toHaveBeenCalledWith('Failed to subscribe after multiple attempts');
    // A confirmation may have been lost on its way: the server is told that nobody listens.
    expect(sent.map(({ event }) => event)).toEqual([
      ...Array.from({ length: 3 }, () => 'subscribe_pdf_updates'),
      'unsubscribe_pdf_updates',
    ]);
  });

  test('RT-06: without a connection in 15 seconds the caller is told, so that it polls', async () => {
    const { socket, sent } = fakeSocket(false);
    const failed = expect(liveOver(socket).watchTask('t1', () => undefined)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(CONNECT_WITHIN_MS);
    await failed;
    expect(sent).toEqual([]);
    expect(CONNECT_WITHIN_MS).toBe(15_000);
  });

  test('RT-06: a connection that fails is not waited for; what is asked for later tries it anew', async () => {
    const { socket, say, sent, connect } = fakeSocket(false);
    const live = liveOver(socket);
    const first = live.watchTask('t1', () => undefined);
    const failed = expect(first).rejects.toThrow();
    say('connect_error');
    await failed;
    expect(connect).not.toHaveBeenCalled();
    await expect(live.watchTask('t2', () => undefined)).rejects.toThrow();
    expect(connect).toHaveBeenCalledOnce();
    expect(sent).toEqual([]);
    // Once it is there again it is waited for as before.
    say('connect');
    const third = live.watchTask('t3', () => undefined);
    say('connect');
    await vi.advanceTimersByTimeAsync(700);
    say('subscription_confirmed', { taskId: 't3' });
    await third;
    expect(sent).toEqual([{ event: 'subscribe_pdf_updates', taskId: 't3' }]);
  });

  test('DEC-56: after the three attempts of RT-08 it connects again within a minute, until it is closed', async () => {
    const { socket, say, connect } = fakeSocket(false);
    const live = liveOver(socket);
    for (const times of [1, 2, 3, 4, 5, 6]) {
      say('connect_error');
      say('reconnect_failed');
      expect(connect).toHaveBeenCalledTimes(times - 1);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(connect).toHaveBeenCalledTimes(times);
    }
    say('reconnect_failed');
    live.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connect).toHaveBeenCalledTimes(6);
  });

  test('RT-02: a connection says who opens it, and in which show', () => {
    expect(authOf({ userId: 'ada', showId: 'show1' })).toEqual({ userId: 'ada', showId: 'show1' });
    expect(authOf({})).toEqual({ userId: 'anonymous', showId: 'unknown' });
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

  test('RT-05: a watch is told that its channel broke, until it is left', async () => {
    const { socket, say } = fakeSocket(true);
    const onBreak = vi.fn();
    const watching = liveOver(socket).watchTask('t1', () => undefined, onBreak);
    await vi.advanceTimersByTimeAsync(200);
    say('subscription_confirmed', { taskId: 't1' });
    const stop = await watching;
    expect(onBreak).not.toHaveBeenCalled();
    say('disconnect');
    expect(onBreak).toHaveBeenCalledOnce();
    stop();
    say('disconnect');
    expect(onBreak).toHaveBeenCalledOnce();
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
