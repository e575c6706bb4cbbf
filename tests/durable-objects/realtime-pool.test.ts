import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shardName, shardOfUser } from '#domain/realtime/realtime-shard';
import { connect, cookie, disconnectAll } from '../support/socket-echo/client.ts';
import { serve, transportUrl, type Served } from '../support/socket-echo/harness.ts';

/** Two objects per show: ada and bob are in different ones. */
const pool = 32;

let backlot: Served;
beforeAll(async () => {
  backlot = await serve('backlot', 'patient', pool);
}, 60_000);
afterAll(() => backlot.stop());
afterEach(disconnectAll);

const data = {
  docType: 'PO',
  id: 'show1_2',
  showId: 'show1',
  version: 2,
  status: 'SUBMITTED_FOR_APPROVAL',
  submissionStatus: 'Submitted for approval',
} as const;
const publish = (to: string[]) => backlot.tell({ event: 'document_changed', data, showId: 'show1', to });

test('DEC-153: users of one show in several objects each receive their own messages, also after hibernation', async () => {
  expect(shardOfUser('show1', 'ada', pool)).not.toBe(shardOfUser('show1', 'bob', pool));
  // A stock client names neither show nor user; the Worker looks both up.
  const [ada, bob] = [await connect(backlot, 'token-ada'), await connect(backlot, 'token-bob')];
  await publish(['ada', 'bob']);
  await expect.poll(() => [ada.received.length, bob.received.length]).toEqual([1, 1]);
  await backlot.hibernate(shardName(shardOfUser('show1', 'ada', pool)), 'REALTIME');
  await publish(['ada']);
  await expect.poll(() => ada.received.length).toBe(2);
  expect(bob.received.length).toBe(1);
});

test('DEC-153: a window that names its show and its user is held with the other windows of the user', async () => {
  const objects = (await backlot.listObjects('REALTIME')).length;
  const named = await connect(backlot, 'token-ada', ['websocket'], 'show1', 'ada');
  await publish(['ada']);
  await expect.poll(() => named.received.length).toBe(1);
  expect((await backlot.listObjects('REALTIME')).length).toBe(objects);
});

test('DEC-153: a sign-out closes the windows of the session in every show, and calls only their objects', async () => {
  const windows = [
    await connect(backlot, 'token-ada-2', ['websocket'], 'show1'),
    await connect(backlot, 'token-ada-2', ['websocket'], 'show2'),
  ];
  const other = await connect(backlot, 'token-bob');
  const objects = (await backlot.listObjects('REALTIME')).length;
  await backlot.signOut('token-ada-2');
  await expect.poll(() => windows.map(({ socket }) => socket.connected)).toEqual([false, false]);
  expect(other.socket.connected).toBe(true);
  // At most those of show3 and of windows without a show, of the 32 in the pool.
  expect((await backlot.listObjects('REALTIME')).length - objects).toBeLessThanOrEqual(2);
});

test('DEC-153: a window that names another user than that of its session is refused, so that sign-outs find it', async () => {
  const statusOf = async (userId: string) => {
    const url = transportUrl(backlot.url, '/socket.io/', 'polling');
    url.searchParams.set('showId', 'show1');
    url.searchParams.set('userId', userId);
    return (await fetch(url, { headers: cookie('token-ada') })).status;
  };
  // Eve's windows are in the same object as Ada's. The last one is no user id, so that of the session counts.
  expect(shardOfUser('show1', 'eve', pool)).toBe(shardOfUser('show1', 'ada', pool));
  const statuses = await Promise.all(['ada', 'eve', 'bob', 'a\nb'].map(statusOf));
  expect(statuses).toEqual([200, 403, 403, 200]);
});

test('RT-12: an invented session is refused before it reaches an object', async () => {
  const objects = (await backlot.listObjects('REALTIME')).length;
  const response = await fetch(transportUrl(backlot.url, '/socket.io/', 'polling'), { headers: cookie('x') });
  expect([response.status, await response.json()]).toEqual([403, { code: 4, message: 'Forbidden' }]);
  expect((await backlot.listObjects('REALTIME')).length).toBe(objects);
});
