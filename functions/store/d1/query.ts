import type { Database } from './open.ts';
import type { SqlQuery } from './prepared-statement.ts';
import type { Client, Statement } from './client.ts';

/** A read as a value: its statements, and the mapping of their results. Nothing is sent before `read`. */
export interface Query<Row> {
  readonly client: Client;
  readonly statements: readonly SqlQuery[];
  /** Maps the rows of each statement, in order, to the result. */
  readonly map: (results: readonly unknown[]) => Row;
}

/** The reads of a route or a verb, by name; null for one that does not apply. */
export type ReadPlan = Readonly<Record<string, Query<unknown> | null>>;

/** The result of a query; null for none. */
export type RowOf<Q> = Q extends Query<infer Row> ? Row : null;

/** The results of a plan, under the same names. */
export type Rows<P extends ReadPlan> = { readonly [Name in keyof P]: RowOf<P[Name]> };

export type PlanRows<PlanFor extends (...args: never[]) => ReadPlan> = Rows<ReturnType<PlanFor>>;

/** The results of a plan, with the plan itself for a caller that may have to read again. */
export interface Reading<P extends ReadPlan> {
  readonly plan: P;
  readonly rows: Rows<P>;
}

export type NoPlan = { readonly none?: null };

/** A read as Drizzle builds it. */
export interface Builder {
  readonly _: { readonly result: unknown };
  prepare: () => { getQuery: () => SqlQuery; mapResult: (rows: unknown) => unknown };
}

/** The query of one Drizzle builder. Frequent reads use `prepareRead` instead. */
export function queryOf<B extends Builder>({ client }: Database, builder: B): Query<B['_']['result']> {
  const statement = builder.prepare();
  return {
    client,
    statements: [statement.getQuery()],
    map: ([rows]) => statement.mapResult(rows),
  };
}

/** The same query, with its result mapped by `map`. */
export function mapQuery<From, To>(query: Query<From>, map: (row: From) => To): Query<To> {
  return { ...query, map: (results) => map(query.map(results)) };
}

/** Combines several queries of one database into one. Throws when they are of different databases. */
export function combineQueries<P extends Record<string, Query<unknown>>>(plan: P): Query<Rows<P>> {
  const queries = Object.values(plan);
  const [first] = queries;
  if (!first || queries.some(({ client }) => client !== first.client))
    throw new Error('Only queries of one database can be combined.');
  return {
    client: first.client,
    statements: queries.flatMap(({ statements }) => statements),
    map: (results) => mapResults(plan, results),
  };
}

/** Executes one query in a round trip of its own. */
export async function read<Row>(query: Query<Row>): Promise<Row> {
  return (await readInOneTrip({ query })).query;
}

/** Executes a plan in one round trip: one batch per database, at the same time. */
export async function readInOneTrip<P extends ReadPlan>(plan: P): Promise<Rows<P>> {
  const parts = [...byClient(plan)].map(([client, part]) => readPart(client, part));
  return mergeParts(plan, await Promise.all(parts));
}

/** Executes the statements of `client` and, after them in the same batch, the plan's reads of that database. */
export async function writeThenRead<P extends ReadPlan>(
  client: Client,
  writes: readonly Statement[],
  plan: P,
): Promise<Rows<P>> {
  const parts = byClient(plan);
  const databasePart = parts.get(client) ?? {};
  parts.delete(client);
  const others = [...parts].map(([other, part]) => readPart(other, part));
  return mergeParts(plan, await Promise.all([readPart(client, databasePart, writes), ...others]));
}

/** Executes a plan and returns it with its results. */
export async function readPlan<P extends ReadPlan>(plan: P): Promise<Reading<P>> {
  return { plan, rows: await readInOneTrip(plan) };
}

type Part = Record<string, Query<unknown>>;

function byClient(plan: ReadPlan): Map<Client, Part> {
  const parts = new Map<Client, Part>();
  for (const [name, query] of Object.entries(plan))
    if (query) parts.set(query.client, { ...parts.get(query.client), [name]: query });
  return parts;
}

/** Executes the queries of one database in one batch, after `writes` if there are any. */
async function readPart<P extends Part>(
  client: Client,
  part: P,
  writes: readonly Statement[] = [],
): Promise<Rows<P>> {
  const reads = Object.values(part).flatMap((query) => query.statements);
  const statements = [...writes, ...reads.map(({ sql, params }) => client.prepare(sql).bind(...params))];
  const results = statements.length > 0 ? await client.batch(statements) : [];
  return mapResults(
    part,
    results.slice(writes.length).map((result) => result.results),
  );
}

/** Maps the results of all statements of one database to the rows of its queries. */
function mapResults<P extends Part>(part: P, results: readonly unknown[]): Rows<P> {
  let from = 0;
  const rows = Object.entries(part).map(([name, { statements, map }]) => {
    const queryResults = results.slice(from, from + statements.length);
    from += statements.length;
    return [name, map(queryResults)];
  });
  return Object.fromEntries(rows) as Rows<P>;
}

/** The rows of all parts under the names of the plan; null for what was not read. */
function mergeParts<P extends ReadPlan>(plan: P, parts: readonly object[]): Rows<P> {
  const empty = Object.fromEntries(Object.keys(plan).map((name) => [name, null]));
  return Object.assign(empty, ...parts) as Rows<P>;
}
