import type { Database } from './open.ts';
import type { SqlQuery } from './prepared-statement.ts';
import type { Client } from './read-batcher.ts';

/** A read as a value: what it asks of one database, and what the results mean. Nothing is sent until it is read. */
export interface Query<Row> {
  readonly client: Client;
  readonly statements: readonly SqlQuery[];
  /** Makes the row of the rows of each statement, in order. */
  readonly map: (results: readonly unknown[]) => Row;
}

/** What a route or a verb reads, by name; null: not in this case. */
export type Plan = Readonly<Record<string, Query<unknown> | null>>;

/** What a query reads. */
export type RowOf<Asked> = Asked extends Query<infer Row> ? Row : null;

/** What a plan reads, under the same names. */
export type Rows<P extends Plan> = { readonly [Name in keyof P]: RowOf<P[Name]> };

/** What a function that makes a plan reads. */
export type PlanRows<PlanFor extends (...given: never[]) => Plan> = Rows<ReturnType<PlanFor>>;

/** What was read, and the plan of it for those who must read it again. */
export interface Reading<P extends Plan> {
  readonly plan: P;
  readonly rows: Rows<P>;
}

/** Nothing to read. */
export type NoPlan = Readonly<Record<never, never>>;

/** A read as Drizzle builds it. */
export interface Builder {
  readonly _: { readonly result: unknown };
  prepare: () => { getQuery: () => SqlQuery; mapResult: (rows: unknown) => unknown };
}

/** The query of one Drizzle builder; one that is used often is prepared once with `prepareRead` instead. */
export function queryOf<B extends Builder>({ client }: Database, builder: B): Query<B['_']['result']> {
  const statement = builder.prepare();
  return {
    client,
    statements: [statement.getQuery()],
    map: ([rows]) => statement.mapResult(rows),
  };
}

/** The same query, of whose row `map` makes another. */
export function mapped<From, To>(query: Query<From>, map: (row: From) => To): Query<To> {
  return { ...query, map: (results) => map(query.map(results)) };
}

/** Several queries of one database as one. */
export function combined<P extends Record<string, Query<unknown>>>(plan: P): Query<Rows<P>> {
  const queries = Object.values(plan);
  const [first] = queries;
  if (!first || queries.some(({ client }) => client !== first.client))
    throw new Error('Only queries of one database can be combined.');
  return {
    client: first.client,
    statements: queries.flatMap(({ statements }) => statements),
    map: (results) => rowsOf(plan, results),
  };
}

/** What one query reads, in a round trip of its own. */
export async function read<Row>(query: Query<Row>): Promise<Row> {
  return (await readInOneTrip({ query })).query;
}

/** Reads a whole plan in one round trip: one batch for each database that it asks, at the same time. */
export async function readInOneTrip<P extends Plan>(plan: P): Promise<Rows<P>> {
  const parts = await Promise.all(
    [...byClient(plan)].map(async ([client, part]) => rowsOf(part, await resultsOf(client, part))),
  );
  return Object.assign(
    Object.fromEntries(Object.keys(plan).map((name) => [name, null])),
    ...parts,
  ) as Rows<P>;
}

/** The same with its plan, for what may have to be read again. */
export async function readPlan<P extends Plan>(plan: P): Promise<Reading<P>> {
  return { plan, rows: await readInOneTrip(plan) };
}

/** The queries of a plan by the database that they ask. */
export function byClient(plan: Plan): Map<Client, Record<string, Query<unknown>>> {
  const parts = new Map<Client, Record<string, Query<unknown>>>();
  for (const [name, query] of Object.entries(plan))
    if (query) parts.set(query.client, { ...parts.get(query.client), [name]: query });
  return parts;
}

/** The rows of the queries of one database, of the results of all their statements in order. */
export function rowsOf<P extends Record<string, Query<unknown>>>(
  plan: P,
  results: readonly unknown[],
): Rows<P> {
  let from = 0;
  const rows = Object.entries(plan).map(([name, { statements, map }]) => {
    const own = results.slice(from, from + statements.length);
    from += statements.length;
    return [name, map(own)];
  });
  return Object.fromEntries(rows) as Rows<P>;
}

async function resultsOf(client: Client, plan: Record<string, Query<unknown>>): Promise<unknown[]> {
  const statements = Object.values(plan).flatMap((query) => query.statements);
  const results = await client.batch(
    statements.map(({ sql, params }) => client.prepare(sql).bind(...params)),
  );
  return results.map((result) => result.results);
}
