import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { storeFor } from '#store/d1/open';
import { setDefaultWorkflows } from '#store/show/management/settings';
import { moveShows } from '#verbs/operations/run-show-moves';
import { action, aDraft, as } from '../../support/worker/fixtures/client.ts';
import {
  openShowToMove,
  requestMove,
  enqueueContinuation,
  histories,
  shardNumberOf,
  minutesLater,
  moveCompletely,
  leftovers,
  rowsOn,
  visibleState,
  shardDatabase,
  stepOf,
} from '../../support/worker/fixtures/moves.ts';
import { pdfBody, startPdf } from '../../support/worker/fixtures/pdf.ts';
import { deliver, sweepIn } from '../../support/worker/fixtures/queues.ts';
import { sent, studioEnv } from '../../support/worker/fixtures/studio.ts';

let order: Awaited<ReturnType<typeof openShowToMove>>['order'];
let waiting: Awaited<ReturnType<typeof openShowToMove>>['waiting'];

beforeAll(async () => {
  ({ order, waiting } = await openShowToMove());
});

const refusal = [503, 'show_is_moving'];
const writes = {
  'a draft': () => as('dana').post('/api/pos', aDraft({ description: 'New' })),
  'a note': () =>
    as('dana').post(`/api/pos/${order.id}/notes`, { content: 'Seen', keyId: crypto.randomUUID() }),
  'a file': () => as('dana').upload({ name: 'a.txt', bytes: 'a' }),
  'a PDF': () => startPdf('dana', pdfBody('PO', order.id)),
  'an approval': () => action('abel', 'approval', waiting),
  'a setting': () => as('ada').post('/api/shows/alpha1/settings', { displayPoNumbers: 'FULL_APPROVAL' }),
} as const;

async function answersToWrites() {
  const answers = [];
  for (const [what, write] of Object.entries(writes)) {
    const { status, body } = await write();
    answers.push([what, status, (body as { code?: string }).code]);
  }
  return answers;
}

test('DEC-150: a show moves only to a shard of its region', async () => {
  const from = await shardNumberOf();
  Object.assign(studioEnv, { SHARD_REGIONS: 'wnam,weur' });
  onTestFinished(() => void Object.assign(studioEnv, { SHARD_REGIONS: '' }));
  await expect(requestMove(1 - from)).rejects.toThrow('a show keeps its region');
  expect(await stepOf()).toBeNull();
});

test('a moving show is readable but not writable, and unchanged afterwards on the other shard', async () => {
  const before = await visibleState(order.id);
  const rows = await rowsOn(0);
  const others = await rowsOn(1, 'bravo2');
  const { heads, faults } = await histories();
  expect([faults, heads.size > 4]).toEqual([[], true]);

  expect(await requestMove(1)).toBe('begins');
  expect(await moveShows(studioEnv, minutesLater(3), 25)).toBe(true);
  expect([await stepOf(), await shardNumberOf()]).toEqual([{ step: 'COPY', error: null }, 0]);
  expect(await visibleState(order.id)).toEqual(before);
  expect(await answersToWrites()).toEqual(Object.keys(writes).map((what) => [what, ...refusal]));
  const messages = sent.outbox.filter(({ showId }) => showId === 'alpha1');
  expect(messages.length).toBeGreaterThan(0);
  expect(await deliver('backlot-outbox', messages)).toEqual({ acknowledged: 0, retried: messages.length });
  expect(await rowsOn(0)).toEqual(rows);

  await enqueueContinuation();
  expect([await stepOf(), await shardNumberOf()]).toEqual([{ step: 'REST', error: null }, 1]);
  expect(await visibleState(order.id)).toEqual(before);
  expect(await rowsOn(1)).toEqual(rows);
  expect(await histories(heads)).toMatchObject({ faults: [], documents: heads.size });
  const file = order.attachments[0]?.attachmentId ?? '';
  expect((await as('dana').get(`/files/attachment/download/${file}`)).status).toBe(200);

  // A store that was opened before the move writes nothing.
  const late = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
  const write = setDefaultWorkflows(late, { defaultPurchaseOrderWorkflowId: null });
  await expect(write).rejects.toThrow('show_is_moving');
  expect(await rowsOn(0)).toEqual(rows);

  expect((await answersToWrites()).every(([, status]) => Number(status) < 300)).toBe(true);
  expect((await deliver('backlot-outbox', messages)).acknowledged).toBe(messages.length);
  const open = await shardDatabase(1)
    .prepare('SELECT id FROM outbox WHERE done_at IS NULL AND id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(messages.map(({ outboxId }) => outboxId)))
    .all();
  expect(open.results).toEqual([]);

  minutesLater(20);
  await enqueueContinuation();
  expect(await stepOf()).toEqual({ step: 'DONE', error: null });
  expect([await rowsOn(0), await leftovers(0), await leftovers(1)]).toEqual([{}, [], []]);
  expect(await rowsOn(1, 'bravo2')).toEqual(others);
  expect(await histories(heads)).toMatchObject({ faults: [] });
});

test('a canceled move leaves the show in place, and nothing on the other shard', async () => {
  const from = await shardNumberOf();
  const rows = await rowsOn(from);
  await requestMove(1 - from);
  await moveShows(studioEnv, minutesLater(3), 25);
  expect(Object.keys(await rowsOn(1 - from))).toContain('documents');
  expect(await requestMove(1 - from)).toBe('is under way');
  expect(await requestMove(from)).toBe('is called back');
  await expect(requestMove(1 - from)).rejects.toThrow('wait until the move ends');
  await enqueueContinuation();
  expect([await stepOf(), await shardNumberOf()]).toEqual([null, from]);
  expect([await rowsOn(from), await rowsOn(1 - from)]).toEqual([rows, {}]);
  expect([await leftovers(0), await leftovers(1)]).toEqual([[], []]);
  expect((await writes['a note']()).status).toBe(201);
});

test('a copy that differs is not used: the show stays, closed, and the move reports the difference', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const from = await shardNumberOf();
  await requestMove(1 - from);
  await moveShows(studioEnv, minutesLater(3), 25);
  await shardDatabase(1 - from)
    .prepare("INSERT INTO counters (show_id, name, value) VALUES ('alpha1', 'zzz', 1)")
    .run();
  await enqueueContinuation();
  expect(await shardNumberOf()).toBe(from);
  expect(await stepOf()).toEqual({ step: 'COMPARE', error: 'The copy differs in counters.' });
  expect(await requestMove(from)).toBe('is called back');
  await enqueueContinuation();
  expect([await stepOf(), await rowsOn(1 - from)]).toEqual([null, {}]);
});

test('the rest period starts with the switch to the new shard, however long ago the cron ran', async () => {
  const from = await shardNumberOf();
  await requestMove(1 - from);
  const before = new Date().toISOString();
  while (await moveShows(studioEnv, '2026-01-01T00:00:00.000Z'));
  const flippedAt = await studioEnv.DIRECTORY.prepare('SELECT flipped_at FROM show_moves').first<string>(
    'flipped_at',
  );
  expect([await shardNumberOf(), (flippedAt ?? '') >= before]).toEqual([1 - from, true]);
  minutesLater(20);
  await enqueueContinuation();
  expect(await stepOf()).toEqual({ step: 'DONE', error: null });
});

test('housekeeping of other shows continues during a move', async () => {
  const from = await shardNumberOf();
  await requestMove(1 - from);
  await moveShows(studioEnv, minutesLater(3), 25);
  await shardDatabase(1)
    .prepare(
      `INSERT INTO outbox (id, show_id, kind, payload, effect_key, created_at)
       VALUES ('bravo2_lost', 'bravo2', 'import-payments', '{}', 'lost', ?)`,
    )
    .bind(new Date(Date.now() - 600_000).toISOString())
    .run();
  sent.outbox.length = 0;
  await sweepIn(1);
  expect(sent.outbox).toContainEqual(expect.objectContaining({ outboxId: 'bravo2_lost' }));
  await enqueueContinuation();
  expect(await shardNumberOf()).toBe(1 - from);
});

test('an impossible move is reported and not started', async () => {
  minutesLater(20);
  await enqueueContinuation();
  await expect(requestMove(7)).rejects.toThrow('the shards 0 to 1');
  const database = shardDatabase(0);
  await database.prepare('CREATE TABLE tomorrow (show_id TEXT PRIMARY KEY) STRICT').run();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const from = await shardNumberOf();
  await requestMove(1 - from);
  await enqueueContinuation();
  expect(await stepOf()).toEqual({ step: 'FENCE', error: 'The two shards are not at the same migration.' });
  expect((await writes['a note']()).status).toBe(201);
  await requestMove(from);
  await enqueueContinuation();
  expect(await stepOf()).toBeNull();
  await database.prepare('DROP TABLE tomorrow').run();
});

test('housekeeping skips a kept old copy, and the next move replaces it', async () => {
  const from = await shardNumberOf();
  const database = shardDatabase(from);
  await as('dana').upload({ name: 'loose.txt', bytes: 'loose' });
  await database
    .prepare(
      "UPDATE outbox SET created_at = '2026-01-01', done_at = NULL, attempts = 0 WHERE show_id = 'alpha1'",
    )
    .run();
  await requestMove(1 - from, true);
  await enqueueContinuation();
  minutesLater(20);
  await enqueueContinuation();
  expect(await stepOf()).toEqual({ step: 'DONE', error: null });
  const old = await rowsOn(from);
  expect(Object.keys(old)).toContain('documents');
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await sweepIn(60 * 24 * 30);
  expect(errors.mock.calls.filter(([line]) => /sweep failed/.test(String(line)))).toEqual([]);
  expect(await rowsOn(from)).toEqual(old);

  await moveCompletely();
  expect(await shardNumberOf()).toBe(from);
  await requestMove(1 - from, true);
  await enqueueContinuation();
  minutesLater(20);
  await enqueueContinuation();
  expect(await requestMove(1 - from)).toBe('old copy goes');
  await enqueueContinuation();
  expect([await shardNumberOf(), await rowsOn(from), await leftovers(from)]).toEqual([1 - from, {}, []]);
  expect(await requestMove(1 - from)).toBe('is there');
});
