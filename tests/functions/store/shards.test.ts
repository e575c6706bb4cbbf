import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { commit } from '#store/show/documents/commit';
import { storeFor } from '#store/d1/open';
import { updateDocument } from '#store/show/documents/write-document';
import { aDraft, as, withTotal, create, read, submitted } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { openStudio, rowsOf, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

/** Every table of a shard with a show id. */
async function showsIn(database: D1Database): Promise<string[]> {
  const { results: tables } = await database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%show_id TEXT NOT NULL%'")
    .all<{ name: string }>();
  expect(tables.length).toBeGreaterThan(25);
  const found = await database.batch<{ show_id: string }>(
    tables.map(({ name }) => database.prepare(`SELECT DISTINCT show_id FROM ${name}`)),
  );
  return [...new Set(found.flatMap(({ results }) => results.map((row) => row.show_id)))];
}

test('DEC-01: two shows on two shards never mix', async () => {
  await submitted('dana', withTotal(10));
  await submitted('nora', withTotal(20), 'bravo2');
  await create('dana', { notes: [{ keyId: 'n', content: 'Hello' }] });
  await as('nora').upload({ name: 'a.txt', bytes: 'a' }, { showId: 'bravo2' });
  expect(await showsIn(env.SHOWS_0)).toEqual(['alpha1']);
  expect(await showsIn(env.SHOWS_1)).toEqual(['bravo2']);
});

test("DEC-01: the show in an id is only a hint; the row's own show decides", async () => {
  const { id } = await create('nora', {}, 'bravo2');
  const forged = id.replace('bravo2', 'alpha1');
  for (const path of [
    `/api/pos/${forged}`,
    `/api/pos/${forged}?showId=alpha1`,
    `/api/pos/${id}?showId=alpha1`,
  ]) {
    expect([path, (await as('ada').get(path)).status]).toEqual([path, 404]);
  }
  // A store of another show does not find the row, even on the same shard.
  await sql.directory`UPDATE shows SET shard = 1 WHERE id = 'alpha1'`;
  expect((await as('ada').get(`/api/pos/${id}?showId=alpha1`)).status).toBe(404);
  await sql.directory`UPDATE shows SET shard = 0 WHERE id = 'alpha1'`;
});

test('DEC-01: a draft cannot reference data of another show', async () => {
  const bravo = inShow('bravo2');
  const po = await as('dana').post(
    '/api/pos',
    aDraft({
      category: { id: bravo.category('props'), name: 'Props' },
      billToAddressId: bravo.address('office'),
      shipToAddressId: inShow('alpha1').address('office'),
    }),
  );
  expect(po.body).toMatchObject({
    category: null,
    billToAddressId: null,
    billToAddress: null,
    shipToAddressId: null,
  });
  const department = await as('ada').post(
    '/api/pos',
    aDraft({ department: { id: bravo.department('art'), name: 'Art' } }),
  );
  expect([department.status, department.body]).toEqual([
    400,
    { code: 'POS_BAD_REQUEST', errors: ['department'] },
  ]);
});

test('DEC-01: a show on a shard that this deployment lacks is not found', () => {
  expect(() => storeFor(studioEnv, { id: 'alpha1', shard: 7 })).toThrow('NOT_FOUND');
});

test('DEC-82: the guard undoes the whole batch of a call with an outdated version, step or status', async () => {
  const { id, version } = await submitted('dana');
  const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
  const [row] = await sql.alpha<{ hash: string; current_step_id: string }>`SELECT e.hash, d.current_step_id
    FROM documents d JOIN document_events e ON e.document_id = d.id AND e.seq = d.version WHERE d.id = ${id}`;
  const expected = {
    version,
    status: 'SUBMITTED_FOR_APPROVAL',
    currentStepId: row?.current_step_id ?? null,
  } as const;
  const attempt = (seen: Parameters<typeof commit>[1]['expected'], hash: string) =>
    commit(
      store,
      {
        event: {
          documentId: id,
          seq: version + 1,
          showId: 'alpha1',
          action: 'save',
          historyType: null,
          actorId: 'dana',
          actorName: 'Dana Stone',
          at: '2026-11-03T00:00:00.000Z',
          payload: {},
          previousHash: row?.hash ?? '',
          hash,
        },
        expected: seen,
        day: null,
        writes: [updateDocument(store, id, { description: hash, version: version + 1 })],
      },
      {},
    );
  expect(await attempt({ ...expected, version: version - 1 }, 'older version')).toBeNull();
  expect(await attempt({ ...expected, currentStepId: null }, 'no step')).toBeNull();
  expect(await attempt({ ...expected, currentStepId: 'other' }, 'other step')).toBeNull();
  expect(await attempt({ ...expected, status: 'DRAFT' }, 'other status')).toBeNull();
  expect(await read('dana', id)).toMatchObject({ description: 'Set dressing', version });
  expect(await attempt(expected, 'as it is')).not.toBeNull();
  expect(await attempt(expected, 'as it was')).toBeNull();
  expect(await read('dana', id)).toMatchObject({ description: 'as it is', version: version + 1 });
});

test('DEC-90: the history refuses every change of its rows', async () => {
  const { id } = await submitted('dana');
  const refuse = (query: string) => rowsOf('alpha1', query, id);
  await expect(
    refuse("UPDATE document_events SET actor_name = 'Somebody' WHERE document_id = ?"),
  ).rejects.toThrow('append-only');
  await expect(refuse('DELETE FROM document_events WHERE document_id = ?')).rejects.toThrow('append-only');
  const again = (verb: string, seq: string) =>
    refuse(
      `${verb} INTO document_events SELECT document_id, ${seq}, show_id, action, history_type, 'x', 'x', at, payload, 'x', 'x'
       FROM document_events WHERE document_id = ? AND seq = 1`,
    );
  await expect(again('INSERT OR REPLACE', 'seq')).rejects.toThrow('key is taken');
  await expect(again('INSERT', 'seq + 2')).rejects.toThrow('chain is broken');
});
