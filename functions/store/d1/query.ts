import type { Database } from './open.ts';
import type { SqlQuery } from './prepared-statement.ts';
import type { Client, Statement } from './client.ts';

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

/** The plan of whoever reads nothing. */
export type NoPlan = { readonly none?: null };

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
  const parts = [...byClient(plan)].map(([client, part]) => readPart(client, part));
  return inOrder(plan, await Promise.all(parts));
}

/** The same behind statements of `client`, in one batch with them: what the plan reads there is as they leave it. */
export async function readBehind<P extends Plan>(
  client: Client,
  writes: readonly Statement[],
  plan: P,
): Promise<Rows<P>> {
  const parts = byClient(plan);
  const own = parts.get(client) ?? {};
  parts.delete(client);
  const others = [...parts].map(([other, part]) => readPart(other, part));
  return inOrder(plan, await Promise.all([readPart(client, own, writes), ...others]));
}

/** The same with its plan, for what may have to be read again. */
export async function readPlan<P extends Plan>(plan: P): Promise<Reading<P>> {
  return { plan, rows: await readInOneTrip(plan) };
}

type Part = Record<string, Query<unknown>>;

/** The queries of a plan by the database that they ask. */
function byClient(plan: Plan): Map<Client, Part> {
  const parts = new Map<Client, Part>();
  for (const [name, query] of Object.entries(plan))
    if (query) parts.set(query.client, { ...parts.get(query.client), [name]: query });
  return parts;
}

/** Reads the queries of one database, behind `writes` if there are any, in one batch. */
async function readPart<P extends Part>(
  client: Client,
  part: P,
  writes: readonly Statement[] = [],
): Promise<Rows<P>> {
  const reads = Object.values(part).flatMap((query) => query.statements);
  const statements = [...writes, ...reads.map(({ sql, params }) => client.prepare(sql).bind(...params))];
  const results = statements.length > 0 ? await client.batch(statements) : [];
  return rowsOf(
    part,
    results.slice(writes.length).map((result) => result.results),
  );
}

/** The rows of the queries of one database, of the results of all their statements in order. */
function rowsOf<P extends Part>(part: P, results: readonly unknown[]): Rows<P> {
  let from = 0;
  const rows = Object.entries(part).map(([name, { statements, map }]) => {
    const own = results.slice(from, from + statements.length);
    from += statements.length;
    return [name, map(own)];
  });
  return Object.fromEntries(rows) as Rows<P>;
}

/** The rows of all parts under the names of the plan; null for what was not read. */
function inOrder<P extends Plan>(plan: P, parts: readonly object[]): Rows<P> {
  const nothing = Object.fromEntries(Object.keys(plan).map((name) => [name, null]));
  return Object.assign(nothing, ...parts) as Rows<P>;
}
