import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { beforeAll, expect, test } from 'vitest';
import { storeFor } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { read } from '#store/d1/query';
import { prepareWrite } from '#store/d1/prepared-write';
import { BoundStatement } from '#store/d1/prepared-statement';
import { documentLines, documents, purchaseOrders } from '#store/show/tables/document-tables';
import { invoices } from '#store/show/tables/invoice-tables';
import { create } from '../../support/worker/fixtures/client.ts';
import { openStudio, studioEnv } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

let orders: PurchaseOrder[];
let store: ShowStore;

beforeAll(async () => {
  await openStudio();
  orders = [await create('dana'), await create('dana')];
  store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
});

const ids = () => orders.map(({ id }) => id);

test('a read is built once and bound to the values of each call', async () => {
  let times = 0;
  const numbers = prepareRead(({ db, showId }, { id }: { id: string }) => {
    times += 1;
    return [
      db
        .select({ id: documents.id })
        .from(documents)
        .where(and(eq(documents.showId, showId), eq(documents.id, id))),
    ];
  });
  const found = await Promise.all(ids().map((id) => read(numbers(store, { id }))));
  expect(found).toEqual(ids().map((id) => [[{ id }]]));
  expect(await read(numbers({ ...store, showId: 'beta1' }, { id: ids()[0] ?? '' }))).toEqual([[]]);
  expect(times).toBe(1);
});

test('each shape is built separately', async () => {
  const ordered = prepareRead(({ db, showId }, _values, isUp: boolean) => [
    db
      .select({ id: documents.id })
      .from(documents)
      .where(eq(documents.showId, showId))
      .orderBy(isUp ? sql`id ASC` : sql`id DESC`),
  ]);
  const [up] = await read(ordered(store, {}, true));
  const [down] = await read(ordered(store, {}, false));
  expect(up).toEqual(
    ids()
      .toSorted()
      .map((id) => ({ id })),
  );
  expect(down).toEqual(up.toReversed());
});

test('a value that is needed to build the read is refused', () => {
  const listed = prepareRead(({ db }, { id }: { id: string }) => [
    db
      .select()
      .from(documents)
      .where(eq(documents.id, JSON.stringify([id]))),
  ]);
  expect(() => listed(store, { id: '1' })).toThrow('The value of id is not known');
  const named = prepareRead(({ db }, { id }: { id: string }) => [
    db
      .select()
      .from(documents)
      .where(eq(documents.id, `<${id}>`)),
  ]);
  expect(() => named(store, { id: '1' })).toThrow('The value of id is not known');
});

test('the rows equal those of the same read built directly, in order', async () => {
  const [id = ''] = ids();
  const say = ({ db, showId }: Pick<ShowStore, 'db' | 'showId'>, { orderId }: { orderId: string }) =>
    [
      db
        .select({ document: documents, purchaseOrder: purchaseOrders, invoice: invoices })
        .from(documents)
        .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
        .leftJoin(invoices, eq(invoices.documentId, documents.id))
        .where(and(eq(documents.showId, showId), eq(documents.id, orderId))),
      db
        .select({ line: documentLines, twice: sql<number>`${documentLines.totalCents} * 2` })
        .from(documentLines)
        .where(eq(documentLines.documentId, orderId))
        .orderBy(asc(documentLines.lineNumber)),
      db
        .select()
        .from(documentLines)
        .where(and(eq(documentLines.documentId, orderId), gt(documentLines.lineNumber, 1_000_000))),
    ] as const;
  const together = await read(prepareRead(say)(store, { orderId: id }));
  const [headers, lines, none] = say(store, { orderId: id });
  expect(together).toEqual([await headers, await lines, await none]);
  const [[header], found, nothing] = together;
  expect(header).toMatchObject({
    document: { id, milestones: ['SAVED_AS_DRAFT'] },
    purchaseOrder: { documentId: id },
  });
  expect(header?.invoice).toBeNull();
  expect(found.map(({ line }) => line.id)).toEqual(orders[0]?.lineItems.map((line) => line.id));
  expect(found.map(({ twice }) => twice)).toEqual(found.map(({ line }) => line.totalCents * 2));
  expect(nothing).toEqual([]);
});

const dialect = new SQLiteAsyncDialect();

type Header = {
  description?: string | undefined;
  number?: string | SQL<string>;
  milestones?: ('SAVED_AS_DRAFT' | 'FULL_APPROVAL')[];
  accountingFailed?: boolean;
  departmentId?: string | null;
};

test('a write equals that of Drizzle for every set of columns and values', () => {
  const say = ({ db, showId }: Source, values: Header, { id }: { id: string }) =>
    db
      .update(documents)
      .set(values)
      .where(and(eq(documents.id, id), eq(documents.showId, showId)));
  const write = prepareWrite(say);
  const taken = sql<string>`(SELECT printf(${'%05d'}, value) FROM counters WHERE show_id = ${'alpha1'} AND name = ${'po'})`;
  const sets: Header[] = [
    { description: 'Lamps', milestones: ['SAVED_AS_DRAFT'] },
    { description: 'Why? Because', milestones: ['FULL_APPROVAL'] },
    { accountingFailed: true, departmentId: null },
    { accountingFailed: false, departmentId: 'art' },
    { description: 'Lamps', number: taken, departmentId: 'art' },
    { description: 'Lamps', number: '00001', departmentId: 'art' },
    { description: undefined, departmentId: 'art' },
  ];
  // Twice: when it is built, and from the cache.
  for (const values of [...sets, ...sets]) {
    const own = dialect.sqlToQuery(say(store, values, { id: '1' }).getSQL());
    const said = write(store, values, { id: '1' });
    if (!(said instanceof BoundStatement)) throw new Error('It was not said before.');
    expect({ sql: said.sql, params: said.params }).toEqual({ sql: own.sql, params: own.params });
    expect(dialect.sqlToQuery(said.getSQL())).toMatchObject({ sql: own.sql, params: own.params });
  }
});

test('an insert leaves omitted columns to the defaults of the table', () => {
  const say = ({ db }: Source, row: typeof documentLines.$inferInsert) =>
    db.insert(documentLines).values(row);
  const [line] = orders[0]?.lineItems ?? [];
  const row = { id: line?.id ?? '', showId: 'alpha1', documentId: '1', keyId: 'k', lineNumber: 1 };
  const lines: (typeof documentLines.$inferInsert)[] = [
    { ...row, quantityHundredths: 100, unitCostCents: 5, totalCents: 5, coding: { account: '4100' } },
    { ...row, quantityHundredths: 200, unitCostCents: 5, totalCents: 10, coding: {} },
  ];
  const write = prepareWrite(say);
  for (const one of lines) {
    const own = dialect.sqlToQuery(say(store, one).getSQL());
    const said = dialect.sqlToQuery(write(store, one).getSQL());
    expect(said).toMatchObject({ sql: own.sql, params: own.params });
  }
});

test('a read inlines constants and binds the other values', async () => {
  const asked: { sql: string; params: readonly unknown[] }[] = [];
  const { client } = store.db;
  const listening = {
    ...client,
    prepare: (text: string) => {
      const statement = client.prepare(text);
      return {
        ...statement,
        bind: (...params: unknown[]) => (asked.push({ sql: text, params }), statement.bind(...params)),
      };
    },
  };
  const newest = prepareRead(({ db, showId }, { id }: { id: string }, status: string) => [
    db
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.showId, showId), eq(documents.id, id), eq(documents.status, status as 'DRAFT')))
      .limit(1),
  ]);
  const of = {
    showId: 'alpha1',
    db: Object.assign(Object.create(store.db), { client: listening }) as ShowStore['db'],
  };
  const [id = ''] = ids();
  expect(await read(newest(of, { id }, 'DRAFT'))).toEqual([[{ id }]]);
  expect(await read(newest(of, { id }, "DRAFT' OR ''='"))).toEqual([[]]);
  expect(asked[0]?.sql).toContain(`"documents"."status" = 'DRAFT') limit 1)`);
  expect(asked.map(({ params }) => params)).toEqual([
    ['alpha1', id],
    ['alpha1', id, "DRAFT' OR ''='"],
  ]);
});
