import { drizzle } from 'drizzle-orm/d1';
import type { BatchItem } from 'drizzle-orm/batch';
import { Refusal } from '#domain/codes';

/** A typed door to one D1 database. */
export type Database = ReturnType<typeof drizzle>;
/** One statement of a batch. */
export type Write = BatchItem<'sqlite'>;

/** Where a show's own data lives (its shard), already opened; every statement names `showId`. */
export interface ShowStore {
  readonly showId: string;
  readonly shard: number;
  readonly db: Database;
  /** Tells how far this reader has seen; the client brings it back, so that reads never go back in time. */
  readonly bookmark: () => string | null;
}

export interface ShowPlace {
  id: string;
  shard: number;
}

function open(database: D1Database, constraint: string): { db: Database; bookmark: () => string | null } {
  const session = database.withSession(constraint);
  // Drizzle asks for a D1Database, and uses `prepare` and `batch` of it, which a session has too.
  return { db: drizzle(session as unknown as D1Database), bookmark: () => session.getBookmark() };
}

/** The people's database. Rights are always read from the primary: a replica may lag behind a revocation. */
export function directory(env: Env): Database {
  return open(env.DIRECTORY, 'first-primary').db;
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
  return { showId: show.id, shard: show.shard, ...open(database, bookmark || 'first-primary') };
}

/** Every shard as a whole, for housekeeping that knows no show; `showId` is set by whoever goes on to one show. */
export function allShards(env: Env): ShowStore[] {
  return shards(env).map((database, shard) => ({ showId: '', shard, ...open(database, 'first-primary') }));
}
