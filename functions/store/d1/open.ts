import type { SQLWrapper } from 'drizzle-orm';
import { DrizzleD1Database } from 'drizzle-orm/d1';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { Refusal } from '#domain/codes';
import { Foreseen } from './prefetch-cache.ts';
import { oneTrip, ReadQueue, takeBreath } from './read-batcher.ts';
import type { Client } from './read-batcher.ts';
import { readInOneTrip } from './query.ts';
import type { Plan, Query, Rows } from './query.ts';
import { inPatience } from './time-budget.ts';
import { TextSession } from './json-rows.ts';
import { Said } from './prepared-statement.ts';
import { Writes } from './write-batcher.ts';

const dialect = new SQLiteAsyncDialect();

/** A typed door to one D1 database. */
export class Database extends DrizzleD1Database {
  readonly client: Client;
  constructor(client: Client) {
    // Drizzle asks for a D1Database, and uses `prepare` and `batch` of it.
    const asD1 = client as unknown as D1Database;
    super('async', dialect, new TextSession(asD1, dialect, undefined), undefined);
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
  /** Runs statements as one: all of them, or none. Throws `KeyTaken`, or what D1 throws. */
  readonly write: (statements: readonly Write[]) => Promise<void>;
  /** The same, and in the same trip reads a plan as the statements leave things. */
  readonly writeAndRead: <P extends Plan>(statements: readonly Write[], plan: P) => Promise<Rows<P>>;
  /** Whether a replica that is behind the primary may answer its reads. */
  readonly mayLag: boolean;
  /** Reads begun ahead of their asking; they belong to this handle, and end with the next write. */
  readonly foreseen: Foreseen<ShowStore>;
  /** Tells how far this reader has seen; the client brings it back, so that reads never go back in time. */
  readonly bookmark: () => string | null;
}

export interface ShowPlace {
  id: string;
  shard: number;
}

/** Another request was written under the same idempotency key before (DEC-99); nothing of this batch was. */
export class KeyTaken extends Error {
  override name = 'KeyTaken';
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
export const movingText = 'this show is being moved';

/** Throws `show_is_moving` for that, and anything else as it is. */
async function unlessMoving<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    throw reasonOf(error).includes(movingText) ? new Refusal('show_is_moving') : error;
  }
}

/** A session that nobody waits for forever. */
function patient(session: D1DatabaseSession): D1DatabaseSession {
  return {
    prepare: (query) => session.prepare(query),
    batch: (statements) => inPatience(() => unlessMoving(session.batch(statements))),
    getBookmark: () => session.getBookmark(),
  };
}

function open(database: D1Database, constraint: string, place: { showId: string; shard: number }): ShowStore {
  const session = patient(database.withSession(constraint));
  const foreseen = new Foreseen<ShowStore>();
  const writes = new Writes<(store: ShowStore) => void>(async (batches) => {
    foreseen.forget();
    const behind = new ReadQueue(session, true);
    const begins = batches.flatMap(({ begin }) => begin ?? []);
    const after = { ...store, db: new Database(oneTrip(session, foreseen, behind)) };
    for (const begin of begins) begin(after);
    if (begins.length > 0) await takeBreath();
    await behind.sendBehind(batches.flatMap(({ statements }) => statements)).catch((error: unknown) => {
      foreseen.forget();
      throw error;
    });
  });
  const store: ShowStore = {
    ...place,
    mayLag: constraint !== 'first-primary',
    db: new Database(oneTrip(session, foreseen, new ReadQueue(session))),
    foreseen,
    async write(statements) {
      await store.writeAndRead(statements, {});
    },
    async writeAndRead<P extends Plan>(statements: readonly Write[], plan: P) {
      const prepared = statements.map((statement) => {
        const { sql, params } =
          statement instanceof Said ? statement : dialect.sqlToQuery(statement.getSQL());
        return session.prepare(sql).bind(...params);
      });
      foreseen.forget();
      const always = foreseen.afterWrite;
      let reading: Promise<Rows<P>> | undefined;
      const begin = (after: ShowStore) => {
        always?.(after);
        if (Object.keys(plan).length === 0) return;
        // What is read of this store travels behind the write.
        const behind = ({ client, ...query }: Query<unknown>) => ({
          ...query,
          client: client === store.db.client ? after.db.client : client,
        });
        const moved = Object.entries(plan).map(([name, query]) => [name, query && behind(query)]);
        reading = readInOneTrip(Object.fromEntries(moved) as P);
        reading.catch(() => undefined);
      };
      await writes.write({ statements: prepared, begin }).catch((error: unknown) => {
        throw violates(error, 'UNIQUE', 'idempotency') ? new KeyTaken() : error;
      });
      return reading ?? readInOneTrip(plan);
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
