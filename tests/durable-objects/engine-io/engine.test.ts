import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  handshakeIn,
  RawSocket,
  serve,
  transportUrl,
  type Served,
} from '../../support/socket-echo/harness.ts';

let echo: Served;
let brisk: Served;
beforeAll(async () => {
  [echo, brisk] = await Promise.all([serve('echo'), serve('echo', 'brisk')]);
}, 60_000);
afterAll(() => Promise.all([echo.stop(), brisk.stop()]));

const at = (transport: string, sid?: string): URL => transportUrl(echo.url, '/engine.io/', transport, sid);
const briskAt = (transport: string, sid?: string): URL =>
  transportUrl(brisk.url, '/engine.io/', transport, sid);
const poll = (sid: string, signal?: AbortSignal): Promise<Response> =>
  fetch(at('polling', sid), signal === undefined ? {} : { signal });
const post = (sid: string, body: string): Promise<Response> =>
  fetch(at('polling', sid), { method: 'POST', body });

async function openSession(address = at): Promise<string> {
  const response = await fetch(address('polling'));
  return handshakeIn(await response.text()).sid;
}

async function openSocket(sid?: string, address = at): Promise<RawSocket> {
  const socket = new RawSocket(address('websocket', sid));
  await socket.opened;
  return socket;
}

/** A polling session that was upgraded to a WebSocket. */
async function upgraded(): Promise<{ sid: string; socket: RawSocket }> {
  const sid = await openSession();
  const socket = await openSocket(sid);
  socket.send('2probe');
  expect(await socket.next()).toBe('3probe');
  socket.send('5');
  return { sid, socket };
}

describe('opening', () => {
  test('DEC-56: long polling and WebSocket open with the settings of the protocol', async () => {
    const settings = { pingInterval: 300, pingTimeout: 200, maxPayload: 1_000_000 };
    const polled = handshakeIn(await (await fetch(briskAt('polling'))).text());
    expect(polled).toEqual({ sid: expect.any(String), upgrades: ['websocket'], ...settings });
    const socket = await openSocket(undefined, briskAt);
    expect(handshakeIn(await socket.next())).toEqual({ sid: expect.any(String), upgrades: [], ...settings });
    socket.close();
  });

  test.each([
    ['no version', '/engine.io/?transport=polling', 'GET'],
    ['another version', '/engine.io/?EIO=3&transport=polling', 'GET'],
    ['no transport', '/engine.io/?EIO=4', 'GET'],
    ['an unknown transport', '/engine.io/?EIO=4&transport=smoke', 'GET'],
    ['a POST', '/engine.io/?EIO=4&transport=polling', 'POST'],
    ['a PUT', '/engine.io/?EIO=4&transport=polling', 'PUT'],
    ['a WebSocket without an upgrade', '/engine.io/?EIO=4&transport=websocket', 'GET'],
    ['an unknown session', '/engine.io/?EIO=4&transport=polling&sid=unknown', 'GET'],
  ])('API-122: %s is refused with 400', async (_what, path, method) => {
    expect((await fetch(new URL(path, echo.url), { method })).status).toBe(400);
  });

  test('API-122: a WebSocket of another version or an unknown session does not open', async () => {
    const version = at('websocket');
    version.searchParams.set('EIO', '3');
    await new RawSocket(version).closed;
    await new RawSocket(at('websocket', 'unknown')).closed;
  });
});

describe('messages', () => {
  test.each(['4hello', '4one\x1e4two\x1e4three', '4hello\x1ebAQIDBA==', '4žluťoučký 🎬'])(
    'DEC-56: polling carries %j both ways',
    async (payload) => {
      const sid = await openSession();
      const pushed = await post(sid, payload);
      expect([pushed.status, await pushed.text()]).toEqual([200, 'ok']);
      expect(await (await poll(sid)).text()).toBe(payload);
    },
  );

  test('DEC-56: a waiting poll is answered by the next packet', async () => {
    const sid = await openSession();
    const waiting = poll(sid);
    await pause(50);
    await post(sid, '4late');
    expect(await (await waiting).text()).toBe('4late');
  });

  test('DEC-56: a WebSocket carries text and binary both ways', async () => {
    const socket = await openSocket();
    await socket.next();
    socket.send('4hello');
    expect(await socket.nextContent()).toBe('4hello');
    socket.send(Uint8Array.of(1, 2, 3, 4));
    expect(new Uint8Array((await socket.nextContent()) as ArrayBuffer)).toEqual(Uint8Array.of(1, 2, 3, 4));
    socket.close();
  });

  test('DEC-56: a broken packet ends the session on either transport', async () => {
    const sid = await openSession();
    expect((await post(sid, 'abc')).status).toBe(400);
    expect((await poll(sid)).status).toBe(400);
    const socket = await openSocket();
    await socket.next();
    socket.send('abc');
    await socket.closed;
  });

  test('DEC-56: a body over the agreed size is refused with 413', async () => {
    const sid = await openSession();
    expect((await post(sid, `4${'x'.repeat(1_000_001)}`)).status).toBe(413);
  });

  test('DEC-56: a second concurrent poll ends the session', async () => {
    const sid = await openSession();
    const first = poll(sid);
    await pause(20);
    expect((await poll(sid)).status).toBe(400);
    expect(await (await first).text()).toBe('1');
    expect((await poll(sid)).status).toBe(400);
  });

  test('DEC-56: a client that aborts a poll and polls again must open a new session', async () => {
    const sid = await openSession();
    const controller = new AbortController();
    const aborted = poll(sid, controller.signal).catch(() => 'aborted');
    await pause(30);
    controller.abort();
    expect(await aborted).toBe('aborted');
    expect((await poll(sid)).status).toBe(400);
    expect((await post(sid, '4lost')).status).toBe(400);
  });
});

describe('heartbeat', () => {
  test('DEC-56: pings come on time while they are answered', async () => {
    const sid = await openSession();
    const socket = await openSocket();
    await socket.next();
    for (let beat = 0; beat < 3; beat += 1) {
      expect(await (await poll(sid)).text()).toBe('2');
      expect((await post(sid, '3')).status).toBe(200);
      expect(await socket.next()).toBe('2');
      socket.send('3');
    }
    socket.close();
  });

  test('DEC-56: a client that does not answer is dropped after interval and timeout', async () => {
    const sid = await openSession(briskAt);
    const socket = await openSocket(undefined, briskAt);
    const started = Date.now();
    await socket.closed;
    expect(Date.now() - started).toBeGreaterThan(400);
    expect((await fetch(briskAt('polling', sid))).status).toBe(400);
  });

  test('DEC-56: the deadline holds for a request that comes before the alarm', async () => {
    const sid = await openSession(briskAt);
    await pause(500);
    expect((await fetch(briskAt('polling', sid))).status).toBe(400);
  });
});

describe('closing', () => {
  test('DEC-56: one poll that the closing packet overtook ends as if it had come first', async () => {
    const sid = await openSession();
    expect((await post(sid, '1')).status).toBe(200);
    expect((await post(sid, '4late')).status).toBe(400);
    const overtaken = await poll(sid);
    expect([overtaken.status, await overtaken.text()]).toEqual([200, '6']);
    expect((await poll(sid)).status).toBe(400);
    const other = await openSession();
    await post(other, '1');
    await pause(1_100);
    expect((await poll(other)).status).toBe(400);
  });

  test('DEC-56: a client closes its session on either transport', async () => {
    const sid = await openSession();
    const waiting = poll(sid);
    await pause(20);
    await post(sid, '1');
    expect(await (await waiting).text()).toBe('6');
    expect((await poll(sid)).status).toBe(400);
    const socket = await openSocket();
    await socket.next();
    socket.send('1');
    await socket.closed;
  });
});

describe('upgrade', () => {
  test('DEC-56: the waiting poll ends with a noop, and the WebSocket takes over', async () => {
    const sid = await openSession();
    const socket = await openSocket(sid);
    socket.send('2probe');
    expect(await socket.next()).toBe('3probe');
    expect(await (await poll(sid)).text()).toBe('6');
    socket.send('5');
    socket.send('4hello');
    expect(await socket.nextContent()).toBe('4hello');
    socket.close();
  });

  test('DEC-56: packets queued for a poll arrive over the WebSocket', async () => {
    const sid = await openSession();
    await post(sid, '4first');
    const socket = await openSocket(sid);
    socket.send('2probe');
    await socket.next();
    socket.send('5');
    socket.send('4second');
    expect([await socket.nextContent(), await socket.nextContent()]).toEqual(['4first', '4second']);
    socket.close();
  });

  test('DEC-56: a poll that overtakes the end of the upgrade is rejected without side effects', async () => {
    const { sid, socket } = await upgraded();
    expect((await poll(sid)).status).toBe(400);
    socket.send('4hello');
    expect(await socket.nextContent()).toBe('4hello');
    socket.close();
  });

  test('DEC-56: a second WebSocket for the session is closed without side effects', async () => {
    const { sid, socket } = await upgraded();
    await new RawSocket(at('websocket', sid)).closed;
    socket.send('4hello');
    expect(await socket.nextContent()).toBe('4hello');
    socket.close();
  });

  test('DEC-56: a WebSocket that does not probe is closed, and polling continues', async () => {
    const sid = await openSession();
    const socket = await openSocket(sid);
    socket.send('4not yet');
    await socket.closed;
    await post(sid, '4still here');
    expect(await (await poll(sid)).text()).toBe('4still here');
  });
});

test('DEC-56: a WebSocket session survives hibernation', async () => {
  const socket = await openSocket();
  await socket.next();
  await echo.hibernate('echo', 'RAW');
  expect(await socket.next()).toBe('2');
  socket.send('3');
  socket.send('4hello');
  expect(await socket.nextContent()).toBe('4hello');
  socket.close();
});

test('DEC-56: a ping deadline survives hibernation', async () => {
  const socket = await openSocket(undefined, briskAt);
  await socket.next();
  await brisk.hibernate('echo', 'RAW');
  await socket.closed;
});
