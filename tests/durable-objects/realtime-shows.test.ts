import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { shardOfUser } from '#domain/realtime/realtime-shard';
import { connect, cookie, disconnectAll } from '../support/socket-echo/client.ts';
import { serve, transportUrl, type Served } from '../support/socket-echo/harness.ts';
import { finished } from '../support/pdf/task-messages.ts';

let backlot: Served;
beforeAll(async () => {
  backlot = await serve('backlot');
}, 60_000);
afterAll(() => backlot.stop());
afterEach(disconnectAll);

const changedIn = (showId: string) =>
  ({
    docType: 'PO',
    id: `${showId}_2`,
    showId,
    version: 2,
    status: 'SUBMITTED_FOR_APPROVAL',
    submissionStatus: 'Submitted for approval',
  }) as const;
const tellOf = (showId: string, to: string[]) =>
  backlot.tell({ event: 'document_changed', data: changedIn(showId), showId, to });

describe.each([
  ['websocket only', ['websocket']],
  ['polling only', ['polling']],
  ['the default upgrade', ['polling', 'websocket']],
])('two windows of one session over %s', (_name, transports) => {
  // show1 and show3 share one object, show2 uses another.
  test.each(['show2', 'show3'])(
    'DEC-56: each window receives messages of its own show; the other is %s',
    async (other) => {
      expect(shardOfUser('show3', 'ada', 2)).toBe(shardOfUser('show1', 'ada', 2));
      expect(shardOfUser('show2', 'ada', 2)).not.toBe(shardOfUser('show1', 'ada', 2));
      const ownWindow = await connect(backlot, 'token-ada', transports, 'show1');
      const otherWindow = await connect(backlot, 'token-ada', transports, other);
      await tellOf('show1', ['ada']);
      await tellOf(other, ['ada']);
      await expect
        .poll(() => [ownWindow.received, otherWindow.received])
        .toEqual([[['document_changed', changedIn('show1')]], [['document_changed', changedIn(other)]]]);

      const taskId = `${other}_windows_${transports.length}${transports[0]}`;
      await backlot.store('ada', finished(taskId));
      ownWindow.socket.emit('subscribe_pdf_updates', taskId);
      otherWindow.socket.emit('subscribe_pdf_updates', taskId);
      await expect
        .poll(() => otherWindow.received.slice(1))
        .toEqual([
          ['subscription_confirmed', { taskId }],
          ['pdf_status_update', finished(taskId)],
        ]);
      await pause(100);
      expect(ownWindow.received).toHaveLength(1);
    },
  );

  test('DEC-56: a show of other users is rejected, and none of its messages arrive', async () => {
    await expect(connect(backlot, 'token-cyd', transports, 'show1')).rejects.toThrow(/error/);
    const own = await connect(backlot, 'token-cyd', transports, 'show3');
    await tellOf('show1', ['cyd']);
    await tellOf('show3', ['cyd']);
    await expect.poll(() => own.received).toEqual([['document_changed', changedIn('show3')]]);
  });
});

test('DEC-56: a client that is not signed in receives no messages of a named show', async () => {
  const { socket, received } = await connect(backlot, null, ['websocket'], 'show1');
  await tellOf('show1', ['ada', 'anonymous', 'unknown']);
  await pause(200);
  expect([socket.connected, received]).toEqual([true, []]);
});

test('DEC-56: a user who leaves a show or is deactivated is disconnected at once', async () => {
  const [ownWindow, otherWindow] = [
    await connect(backlot, 'token-fay', ['websocket'], 'show1'),
    await connect(backlot, 'token-fay', ['polling'], 'show3'),
  ];
  const other = await connect(backlot, 'token-bob');
  await backlot.closeSockets({ userId: 'fay', showId: 'show1' });
  await expect.poll(() => ownWindow.socket.connected).toBe(false);
  expect([otherWindow.socket.connected, other.socket.connected]).toEqual([true, true]);
  await backlot.closeSockets({ userId: 'fay' });
  await expect.poll(() => otherWindow.socket.connected).toBe(false);
  expect(other.socket.connected).toBe(true);
});

test('DEC-56: a polling window gets no further answer after its user left the show', async () => {
  const url = transportUrl(backlot.url, '/socket.io/', 'polling');
  url.searchParams.set('showId', 'show1');
  const opened = await fetch(url, { headers: cookie('token-fay') });
  const sid = /"sid":"([^"]+)"/.exec(await opened.text())?.[1] ?? '';
  await backlot.leave('fay', 'show1');
  url.searchParams.set('sid', sid);
  const refused = await fetch(url, { headers: cookie('token-fay') });
  expect([opened.status, refused.status]).toEqual([200, 403]);
  expect(await refused.json()).toEqual({ code: 4, message: 'Forbidden' });
});

test('DEC-56: an invalid show id is rejected by the route', async () => {
  for (const showId of ['', '\u0000', 'show1\nx', 'x'.repeat(5000)]) {
    const url = transportUrl(backlot.url, '/socket.io/', 'polling');
    url.searchParams.set('showId', showId);
    expect((await fetch(url, { headers: cookie('token-fay') })).status).toBe(403);
  }
});
