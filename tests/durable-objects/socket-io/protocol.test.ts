import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { timeoutMs, RawSocket, serve, transportUrl, type Served } from '../../support/socket-echo/harness.ts';

let echo: Served;
beforeAll(async () => {
  echo = await serve('echo');
}, 60_000);
afterAll(() => echo.stop());

const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

/** A stock client, closed after the test. */
function connect(transports: string[], namespace = '/', auth: Record<string, unknown> = {}): Socket {
  const socket = io(new URL(namespace, echo.url).href, {
    transports,
    auth,
    forceNew: true,
    reconnection: false,
  });
  clients.push(socket);
  return socket;
}

const next = (socket: Socket, event: string): Promise<unknown[]> =>
  new Promise((resolve) => {
    socket.once(event, (...args: unknown[]) => resolve(args));
  });

/** A WebSocket that has joined the main namespace. */
async function joined(): Promise<RawSocket> {
  const socket = new RawSocket(transportUrl(echo.url, '/socket.io/', 'websocket'));
  await socket.next();
  socket.send('40');
  expect(await socket.next()).toMatch(/^40\{"sid":"[^"]+"\}$/);
  expect(await socket.next()).toBe('42["auth",{}]');
  return socket;
}

describe.each([
  ['websocket only', ['websocket'], 'websocket'],
  ['polling only', ['polling'], 'polling'],
  ['the default upgrade', ['polling', 'websocket'], 'websocket'],
])('RT-01: a stock client over %s', (_name, transports, final) => {
  test('RT-01: connects and passes its auth payload', async () => {
    const socket = connect(transports, '/', { userId: 'ada' });
    expect(await next(socket, 'auth')).toEqual([{ userId: 'ada' }]);
    await expect.poll(() => socket.io.engine.transport.name).toBe(final);
  });

  test('RT-01: sends and receives text, objects and binary, with and without acknowledgement', async () => {
    const socket = connect(transports);
    await next(socket, 'connect');
    const content = [1, '2 🎬', { 3: [true] }];
    const back = next(socket, 'message-back');
    socket.emit('message', ...content);
    expect(await back).toEqual(content);
    expect(await socket.emitWithAck('message-with-ack', 'a')).toBe('a');
    const bytes = Buffer.from([1, 2, 3]);
    const binary = next(socket, 'message-back');
    socket.emit('message', bytes, { inside: bytes });
    expect(await binary).toEqual([bytes, { inside: bytes }]);
    expect(await socket.emitWithAck('message-with-ack', bytes)).toEqual(bytes);
  });

  test('RT-01: stays connected over several heartbeats and notices a disconnect by the server', async () => {
    const socket = connect(transports);
    await next(socket, 'connect');
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(socket.connected).toBe(true);
    const disconnected = next(socket, 'disconnect');
    socket.emit('leave');
    expect((await disconnected)[0]).toBe('io server disconnect');
  });
});

describe('namespaces', () => {
  test('DEC-56: a client joins a second namespace, and leaves it without leaving the first', async () => {
    const socket = await joined();
    socket.send('40/custom,{"token":"abc"}');
    expect(await socket.nextContent()).toMatch(/^40\/custom,\{"sid":/);
    expect(await socket.nextContent()).toBe('42/custom,["auth",{"token":"abc"}]');
    socket.send('41/custom,');
    socket.send('42["message","still here"]');
    expect(await socket.nextContent()).toBe('42["message-back","still here"]');
    socket.close();
  });

  test('DEC-56: a client that answers pings but joins no namespace is closed after the connect timeout', async () => {
    const silent = new RawSocket(transportUrl(echo.url, '/socket.io/', 'websocket'));
    await silent.next();
    const started = Date.now();
    void silent.nextContent();
    await silent.closed;
    expect(Date.now() - started).toBeGreaterThan(900);
    expect(Date.now() - started).toBeLessThan(timeoutMs);
  });

  test('DEC-56: an unknown namespace is refused', async () => {
    const refused = connect(['websocket'], '/random');
    expect((await next(refused, 'connect_error'))[0]).toMatchObject({ message: 'Invalid namespace' });
  });

  test('DEC-56: the public id of a socket is not the id of its session', async () => {
    const socket = connect(['websocket']);
    await next(socket, 'connect');
    expect(socket.id).toEqual(expect.any(String));
    expect(socket.id).not.toBe(socket.io.engine.id);
  });
});

describe('malformed packets', () => {
  test.each([
    ['an unknown type', '4abc'],
    ['a payload that is no array', '42{}'],
    ['a broken answer id', '42abc["message-with-ack",1]'],
    ['a reserved event', '42["disconnect"]'],
    ['a second connect', '40'],
    ['an event for a namespace not joined', '42/custom,["message"]'],
    ['too many attachments', '4511-["message"]'],
  ])('DEC-56: %s ends the session', async (_what, frame) => {
    const socket = await joined();
    socket.send(frame);
    await socket.closed;
  });

  test('DEC-56: an event before joining, or unannounced binary data, ends the session', async () => {
    const early = new RawSocket(transportUrl(echo.url, '/socket.io/', 'websocket'));
    await early.next();
    early.send('42["message"]');
    await early.closed;
    const binary = await joined();
    binary.send(Uint8Array.of(1));
    await binary.closed;
  });

  test('DEC-56: an application error does not disconnect the client', async () => {
    const socket = await joined();
    socket.send('42["fail"]');
    socket.send('42["message","after"]');
    expect(await socket.nextContent()).toBe('42["message-back","after"]');
    socket.close();
  });
});
