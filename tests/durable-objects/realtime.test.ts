import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { realtimeHeaders, shardName, shardOfUser } from '#domain/realtime/realtime-shard';
import { sha256 } from '../../functions/store/d1/sha256.ts';
import { connect, cookie, disconnectAll } from '../support/socket-echo/client.ts';
import { handshakeIn, serve, transportUrl, type Served } from '../support/socket-echo/harness.ts';
import { finished, running } from '../support/pdf/task-messages.ts';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

let backlot: Served;
beforeAll(async () => {
  backlot = await serve('backlot');
}, 60_000);
afterAll(() => backlot.stop());

afterEach(disconnectAll);

const signedIn = (token: string | null, transports?: string[]) => connect(backlot, token, transports);

let tasks = 0;
const taskOf = (showId: string): string => `${showId}_task${(tasks += 1)}`;

const tellAda = (update: PdfStatusUpdate, to = ['ada']): Promise<unknown> =>
  backlot.tell({ event: 'pdf_status_update', data: update, showId: 'show1', to });

describe.each([
  ['websocket only', ['websocket']],
  ['polling only', ['polling']],
  ['the default upgrade', ['polling', 'websocket']],
])('a stock client over %s', (_name, transports) => {
  test('RT-03, RT-04: subscribing is confirmed, and the status arrives', async () => {
    const taskId = taskOf('show1');
    await backlot.store('ada', running(taskId));
    const { socket, received } = await signedIn('token-ada', transports);
    socket.emit('subscribe_pdf_updates', taskId);
    await expect.poll(() => received).toEqual([['subscription_confirmed', { taskId }]]);
    await tellAda(running(taskId));
    await tellAda(finished(taskId));
    await expect
      .poll(() => received.slice(1))
      .toEqual([
        ['pdf_status_update', running(taskId)],
        ['pdf_status_update', finished(taskId)],
      ]);
  });

  test('DEC-56: a task of another user is neither confirmed nor reported', async () => {
    const taskId = taskOf('show1');
    await backlot.store('ada', finished(taskId));
    const { socket, received } = await signedIn('token-bob', transports);
    socket.emit('subscribe_pdf_updates', taskId);
    await tellAda(finished(taskId), ['ada', 'bob']);
    await pause(300);
    expect(received).toEqual([]);
  });
});

test('DEC-100: a late client learns whether messages of the show were published in the meantime', async () => {
  const { socket } = await signedIn('token-ada');
  const wasPublished = (within: unknown): Promise<unknown> =>
    socket.timeout(2000).emitWithAck('told_within', within);
  await tellAda(running(taskOf('show1')), ['bob']);
  expect(await wasPublished({ milliseconds: 60_000 })).toBe(true);
  await pause(300);
  expect(await wasPublished({ milliseconds: 100 })).toBe(false);
  // Messages of another show do not count, and an invalid query counts as a missed message.
  await backlot.tell({ event: 'show_changed', data: { showId: 'show2' }, showId: 'show2', to: ['ada'] });
  expect(await wasPublished({ milliseconds: 100 })).toBe(false);
  for (const broken of [null, {}, { milliseconds: 'long' }]) expect(await wasPublished(broken)).toBe(true);
  const stranger = await signedIn(null);
  expect(await stranger.socket.timeout(2000).emitWithAck('told_within', { milliseconds: 1 })).toBe(true);
});

describe('subscriptions', () => {
  test('DEC-56: subscribing to a finished task announces it at once; taskId may come in an object', async () => {
    const taskId = taskOf('show1');
    await backlot.store('ada', finished(taskId));
    const { socket, received } = await signedIn('token-ada');
    socket.emit('subscribe_pdf_updates', { taskId });
    await expect
      .poll(() => received)
      .toEqual([
        ['subscription_confirmed', { taskId }],
        ['pdf_status_update', finished(taskId)],
      ]);
  });

  test('RT-03: broadcast_received drops the subscription only after a final status', async () => {
    const taskId = taskOf('show1');
    await backlot.store('ada', running(taskId));
    const { socket, received } = await signedIn('token-ada');
    socket.emit('subscribe_pdf_updates', taskId);
    await expect.poll(() => received.length).toBe(1);
    await tellAda(running(taskId));
    socket.emit('broadcast_received', taskId);
    await tellAda(finished(taskId));
    await expect.poll(() => received.length).toBe(3);
    socket.emit('broadcast_received', { taskId });
    await pause(100);
    await tellAda(finished(taskId));
    await pause(200);
    expect(received.length).toBe(3);
  });

  test('RT-03: unsubscribe_pdf_updates ends the messages', async () => {
    const taskId = taskOf('show1');
    await backlot.store('ada', running(taskId));
    const { socket, received } = await signedIn('token-ada');
    socket.emit('subscribe_pdf_updates', taskId);
    await expect.poll(() => received.length).toBe(1);
    socket.emit('unsubscribe_pdf_updates', taskId);
    await pause(100);
    await tellAda(finished(taskId));
    await pause(200);
    expect(received.length).toBe(1);
  });

  test('RT-02, DEC-56: without a session nothing is confirmed, whatever the auth payload claims', async () => {
    const taskId = taskOf('show1');
    await backlot.store('ada', finished(taskId));
    const { socket, received } = await signedIn(null);
    socket.emit('subscribe_pdf_updates', taskId);
    await tellAda(finished(taskId));
    await pause(300);
    expect([socket.connected, received]).toEqual([true, []]);
  });

  test('DEC-56: unknown, foreign and malformed tasks are not confirmed and have no side effects', async () => {
    const elsewhere = taskOf('show2');
    await backlot.store('ada', running(elsewhere));
    const { socket, received } = await signedIn('token-ada');
    for (const taskId of [
      'show1_unknown',
      elsewhere,
      'show1_broken',
      '',
      7,
      null,
      { taskId: [] },
      'x'.repeat(200),
    ]) {
      socket.emit('subscribe_pdf_updates', taskId);
    }
    socket.emit('subscribe_pdf_updates');
    socket.emit('no_such_event', 'x');
    const taskId = taskOf('show1');
    await backlot.store('ada', running(taskId));
    socket.emit('subscribe_pdf_updates', taskId);
    await expect.poll(() => received).toEqual([['subscription_confirmed', { taskId }]]);
  });

  test('DEC-56: a socket has at most fifty subscriptions', async () => {
    const { socket, received } = await signedIn('token-ada');
    for (let count = 0; count < 52; count += 1) {
      const taskId = taskOf('show1');
      await backlot.store('ada', running(taskId));
      socket.emit('subscribe_pdf_updates', taskId);
    }
    await expect.poll(() => received.length).toBe(50);
    await pause(200);
    expect(received.length).toBe(50);
  });

  test('DEC-56: subscriptions survive hibernation', async () => {
    const taskId = taskOf('show1');
    await backlot.store('ada', running(taskId));
    const { socket, received } = await signedIn('token-ada');
    socket.emit('subscribe_pdf_updates', taskId);
    await expect.poll(() => received.length).toBe(1);
    await backlot.hibernate(shardName(shardOfUser('show1', 'ada', 2)), 'REALTIME');
    await tellAda(finished(taskId));
    await expect.poll(() => received.at(-1)).toEqual(['pdf_status_update', finished(taskId)]);
  });
});

test('DEC-100, RT-10: other messages reach exactly the named users of the show without a subscription', async () => {
  const [ada, sameAda, bob, cyd] = await Promise.all(
    ['token-ada', 'token-ada-2', 'token-bob', 'token-cyd'].map((token) => signedIn(token)),
  );
  expect(shardOfUser('show3', 'ada', 2)).toBe(shardOfUser('show1', 'ada', 2));
  const document = {
    docType: 'PO',
    id: 'show1_1',
    showId: 'show1',
    version: 2,
    status: 'SUBMITTED_FOR_APPROVAL',
    submissionStatus: 'Submitted for approval',
  } as const;
  await backlot.tell({ event: 'document_changed', data: document, showId: 'show1', to: ['ada', 'cyd'] });
  await expect
    .poll(() => [ada?.received, sameAda?.received])
    .toEqual(Array.from({ length: 2 }, () => [['document_changed', document]]));
  await pause(200);
  expect([bob?.received, cyd?.received]).toEqual([[], []]);
  // Changes of several documents are published in one call, each to its own users.
  const otherSockets = ['show1_2', 'show1_3'].map((id) => ({ ...document, id }));
  await backlot.tell(
    ...otherSockets.map((data, n) => ({
      event: 'document_changed' as const,
      data,
      showId: 'show1',
      to: n === 0 ? ['ada'] : ['ada', 'bob'],
    })),
  );
  await expect
    .poll(() => [ada?.received.slice(1), bob?.received])
    .toEqual(
      [otherSockets, otherSockets.slice(1)].map((received) =>
        received.map((one) => ['document_changed', one]),
      ),
    );
});

test('NUDGE-12: a stock client is notified of a nudge of its user, and no other client is', async () => {
  const [ada, bob] = [await signedIn('token-ada'), await signedIn('token-bob')];
  const nudge = {
    docType: 'PO',
    docId: 'show1_1',
    showId: 'show1',
    docNumber: 'SD-00112',
    userName: 'Ana Flores',
    absentNames: ['Priya Raman'],
  } as const;
  await backlot.tell({ event: 'nudge_update', data: nudge, showId: 'show1', to: ['ada'] });
  await expect.poll(() => ada.received).toEqual([['nudge_update', nudge]]);
  await pause(200);
  expect(bob.received).toEqual([]);
});

/** The address of a poll. */
const at = (sid?: string, path = '/socket.io/'): URL => transportUrl(backlot.url, path, 'polling', sid);

async function openingStatus(origin: string): Promise<number> {
  return (await fetch(at(), { headers: { origin } })).status;
}

async function openSession(headers: Record<string, string> = {}): Promise<string> {
  return handshakeIn(await (await fetch(at(), { headers })).text()).sid;
}

describe('the endpoint', () => {
  test('API-122: the endpoint works with and without the slash, and the session id contains the shard', async () => {
    for (const path of ['/socket.io', '/socket.io/']) {
      const { sid } = handshakeIn(await (await fetch(at(undefined, path))).text());
      expect(sid).toMatch(/^2\.[0-9a-f]{40}$/);
    }
    const shard = shardOfUser('show1', 'ada', 2);
    expect(await openSession(cookie('token-ada'))).toMatch(new RegExp(`^${shard}\\.`));
  });

  test('DEC-56: heartbeats have the intervals that clients expect', async () => {
    const { pingInterval, pingTimeout } = handshakeIn(await (await fetch(at())).text());
    expect([pingInterval, pingTimeout]).toEqual([25_000, 20_000]);
  });

  test.each(['x', '0.', '0.short', `2.${'0'.repeat(40)}`, `zz.${'0'.repeat(40)}`, `00.${'0'.repeat(40)}`])(
    'DEC-56: the malformed or foreign id %j is rejected with 400',
    async (sid) => {
      const response = await fetch(at(sid));
      expect([response.status, await response.json()]).toEqual([
        400,
        { code: 1, message: 'Session ID unknown' },
      ]);
    },
  );

  test('DEC-04: only our own origin and the configured one are accepted', async () => {
    expect(await openingStatus('https://evil.example')).toBe(403);
    expect(await openingStatus('null')).toBe(403);
    expect(await openingStatus(backlot.url.origin)).toBe(200);
    expect(await openingStatus('https://web.example')).toBe(200);
  });

  test('DEC-56: a session accepts only requests of the sign-in that opened it', async () => {
    const sid = await openSession(cookie('token-ada'));
    const post = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(at(sid), { method: 'POST', body: '40', headers })).status;
    expect(await post(cookie('token-bob'))).toBe(400);
    expect(await post({})).toBe(400);
    expect(await post(cookie('token-ada'))).toBe(200);
  });

  test('DEC-56: identity headers of a client are ignored', async () => {
    const taskId = taskOf('show1');
    await backlot.store('ada', finished(taskId));
    const { sid: chosen, showId, session } = realtimeHeaders;
    const forged = {
      [session]: sha256('token-ada'),
      [showId]: 'show1',
      [chosen]: '0.chosen-by-the-client-123',
    };
    const sid = await openSession(forged);
    expect(sid).not.toBe(forged[chosen]);
    const body = `40\x1e42${JSON.stringify(['subscribe_pdf_updates', taskId])}`;
    await fetch(at(sid), { method: 'POST', body, headers: forged });
    await pause(200);
    const answer = await (await fetch(at(sid), { headers: forged })).text();
    expect(answer).toMatch(/^40\{"sid":"[^"]+"\}$/);
  });
});
