import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commit, commitAll } from '#store/show/documents/commit';
import { directoryOf, DuplicateKeyError, storeFor } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { combineQueries, mapQuery, queryOf, read, readInOneTrip } from '#store/d1/query';
import { showMembersQuery } from '#store/directory/users';
import { insertKey } from '#store/show/outbox/idempotency-keys';
import { documents } from '#store/show/tables/document-tables';
import { create } from '../../support/worker/fixtures/client.ts';
import { openStudio, rowsOf, studioEnv } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

let order: Pick<PurchaseOrder, 'id'>;
let other: Pick<PurchaseOrder, 'id'>;
let batches: number;
let store: ShowStore;

/** Counts the batches of a database and loses the connection of those that `lost` selects. */
function countingDatabase(lost: () => boolean = () => false): D1Database {
  const withSession = (constraint: string) => {
    const session = env.SHOWS_0.withSession(constraint);
    return {
      prepare: (query: string) => session.prepare(query),
      batch: async (statements: D1PreparedStatement[]) => {
        batches += 1;
        if (lost()) throw new Error('D1_ERROR: Network connection lost.');
        return session.batch(statements);
      },
    };
  };
  return { withSession } as unknown as D1Database;
}

const opened = (database = countingDatabase()) =>
  storeFor({ ...studioEnv, SHOWS_0: database }, { id: 'alpha1', shard: 0 });

beforeAll(async () => {
  await openStudio();
  order = await create('dana');
  other = await create('dana');
});
beforeEach(() => {
  batches = 0;
  store = opened();
});

const updatedAt = ({ db }: ShowStore, id = order.id) =>
  mapQuery(
    queryOf(db, db.select({ at: documents.updatedAt }).from(documents).where(eq(documents.id, id))),
    ([row]) => row?.at,
  );
const touch = (at: string, id = order.id) => sql`UPDATE documents SET updated_at = ${at} WHERE id = ${id}`;
const broken = sql`UPDATE documents SET version = NULL`;

describe('a plan', () => {
  test('is one batch, however many reads it has; null is not read', async () => {
    await store.write([touch('1')]);
    batches = 0;
    const rows = await readInOneTrip({
      at: updatedAt(store),
      both: combineQueries({ one: updatedAt(store), two: updatedAt(store, other.id) }),
      none: null,
    });
    expect(rows).toMatchObject({ at: '1', both: { one: '1' }, none: null });
    expect(batches).toBe(1);
  });

  test('queries each of its databases once, at the same time', async () => {
    const rows = await readInOneTrip({
      at: updatedAt(store),
      people: showMembersQuery(directoryOf(studioEnv, 'alpha1')),
    });
    expect(rows.people.map(({ id }) => id)).toContain('dana');
    expect(batches).toBe(1);
  });

  test('is combined with others of the same database only', () => {
    const people = showMembersQuery(directoryOf(studioEnv, 'alpha1'));
    expect(() => combineQueries({ at: updatedAt(store), people })).toThrow('Only queries of one database');
  });
});

describe('a write with a plan', () => {
  test('returns the state after the write, from the same batch', async () => {
    expect(await store.writeAndRead([touch('2')], { at: updatedAt(store) })).toEqual({ at: '2' });
    expect(batches).toBe(1);
  });

  test('changes and reads nothing when it is refused', async () => {
    const refused = store.writeAndRead([touch('3'), broken], { at: updatedAt(store) });
    await expect(refused).rejects.toThrow('NOT NULL constraint failed');
    expect(batches).toBe(1);
    expect(await read(updatedAt(store))).not.toBe('3');
  });

  test('DEC-99: changes nothing when its key is taken', async () => {
    const row = { showId: 'alpha1', userId: 'dana', key: 'once', status: 200, body: '{}' };
    const repeat = { ...row, requestHash: '', createdAt: '2026-11-03T09:00:00.000Z' };
    await store.write([insertKey(store, repeat)]);
    const second = store.writeAndRead([touch('4'), insertKey(store, repeat)], { at: updatedAt(store) });
    await expect(second).rejects.toBeInstanceOf(DuplicateKeyError);
    expect(await read(updatedAt(store))).not.toBe('4');
  });

  test('is not repeated after a lost connection, since it may have been written', async () => {
    let isLost = true;
    store = opened(countingDatabase(() => isLost));
    const lost = store.writeAndRead([touch('5')], { at: updatedAt(store) });
    await expect(lost).rejects.toThrow('Network connection lost');
    expect(batches).toBe(1);
    isLost = false;
    expect(await read(updatedAt(store))).not.toBe('5');
  });
});

/** Changes a document; `stale`: based on an outdated version. */
async function changeOf(id: string, at: string, { stale = false } = {}) {
  const [last] = await rowsOf<{ version: number; hash: string }>(
    'alpha1',
    `SELECT d.version, e.hash FROM documents d JOIN document_events e ON e.document_id = d.id AND e.seq = d.version
      WHERE d.id = ?`,
    id,
  );
  const version = (last?.version ?? 0) + (stale ? 99 : 0);
  return {
    event: {
      documentId: id,
      seq: version + 1,
      showId: 'alpha1',
      action: 'edit',
      historyType: null,
      payload: {},
      actorId: 'dana',
      actorName: 'Dana Stone',
      at: '2026-11-03T09:00:00.000Z',
      previousHash: last?.hash ?? '',
      hash: `${id} ${at}`,
    } as unknown as Parameters<typeof commit>[1]['event'],
    expected: { version, status: 'DRAFT', currentStepId: null } as const,
    day: '2026-11-03',
    writes: [touch(at, id), sql`UPDATE documents SET version = version + 1 WHERE id = ${id}`],
    plan: { at: updatedAt(store, id) },
  };
}

describe('a change of a document', () => {
  test('DEC-82: reads nothing when it was overtaken', async () => {
    const { plan, ...change } = await changeOf(order.id, '6', { stale: true });
    expect(await commit(store, change, plan)).toBeNull();
    expect(await read(updatedAt(store))).not.toBe('6');
  });

  test('writes several documents in one batch and reads each afterwards', async () => {
    const changes = [await changeOf(order.id, '7'), await changeOf(other.id, '8')];
    expect(await commitAll(store, changes)).toEqual([
      { status: 'fulfilled', value: { at: '7' } },
      { status: 'fulfilled', value: { at: '8' } },
    ]);
    expect(batches).toBe(1);
  });

  test('DEC-82: does not undo others in its batch when it was overtaken', async () => {
    const changes = [await changeOf(order.id, '9'), await changeOf(other.id, 'never', { stale: true })];
    expect(await commitAll(store, changes)).toEqual([
      { status: 'fulfilled', value: { at: '9' } },
      { status: 'fulfilled', value: null },
    ]);
    expect(await read(updatedAt(store, other.id))).not.toBe('never');
  });

  test('is not repeated for several documents when it may have been written', async () => {
    let isLost = false;
    store = opened(countingDatabase(() => isLost));
    const changes = [await changeOf(order.id, 'a'), await changeOf(other.id, 'b')];
    isLost = true;
    const lost = commitAll(store, changes);
    await expect(lost).rejects.toMatchObject({
      cause: { message: expect.stringContaining('lost') as string },
    });
    expect(batches).toBe(2);
    isLost = false;
    expect(await read(updatedAt(store))).not.toBe('a');
  });
});

describe('columns', () => {
  test('of the same name are all returned, in order', async () => {
    const fields = {
      id: documents.id,
      again: documents.id,
      one: sql<number>`1`.as('n'),
      showId: documents.showId,
    };
    const rows = await store.db.select(fields).from(documents).where(eq(documents.id, order.id));
    expect(rows).toEqual([{ id: order.id, again: order.id, one: 1, showId: 'alpha1' }]);
    const [batched] = await store.db.batch([
      store.db.select(fields).from(documents).where(eq(documents.id, order.id)),
    ]);
    expect(batched).toEqual(rows);
  });

  test('with numeric names keep their order', async () => {
    const rows = await store.db
      .select({ id: documents.id, zero: sql<number>`0` })
      .from(documents)
      .where(eq(documents.id, order.id));
    expect(rows).toEqual([{ id: order.id, zero: 0 }]);
  });

  test('are unchanged in any number and with any text', async () => {
    const text = 'Quote " and \\ and \n, Zoë 🎬 [1] null';
    const fields = Object.fromEntries(
      Array.from({ length: 70 }, (_, n) => [`f${n}`, n % 2 ? sql`${n}` : sql`${n === 4 ? text : null}`]),
    );
    const [row] = await store.db.select(fields).from(documents).where(eq(documents.id, order.id));
    expect(Object.values(row ?? {})).toEqual(
      Array.from({ length: 70 }, (_, n) => (n % 2 ? n : n === 4 ? text : null)),
    );
  });
});
