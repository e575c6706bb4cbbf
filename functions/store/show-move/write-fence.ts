import { showMovingMessage } from '#store/d1/open';
import type { ShardTables } from './shard-schema.ts';

/** What the fence allows on one shard for a show that is being moved: nothing, inserts, or deletes. */
export type FenceState = 'LEAVING' | 'ARRIVING' | 'GONE';

const nameOf = (showId: string) => `moving_${showId}`;

/**
 * Blocks writes to a show on this shard, by any code: installs triggers for this show in one batch with the row that
 * holds the state.
 */
export async function installFence(
  database: D1Database,
  { base }: Pick<ShardTables, 'base'>,
  showId: string,
  state: FenceState,
): Promise<void> {
  if (await isFenced(database, { base }, showId, state)) return;
  const currentState = `(SELECT state FROM moving_shows WHERE show_id = '${showId}')`;
  const blockedWhen = {
    INSERT: `new.show_id = '${showId}' AND ${currentState} IS NOT 'ARRIVING'`,
    UPDATE: `old.show_id = '${showId}' OR new.show_id = '${showId}'`,
    DELETE: `old.show_id = '${showId}' AND ${currentState} IS NOT 'GONE'`,
  };
  await database.batch([
    database
      .prepare(
        'INSERT INTO moving_shows (show_id, state) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET state = excluded.state',
      )
      .bind(showId, state),
    ...base.flatMap(({ name }) =>
      Object.entries(blockedWhen).map(([operation, when]) =>
        database.prepare(
          `CREATE TRIGGER IF NOT EXISTS ${nameOf(showId)}_${name}_${operation.toLowerCase()} BEFORE ${operation} ON "${name}"
           WHEN ${when} BEGIN SELECT RAISE(ABORT, '${showMovingMessage}'); END`,
        ),
      ),
    ),
  ]);
}

/** Whether every table has the fence, with this state. */
export async function isFenced(
  database: D1Database,
  { base }: Pick<ShardTables, 'base'>,
  showId: string,
  state: FenceState,
): Promise<boolean> {
  const fence = await readFence(database, showId);
  return fence.state === state && fence.triggers.length === base.length * 3;
}

/** Removes the fence, so that the show can be written again. Does nothing without a fence. */
export async function removeFence(database: D1Database, showId: string): Promise<void> {
  const { state, triggers } = await readFence(database, showId);
  if (state === null && triggers.length === 0) return;
  await database.batch([
    ...triggers.map((name) => database.prepare(`DROP TRIGGER IF EXISTS "${name}"`)),
    database.prepare('DELETE FROM moving_shows WHERE show_id = ?').bind(showId),
  ]);
}

async function readFence(database: D1Database, showId: string) {
  const [rows, triggers] = await database.batch<Record<string, string>>([
    database.prepare('SELECT state FROM moving_shows WHERE show_id = ?').bind(showId),
    database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB ?")
      .bind(`${nameOf(showId)}_*`),
  ]);
  return {
    state: rows?.results[0]?.['state'] ?? null,
    triggers: triggers?.results.map(({ name }) => name) ?? [],
  };
}

/** Guard for the beginning of a batch: the batch fails unless the show's fence on this shard has this state. */
export function guardState(database: D1Database, showId: string, state: FenceState): D1PreparedStatement {
  return database
    .prepare(
      `INSERT INTO moving_shows (show_id, state, pages)
       VALUES (?1, ?2, (SELECT pages + 1 FROM moving_shows WHERE show_id = ?1 AND state = ?2))
       ON CONFLICT DO UPDATE SET pages = excluded.pages`,
    )
    .bind(showId, state);
}
