import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connect, disconnectAll } from '../support/socket-echo/client.ts';
import { serve, type Served } from '../support/socket-echo/harness.ts';
import { finished, running } from '../support/pdf/task-messages.ts';

let backlot: Served;
beforeAll(async () => {
  backlot = await serve('backlot');
});
afterAll(() => backlot.stop());
afterEach(disconnectAll);

const tasks = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `show1_${name}${n}`);
const storeAll = (ids: readonly string[]) =>
  Promise.all(ids.map((taskId) => backlot.store('ada', running(taskId))));
const finish = (taskId: string) =>
  backlot.tell({ event: 'pdf_status_update', data: finished(taskId), showId: 'show1', to: ['ada'] });

test('RT-11: a client that floods the channel is disconnected and causes few reads', async () => {
  const ids = tasks('flood', 1_000);
  await storeAll(ids.slice(0, 60));
  const flood = await connect(backlot, 'token-ada');
  const other = await connect(backlot, 'token-bob');
  const before = await backlot.taskReads();
  for (const taskId of ids) flood.socket.emit('subscribe_pdf_updates', taskId);
  await expect.poll(() => flood.socket.connected).toBe(false);
  expect(flood.received.length).toBeLessThanOrEqual(50);
  expect((await backlot.taskReads()) - before).toBeLessThanOrEqual(5);
  // Ten connections of one session together may send no more than three alone.
  const many = await Promise.all(Array.from({ length: 5 }, () => connect(backlot, 'token-ada')));
  for (const { socket } of many)
    for (let n = 0; n < 150; n += 1) socket.emit('unsubscribe_pdf_updates', 'show1_any');
  await expect.poll(() => many.filter(({ socket }) => socket.connected).length).toBeLessThan(5);
  expect(other.socket.connected).toBe(true);
});

test('RT-11: a client may subscribe to fifty tasks, and a finished one frees its slot', async () => {
  const ids = tasks('place', 52);
  await storeAll(ids);
  const { socket, received } = await connect(backlot, 'token-ada-3');
  const before = await backlot.taskReads();
  for (const taskId of ids.slice(0, 51)) socket.emit('subscribe_pdf_updates', taskId);
  await expect.poll(() => received.length).toBe(50);
  expect((await backlot.taskReads()) - before).toBeLessThanOrEqual(3);
  await finish('show1_place0');
  await expect.poll(() => received.length).toBe(51);
  socket.emit('subscribe_pdf_updates', 'show1_place51');
  await expect.poll(() => received.at(-1)).toEqual(['subscription_confirmed', { taskId: 'show1_place51' }]);
});

test('RT-11, RT-03: an unsubscription directly after its subscription takes effect', async () => {
  const [taskId = ''] = tasks('regretted', 1);
  await backlot.store('ada', running(taskId));
  const { socket, received } = await connect(backlot, 'token-ada-2');
  socket.emit('subscribe_pdf_updates', taskId);
  socket.emit('unsubscribe_pdf_updates', taskId);
  await pause(200);
  await finish(taskId);
  await pause(200);
  expect(received.filter(([event]) => event === 'pdf_status_update')).toEqual([]);
});

test('RT-11, RT-04: a subscription gets the final status once, even if the task ends during the lookup', async () => {
  const ids = tasks('once', 20);
  await storeAll(ids);
  const { socket, received } = await connect(backlot, 'token-ada-2');
  await Promise.all(
    ids.map(async (taskId) => {
      socket.emit('subscribe_pdf_updates', taskId);
      await backlot.store('ada', finished(taskId));
      await finish(taskId);
      await finish(taskId);
    }),
  );
  const ends = () => received.filter(([event]) => event === 'pdf_status_update');
  await expect.poll(() => ends().length).toBe(20);
  await pause(300);
  expect(new Set(ends().map(([, data]) => JSON.stringify(data))).size).toBe(20);
  expect(ends()).toHaveLength(20);
});

test('RT-12: an unknown session is rejected, and at most twenty connections have none', async () => {
  await expect(connect(backlot, 'invented', ['websocket'], 'show1')).rejects.toThrow();
  await expect(connect(backlot, 'invented', ['polling'])).rejects.toThrow();
  const opened = await Promise.allSettled(Array.from({ length: 25 }, () => connect(backlot, null)));
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect((await connect(backlot, 'token-bob')).socket.connected).toBe(true);
});
