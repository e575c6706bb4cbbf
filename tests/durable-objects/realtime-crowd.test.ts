import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shardName, shardOfUser } from '#domain/realtime/realtime-shard';
import { connect, disconnectAll } from '../support/socket-echo/client.ts';
import { serve, type Served } from '../support/socket-echo/harness.ts';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

const crowd = 500;
const atOnce = 50;

let backlot: Served;
beforeAll(async () => {
  backlot = await serve('backlot');
}, 60_000);
afterAll(() => backlot.stop());
afterEach(disconnectAll);

type Client = Awaited<ReturnType<typeof connect>>;

const pollOptions = { timeout: 20_000 };
const changed = (version: number) =>
  ({
    docType: 'PO',
    id: 'show1_2',
    showId: 'show1',
    version,
    status: 'SUBMITTED_FOR_APPROVAL',
    submissionStatus: 'Submitted for approval',
  }) as const;
const publish = (version: number, to: string[]) =>
  backlot.tell({ event: 'document_changed', data: changed(version), showId: 'show1', to });

/** This many windows of the show: every other one is ada's, the others bob's. */
async function members(): Promise<Record<'ada' | 'bob', Client[]>> {
  const all: Client[] = [];
  while (all.length < crowd) {
    const some = Array.from({ length: atOnce }, (_, n) =>
      connect(backlot, n % 2 === 0 ? 'token-ada' : 'token-bob', ['websocket'], 'show1'),
    );
    // In batches, as the queue of a listening socket is limited.
    all.push(...(await Promise.all(some)));
  }
  return { ada: all.filter((_, n) => n % 2 === 0), bob: all.filter((_, n) => n % 2 === 1) };
}

/** Returns how many of these received this event exactly once and no other. */
const countReceived = (clients: readonly Client[], count: number) =>
  clients.filter(({ received }) => received.length === count).length;

test(`RT-10, DEC-56: ${crowd} clients of one show receive their own messages, and an evicted object loses no client`, async () => {
  const { ada, bob } = await members();
  const closed: string[] = [];
  for (const { socket } of [...ada, ...bob]) socket.on('disconnect', (reason) => closed.push(reason));

  await publish(1, ['ada']);
  await expect.poll(() => countReceived(ada, 1), pollOptions).toBe(crowd / 2);
  expect(countReceived(bob, 0)).toBe(crowd / 2);

  const running: PdfStatusUpdate = {
    taskId: 'show1_crowd',
    status: 'in_progress',
    downloadUrl: null,
    fileName: null,
    error: null,
    eventType: null,
  };
  await backlot.store('ada', running);
  for (const { socket } of [...ada, ...bob]) socket.emit('subscribe_pdf_updates', running.taskId);
  await expect.poll(() => countReceived(ada, 2), pollOptions).toBe(crowd / 2);

  await backlot.hibernate(shardName(shardOfUser('show1', 'ada', 2)), 'REALTIME');
  const finished = { ...running, status: 'success', downloadUrl: '/files/pdf/show1_crowd/PO_1.pdf' } as const;
  const to = ['ada', 'bob'];
  await backlot.tell({ event: 'pdf_status_update', data: finished, showId: 'show1', to });
  await expect.poll(() => countReceived(ada, 3), pollOptions).toBe(crowd / 2);
  await publish(2, to);
  await expect
    .poll(() => [countReceived(ada, 4), countReceived(bob, 1)], pollOptions)
    .toEqual([crowd / 2, crowd / 2]);

  const [hers, his] = [ada, bob].map(
    (clients) => new Set(clients.map(({ received }) => JSON.stringify(received))),
  );
  expect([...(hers ?? [])].map((text) => JSON.parse(text) as unknown)).toEqual([
    [
      ['document_changed', changed(1)],
      ['subscription_confirmed', { taskId: running.taskId }],
      ['pdf_status_update', finished],
      ['document_changed', changed(2)],
    ],
  ]);
  expect([...(his ?? [])].map((text) => JSON.parse(text) as unknown)).toEqual([
    [['document_changed', changed(2)]],
  ]);
  expect([closed, [...ada, ...bob].every(({ socket }) => socket.connected)]).toEqual([[], true]);
}, 120_000);
