import { Hono } from 'hono';
import product, { Realtime as ProductRealtime } from '../../functions/index.ts';
import { TripCounter } from './trip-counter.ts';
import type { Statement, Trip } from './trip-counter.ts';

export class Realtime extends ProductRealtime {}

const databasesOf = (env: Env): Record<string, D1Database> =>
  Object.fromEntries(
    Object.entries(env as unknown as Record<string, unknown>).filter((entry): entry is [string, D1Database] =>
      /^(DIRECTORY|SHOWS_\d+)$/.test(entry[0]),
    ),
  );

/** The trips of the newest counted request by work, which the SQL baseline repeats. */
const tripsByName = new Map<string, Trip[]>();

/** Baseline routes: the least cost of any request, and of one with this SQL. */
const baselines = new Hono<{ Bindings: Env }>()
  .get('/bench/constant', (c) => c.json({ status: 'ok' }))
  .get('/bench/trips/:work', (c) => c.json(tripsByName.get(c.req.param('work')) ?? []))
  .get('/bench/sql/:work', async (c) => {
    const trips = tripsByName.get(c.req.param('work')) ?? [];
    const databases = databasesOf(c.env);
    const results = await Promise.all(
      Object.entries(databases).map(async ([name, database]) => {
        const statements = readsOf(trips, name);
        if (statements.length === 0) return [];
        const bound = statements.map(({ sql, params }) => database.prepare(sql).bind(...params));
        return database.batch(bound);
      }),
    );
    const written = trips.reduce((sum, trip) => sum + trip.rowsWritten, 0);
    if (written > 0) await writeRows(databases, written);
    return c.json(results.flat().map((result) => result.results));
  });

function readsOf(trips: readonly Trip[], name: string): Statement[] {
  return trips
    .filter(({ database }) => database === name)
    .flatMap(({ statements }) => statements)
    .filter(({ sql }) => /^\s*(select|with)\b/i.test(sql));
}

/** Writes as many rows as the request did, in one statement. */
async function writeRows(databases: Record<string, D1Database>, count: number): Promise<void> {
  const database = databases['SHOWS_1'] ?? databases['SHOWS_0'];
  await database?.batch([
    database.prepare('CREATE TABLE IF NOT EXISTS bench_rows (id TEXT PRIMARY KEY, words TEXT) WITHOUT ROWID'),
    database
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
         INSERT INTO bench_rows SELECT ?1 || i, hex(randomblob(100)) FROM n`,
      )
      .bind(crypto.randomUUID(), count),
  ]);
}

/**
 * The product's own Worker with two baseline routes. Counts a request with the header `x-bench-count: <work>` and
 * returns the sums in a header; passes any other request on.
 */
export default {
  ...product,
  async fetch(request, env, context) {
    if (new URL(request.url).pathname.startsWith('/bench/')) return baselines.fetch(request, env, context);
    const work = request.headers.get('x-bench-count');
    if (work === null) return product.fetch(request, env, context);
    const count = new TripCounter();
    const databases = Object.entries(databasesOf(env)).map(([name, database]) => [
      name,
      count.database(name, database),
    ]);
    const response = await product.fetch(
      request,
      { ...env, ...(Object.fromEntries(databases) as Partial<Env>) },
      context,
    );
    // Work after the answer (`waitUntil`) is not part of the request, and may have started before the answer.
    const trips = count.trips.filter(({ isDone }) => isDone);
    tripsByName.set(work, trips);
    const sum = (pick: (trip: Trip) => number) => trips.reduce((total, trip) => total + pick(trip), 0);
    const sums = {
      trips: trips.length,
      depth: Math.max(0, ...trips.map(({ depth }) => depth)),
      rowsRead: sum(({ rowsRead }) => rowsRead),
      rowsWritten: sum(({ rowsWritten }) => rowsWritten),
      sqlMs: sum(({ sqlMs }) => sqlMs),
    };
    const headers = new Headers(response.headers);
    headers.set('x-bench-counts', JSON.stringify(sums));
    return new Response(response.body, { status: response.status, headers });
  },
} satisfies ExportedHandler<Env>;
