import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commit } from '#store/show/documents/commit';
import { oneTrip, ReadQueue } from '#store/d1/read-batcher';
import { KeyTaken, storeFor } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { insertRepeat } from '#store/show/outbox/idempotency-keys';
import { documents } from '#store/show/tables/document-tables';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { create } from '../../support/worker/fixtures/client.ts';
import { openStudio, rowsOf, studioEnv } from '../../support/worker/fixtures/studio.ts';

let order: Pick<PurchaseOrder, 'id'>;
let batches: number;
let store: ShowStore;

/** A database that counts its batches, and loses the connection of those that `lost` says. */
function counted(lost: () => boolean = () => false): D1Database {
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

const opened = (database = counted()) =>
  storeFor({ ...studioEnv, SHOWS_0: database }, { id: 'alpha1', shard: 0 });

beforeAll(async () => {
  await openStudio();
  order = await create('dana');
});
beforeEach(() => {
  batches = 0;
  store = opened();
});

const readNumber = async ({ db }: Pick<ShowStore, 'db'>) => {
  const [row] = await db
    .select({ at: documents.updatedAt })
    .from(documents)
    .where(eq(documents.id, order.id));
  return row?.at;
};
const touch = (at: string) => sql`UPDATE documents SET updated_at = ${at} WHERE id = ${order.id}`;
const broken = sql`UPDATE documents SET version = NULL`;
const fromNowhere = ({ db }: Pick<ShowStore, 'db'>) => db.all(sql`SELECT id FROM nowhere`);
const missing = { cause: { message: expect.stringContaining('no such table') as string } };

describe('what was foreseen', () => {
  test('is given once, and read again for whoever asks again', async () => {
    await store.write([touch('1')]);
    store.foreseen.begin(readNumber, store);
    expect(await store.foreseen.ask(readNumber, store)).toBe('1');
    await rowsOf('alpha1', 'UPDATE documents SET updated_at = ? WHERE id = ?', '2', order.id);
    expect(await store.foreseen.ask(readNumber, store)).toBe('2');
  });

  test('is worth nothing after a write', async () => {
    store.foreseen.begin(readNumber, store);
    await store.write([touch('3')]);
    expect(await store.foreseen.ask(readNumber, store)).toBe('3');
    store.foreseen.begin(readNumber, store);
    await store.db.update(documents).set({ updatedAt: '4' }).where(eq(documents.id, order.id));
    expect(await store.foreseen.ask(readNumber, store)).toBe('4');
  });

  test('travels with the write that it follows, in all its steps', async () => {
    const twice = async (behind: ShowStore) => [await readNumber(behind), await readNumber(behind)];
    store.foreseen.afterWrite = (behind) => {
      store.foreseen.begin(readNumber, behind);
      store.foreseen.begin(twice, behind);
    };
    await store.write([touch('5')]);
    expect(batches).toBe(1);
    expect(await store.foreseen.ask(readNumber, store)).toBe('5');
    expect(await store.foreseen.ask(twice, store)).toEqual(['5', '5']);
    expect(batches).toBe(2);
  });

  test('goes with a write that failed, which is not repeated for its sake', async () => {
    await store.write([touch('6')]);
    store.foreseen.afterWrite = (behind) => {
      store.foreseen.begin(readNumber, behind);
    };
    batches = 0;
    await expect(store.write([touch('7'), broken])).rejects.toThrow('NOT NULL constraint failed');
    expect(batches).toBe(1);
    expect(await store.foreseen.ask(readNumber, store)).toBe('6');
  });

  test('goes with a race that is lost', async () => {
    store.foreseen.afterWrite = (behind) => {
      store.foreseen.begin(readNumber, behind);
    };
    const event = {
      documentId: order.id,
      showId: 'alpha1',
      seq: 100,
      action: 'edit',
      historyType: null,
      payload: {},
      actorId: 'dana',
      actorName: 'Dana Stone',
      at: '2026-11-03T09:00:00.000Z',
      previousHash: 'a',
      hash: 'b',
    } as unknown as Parameters<typeof commit>[1]['event'];
    const expected = { version: 99, status: 'DRAFT', currentStepId: null } as const;
    expect(await commit(store, { event, expected, writes: [touch('8')] })).toBe('lost');
    await rowsOf('alpha1', 'UPDATE documents SET updated_at = ? WHERE id = ?', '9', order.id);
    expect(await store.foreseen.ask(readNumber, store)).toBe('9');
  });
});

describe('a read that fails', () => {
  test('fails alone of those that travel with it', async () => {
    const [good, bad, counts] = await Promise.allSettled([
      readNumber(store),
      fromNowhere(store),
      store.db.$count(documents, eq(documents.id, order.id)),
    ]);
    expect([good.status, counts]).toEqual(['fulfilled', { status: 'fulfilled', value: 1 }]);
    expect(bad).toMatchObject({ status: 'rejected', reason: missing });
  });

  test('undoes no write that it follows', async () => {
    store.foreseen.afterWrite = (behind) => {
      store.foreseen.begin(readNumber, behind);
      store.foreseen.begin(fromNowhere, behind);
    };
    await store.write([touch('10')]);
    expect(await store.foreseen.ask(readNumber, store)).toBe('10');
    await expect(store.foreseen.ask(fromNowhere, store)).rejects.toMatchObject(missing);
  });

  test('DEC-99: changes nothing about a key that is taken', async () => {
    const row = { showId: 'alpha1', userId: 'dana', key: 'once', status: 200, body: '{}' };
    const repeat = { ...row, requestHash: '', createdAt: '2026-11-03T09:00:00.000Z' };
    store.foreseen.afterWrite = (behind) => {
      store.foreseen.begin(fromNowhere, behind);
    };
    await store.write([insertRepeat(store, repeat)]);
    await expect(store.write([touch('11'), insertRepeat(store, repeat)])).rejects.toBeInstanceOf(KeyTaken);
    expect(await readNumber(store)).not.toBe('11');
  });

  test('a write whose connection was lost is not repeated, for nobody knows whether it was written', async () => {
    let isLost = true;
    store = opened(counted(() => isLost));
    store.foreseen.afterWrite = (behind) => {
      store.foreseen.begin(readNumber, behind);
    };
    await expect(store.write([touch('12')])).rejects.toThrow('Network connection lost');
    expect(batches).toBe(1);
    isLost = false;
    expect(await readNumber(store)).not.toBe('12');
  });
});

test('who asks when the write is under way is answered as it left things', async () => {
  const session = env.SHOWS_0.withSession('first-primary');
  const queue = new ReadQueue(session, true);
  const client = oneTrip(session, { forget: () => undefined }, queue);
  const writing = queue.sendBehind([
    session.prepare('UPDATE documents SET updated_at = ? WHERE id = ?').bind('13', order.id),
  ]);
  const ask = () => client.prepare('SELECT updated_at FROM documents WHERE id = ?').bind(order.id).raw();
  expect(await ask()).toEqual([['13']]);
  await writing;
  expect(await ask()).toEqual([['13']]);
});

describe('columns', () => {
  test('of one name are all there, and in their order', async () => {
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

  test('named like a number come where they were asked for', async () => {
    const rows = await store.db
      .select({ id: documents.id, zero: sql<number>`0` })
      .from(documents)
      .where(eq(documents.id, order.id));
    expect(rows).toEqual([{ id: order.id, zero: 0 }]);
  });

  test('of many, and of any text, are what they were', async () => {
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

describe('writes begun in one breath', () => {
  const note = (at: string) => sql`UPDATE documents SET description = ${at} WHERE id = ${order.id}`;
  const kept = async () => {
    const [row] = await rowsOf<{ description: string; updated_at: string }>(
      'alpha1',
      'SELECT description, updated_at FROM documents WHERE id = ?',
      order.id,
    );
    return row && [row.description, row.updated_at];
  };

  test('travel as one, in their order', async () => {
    await Promise.all([store.write([touch('a'), note('a')]), store.write([note('b')])]);
    expect([await kept(), batches]).toEqual([['b', 'a'], 1]);
  });

  test('are each written or not: one that is refused undoes no other', async () => {
    const done = await Promise.allSettled([
      store.write([note('c')]),
      store.write([touch('never'), broken]),
      store.write([touch('c')]),
    ]);
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await kept()).toEqual(['c', 'c']);
  });

  test('are not written again when nobody knows whether they were', async () => {
    const lossy = opened(counted(() => true));
    const done = await Promise.allSettled([lossy.write([note('d')]), lossy.write([note('e')])]);
    expect(done.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(batches).toBe(1);
  });

  test('take along what follows each of them, as it left things', async () => {
    const written = (at: string) =>
      store.foreseen.behind(
        (after) => after.foreseen.begin(readNumber, after),
        () => store.write([touch(at)]),
      );
    await Promise.all([written('f'), store.write([note('f')])]);
    expect([await store.foreseen.ask(readNumber, store), batches]).toEqual(['f', 1]);
  });
});
