import { describe, expect, test, vi } from 'vitest';
import type { EmailStatusUpdate } from '#domain/realtime/messages';
import type { Live } from '../../../web/src/live.ts';
import { followMail } from '../../../web/src/screens/documents/export/watch-mail.ts';
import type { MailSteps } from '../../../web/src/screens/documents/export/watch-mail.ts';
import type { SendHistory } from '#domain/documents/document-response';

const entry: SendHistory = {
  created: '2026-11-20T18:00:00.000Z',
  isSuccessful: true,
  sendType: 'EMAIL',
  senderFirstName: 'Dana',
  senderLastName: 'Whitlock',
};

/** Steps whose waits take no time, with nothing sent yet; `part` replaces some of them. */
function steps(part: Partial<MailSteps> = {}): MailSteps {
  return {
    docId: 'd1',
    mailed: () => Promise.resolve([]),
    before: 0,
    live: null,
    wait: () => Promise.resolve(),
    ...part,
  };
}

/** A live channel that can deliver a message. */
function channel() {
  const listeners = new Set<(update: EmailStatusUpdate) => void>();
  const left = vi.fn<() => void>();
  const on = ((_name: string, listener: (update: EmailStatusUpdate) => void) => {
    listeners.add(listener);
    return left;
  }) as unknown as Live['on'];
  const tell = (docId: string, status: 'success' | 'error', error: string | null) => {
    const update: EmailStatusUpdate = { docType: 'PO', docId, showId: 's1', docNumber: '1', status, error };
    for (const listener of listeners) listener(update);
  };
  return { live: { on }, left, tell };
}

describe('the result of an e-mail', () => {
  test('DEC-57: a message about this document delivers the result and ends the subscription', async () => {
    const { live, left, tell } = channel();
    const mail = followMail(steps({ live, wait: () => new Promise(() => undefined) }));
    tell('d2', 'success', null);
    tell('d1', 'error', 'No.');
    await expect(mail.done()).resolves.toMatchObject({ status: 'error', error: 'No.' });
    expect(left).toHaveBeenCalledTimes(1);
  });

  test('RT-05, EM-16: without a channel the next entry of the send history gives the result', async () => {
    const histories = [[entry], [entry], [{ ...entry, isSuccessful: false }, entry]];
    const waits: number[] = [];
    const wait = (ms: number) => Promise.resolve(void waits.push(ms));
    const mailed = () => Promise.resolve(histories.shift() ?? []);
    await expect(followMail(steps({ mailed, before: 1, wait })).done()).resolves.toEqual({
      status: 'error',
      error: null,
    });
    expect(waits).toEqual([2000, 2000]);
  });

  test('DEC-57: polling makes up for a lost message and for a failed request', async () => {
    const { live } = channel();
    const answers = [() => Promise.reject(new Error('offline')), () => Promise.resolve([entry])];
    const mailed = () => (answers.shift() ?? (() => Promise.resolve([])))();
    await expect(followMail(steps({ live, mailed })).done()).resolves.toEqual({
      status: 'success',
      error: null,
    });
  });

  test('DEC-57: polling ends if the send history stays unchanged; an open channel stays subscribed', async () => {
    const mailed = vi.fn<() => Promise<SendHistory[]>>(() => Promise.resolve([]));
    await expect(followMail(steps({ mailed })).done()).resolves.toBeNull();
    expect(mailed.mock.calls.length).toBeLessThan(100);
    const { live, tell } = channel();
    const done = followMail(steps({ live })).done();
    setTimeout(() => tell('d1', 'success', null), 20);
    await expect(done).resolves.toMatchObject({ status: 'success' });
  });
});
