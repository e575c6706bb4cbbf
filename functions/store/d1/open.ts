import type { SQLWrapper } from 'drizzle-orm';
import { DrizzleD1Database } from 'drizzle-orm/d1';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { Refusal } from '#domain/codes';
import { clientOf } from './client.ts';
import type { Client } from './client.ts';
import { writeThenRead } from './query.ts';
import type { ReadPlan, Rows } from './query.ts';
import { withinTimeBudget } from './time-budget.ts';
import { JsonRowSession } from './json-rows.ts';
import { BoundStatement } from './prepared-statement.ts';

const dialect = new SQLiteAsyncDialect();

/** A typed handle of one D1 database. */
export class Database extends DrizzleD1Database {
  readonly client: Client;
  constructor(client: Client) {
    // Drizzle's type requires a D1Database; it uses only `prepare` and `batch`.
    const asD1 = client as unknown as D1Database;
    super('async', dialect, new JsonRowSession(asD1, dialect, undefined), undefined);
    this.client = client;
  }
}
/** One statement of a batch: an insert, update or delete not yet run, or plain SQL. */
export type Write = SQLWrapper;

/** The database of a read, and the show that the read is limited to. */
export interface Source {
  readonly showId: string;
  readonly db: Database;
}

/** An opened handle of the shard with a show's data. Every statement filters by `showId`. */
export interface ShowStore extends Source {
  readonly shard: number;
  /** Runs the statements as one batch: all of them, or none. Throws `DuplicateKeyError`, or what D1 throws. */
  readonly write: (statements: readonly Write[]) => Promise<void>;
  /** Does the same and reads a plan in the same round trip, after the statements. */
  readonly writeAndRead: <P extends ReadPlan>(statements: readonly Write[], plan: P) => Promise<Rows<P>>;
  /** Whether a replica that is behind the primary may answer the reads. */
  readonly allowsReplica: boolean;
  /** The D1 bookmark of the last read. The client sends it back, so that later reads never see an older state. */
  readonly bookmark: () => string | null;
}

export interface ShowLocation {
  id: string;
  shard: number;
}

/** An earlier request was written under the same idempotency key; nothing of this batch was (DEC-99). */
export class DuplicateKeyError extends Error {
  override name = 'DuplicateKeyError';
}

/** The messages of the whole chain of causes: Drizzle wraps the error that D1 threw. */
export function errorText(error: unknown): string {
  const parts: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) parts.push(cause.message);
  return parts.join(': ');
}

/** Whether SQLite rejected a write by a constraint on `what`: a table, or one of its columns as `table.column`. */
export function violatesConstraint(error: unknown, kind: 'UNIQUE' | 'NOT NULL', what: string): boolean {
  const [, columns = ''] = new RegExp(`${kind} constraint failed: ([\\w., ]+)`).exec(errorText(error)) ?? [];
  return columns.split(', ').some((column) => column === what || column.startsWith(`${what}.`));
}

/** The error message of the triggers that block writes to a moving show. */
export const showMovingMessage = 'this show is being moved';

/** Throws `show_is_moving` for an error of those triggers, and any other error unchanged. */
async function mapShowMoving<Result>(batch: Promise<Result>): Promise<Result> {
  try {
    return await batch;
  } catch (error) {
    throw errorText(error).includes(showMovingMessage) ? new Refusal('show_is_moving') : error;
  }
}

/** A session whose batches are limited by the request's time budget. */
function withTimeLimit(session: D1DatabaseSession): D1DatabaseSession {
  return {
    prepare: (query) => session.prepare(query),
    batch: (statements) => withinTimeBudget(() => mapShowMoving(session.batch(statements))),
    getBookmark: () => session.getBookmark(),
  };
}

function open(
  database: D1Database,
  constraint: string,
  location: { showId: string; shard: number },
): ShowStore {
  const session = withTimeLimit(database.withSession(constraint));
  const client = clientOf(session);
  const store: ShowStore = {
    ...location,
    allowsReplica: constraint !== 'first-primary',
    db: new Database(client),
    async write(statements) {
      await store.writeAndRead(statements, {});
    },
    async writeAndRead(statements, plan) {
      const writes = statements.map((statement) => {
        const { sql, params } =
          statement instanceof BoundStatement ? statement : dialect.sqlToQuery(statement.getSQL());
        return client.prepare(sql).bind(...params);
      });
      return writeThenRead(client, writes, plan).catch((error: unknown) => {
        throw violatesConstraint(error, 'UNIQUE', 'idempotency') ? new DuplicateKeyError() : error;
      });
    },
    bookmark: () => session.getBookmark(),
  };
  return store;
}

/** The directory database. Permissions are always read from the primary: a replica may lag behind a revocation. */
export function directory(env: Env): Database {
  return open(env.DIRECTORY, 'first-primary', { showId: '', shard: 0 }).db;
}

/** The directory as the source of reads about one show. */
export function directoryOf(env: Env, showId: string): Source {
  return { showId, db: directory(env) };
}

/** The bindings of the shards; only the first one is certain. */
type Shards = Pick<Env, 'SHOWS_0'>;

/** All shards of this deployment, in order. Adding a binding `SHOWS_<n>` adds a shard. */
export function shards(env: Shards): D1Database[] {
  const bindings = env as unknown as Record<string, unknown>;
  const databases: D1Database[] = [];
  for (let n = 0; bindings[`SHOWS_${n}`] !== undefined; n += 1)
    databases.push(bindings[`SHOWS_${n}`] as D1Database);
  return databases;
}

/**
 * The only way to open a show's data. `bookmark` is the client's last one; without it the first read goes to the
 * primary. Throws `NOT_FOUND` for a shard that this deployment does not have.
 */
export function storeFor(env: Shards, show: ShowLocation, bookmark?: string | null): ShowStore {
  const database = shards(env)[show.shard];
  if (!database) throw new Refusal('NOT_FOUND');
  return open(database, bookmark || 'first-primary', { showId: show.id, shard: show.shard });
}

/**
 * A handle of each whole shard, for housekeeping of all shows. The caller sets `showId` before it works on one show.
 */
export function allShards(env: Env): ShowStore[] {
  return shards(env).map((database, shard) => open(database, 'first-primary', { showId: '', shard }));
}
