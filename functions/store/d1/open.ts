import type { SQLWrapper } from 'drizzle-orm';
import { DrizzleD1Database } from 'drizzle-orm/d1';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { Refusal } from '#domain/codes';
import { clientOf } from './client.ts';
import type { Client } from './client.ts';
import { readBehind } from './query.ts';
import type { Plan, Rows } from './query.ts';
import { withinTimeBudget } from './time-budget.ts';
import { JsonRowSession } from './json-rows.ts';
import { BoundStatement } from './prepared-statement.ts';

const dialect = new SQLiteAsyncDialect();

/** A typed door to one D1 database. */
export class Database extends DrizzleD1Database {
  readonly client: Client;
  constructor(client: Client) {
    // Drizzle asks for a D1Database, and uses `prepare` and `batch` of it.
    const asD1 = client as unknown as D1Database;
    super('async', dialect, new JsonRowSession(asD1, dialect, undefined), undefined);
    this.client = client;
  }
}
/** One statement of a batch: an insert, update or delete not yet run, or plain SQL. */
export type Write = SQLWrapper;

/** What a read asks. */
export interface Source {
  readonly showId: string;
  readonly db: Database;
}

/** Where a show's own data lives (its shard), already opened; every statement names `showId`. */
export interface ShowStore extends Source {
  readonly shard: number;
  /** Runs statements as one: all of them, or none. Throws `DuplicateKeyError`, or what D1 throws. */
  readonly write: (statements: readonly Write[]) => Promise<void>;
  /** The same, and in the same trip reads a plan as the statements leave things. */
  readonly writeAndRead: <P extends Plan>(statements: readonly Write[], plan: P) => Promise<Rows<P>>;
  /** Whether a replica that is behind the primary may answer its reads. */
  readonly mayLag: boolean;
  /** Tells how far this reader has seen; the client brings it back, so that reads never go back in time. */
  readonly bookmark: () => string | null;
}

export interface ShowPlace {
  id: string;
  shard: number;
}

/** Another request was written under the same idempotency key before (DEC-99); nothing of this batch was. */
export class DuplicateKeyError extends Error {
  override name = 'DuplicateKeyError';
}

/** The chain of causes as one text: Drizzle wraps the message that D1 gave. */
export function reasonOf(error: unknown): string {
  const parts: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) parts.push(cause.message);
  return parts.join(': ');
}

/** Whether SQLite refused a write by a constraint on `what`: a table, or one of its columns as `table.column`. */
export function violates(error: unknown, kind: 'UNIQUE' | 'NOT NULL', what: string): boolean {
  const [, columns = ''] = new RegExp(`${kind} constraint failed: ([\\w., ]+)`).exec(reasonOf(error)) ?? [];
  return columns.split(', ').some((column) => column === what || column.startsWith(`${what}.`));
}

/** What the fence around a moving show says to whoever writes. */
export const showMovingMessage = 'this show is being moved';

/** Throws `show_is_moving` for that, and anything else as it is. */
async function unlessMoving<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    throw reasonOf(error).includes(showMovingMessage) ? new Refusal('show_is_moving') : error;
  }
}

/** A session that nobody waits for forever. */
function patient(session: D1DatabaseSession): D1DatabaseSession {
  return {
    prepare: (query) => session.prepare(query),
    batch: (statements) => withinTimeBudget(() => unlessMoving(session.batch(statements))),
    getBookmark: () => session.getBookmark(),
  };
}

function open(database: D1Database, constraint: string, place: { showId: string; shard: number }): ShowStore {
  const session = patient(database.withSession(constraint));
  const client = clientOf(session);
  const store: ShowStore = {
    ...place,
    mayLag: constraint !== 'first-primary',
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
      return readBehind(client, writes, plan).catch((error: unknown) => {
        throw violates(error, 'UNIQUE', 'idempotency') ? new DuplicateKeyError() : error;
      });
    },
    bookmark: () => session.getBookmark(),
  };
  return store;
}

/** The people's database. Rights are always read from the primary: a replica may lag behind a revocation. */
export function directory(env: Env): Database {
  return open(env.DIRECTORY, 'first-primary', { showId: '', shard: 0 }).db;
}

/** The same, asked about one show. */
export function directoryOf(env: Env, showId: string): Source {
  return { showId, db: directory(env) };
}

/** Every shard this deployment has, in order; adding a binding `SHOWS_<n>` adds a shard. */
export function shards(env: Env): D1Database[] {
  const bindings = env as unknown as Record<string, unknown>;
  const found: D1Database[] = [];
  for (let n = 0; bindings[`SHOWS_${n}`] !== undefined; n += 1)
    found.push(bindings[`SHOWS_${n}`] as D1Database);
  return found;
}

/**
 * The only way to a show's data. `bookmark` is the client's last one; without it the first read asks the primary.
 * Throws `NOT_FOUND` for a shard that this deployment does not have.
 */
export function storeFor(env: Env, show: ShowPlace, bookmark?: string | null): ShowStore {
  const database = shards(env)[show.shard];
  if (!database) throw new Refusal('NOT_FOUND');
  return open(database, bookmark || 'first-primary', { showId: show.id, shard: show.shard });
}

/** Every shard as a whole, for housekeeping that knows no show; `showId` is set by whoever goes on to one show. */
export function allShards(env: Env): ShowStore[] {
  return shards(env).map((database, shard) => open(database, 'first-primary', { showId: '', shard }));
}
