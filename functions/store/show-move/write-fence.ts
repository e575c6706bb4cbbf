import { showMovingMessage } from '#store/d1/open';
import type { ShardTables } from './shard-schema.ts';

/** What may be done to a moving show's rows on one shard: nothing, adding, removing. */
export type FenceState = 'LEAVING' | 'ARRIVING' | 'GONE';

const nameOf = (showId: string) => `moving_${showId}`;

/**
 * Lets nobody write to a show on this shard from now on, whatever code it comes by: triggers, made for the one show and in
 * one batch with the row that tells the state.
 */
export async function raiseFence(
  database: D1Database,
  { base }: Pick<ShardTables, 'base'>,
  showId: string,
  state: FenceState,
): Promise<void> {
  if (await isFenced(database, { base }, showId, state)) return;
  const stateHere = `(SELECT state FROM moving_shows WHERE show_id = '${showId}')`;
  const refused = {
    INSERT: `new.show_id = '${showId}' AND ${stateHere} IS NOT 'ARRIVING'`,
    UPDATE: `old.show_id = '${showId}' OR new.show_id = '${showId}'`,
    DELETE: `old.show_id = '${showId}' AND ${stateHere} IS NOT 'GONE'`,
  };
  await database.batch([
    database
      .prepare(
        'INSERT INTO moving_shows (show_id, state) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET state = excluded.state',
      )
      .bind(showId, state),
    ...base.flatMap(({ name }) =>
      Object.entries(refused).map(([act, when]) =>
        database.prepare(
          `CREATE TRIGGER IF NOT EXISTS ${nameOf(showId)}_${name}_${act.toLowerCase()} BEFORE ${act} ON "${name}"
           WHEN ${when} BEGIN SELECT RAISE(ABORT, '${showMovingMessage}'); END`,
        ),
      ),
    ),
  ]);
}

/** Whether the fence of this state stands around every table. */
export async function isFenced(
  database: D1Database,
  { base }: Pick<ShardTables, 'base'>,
  showId: string,
  state: FenceState,
): Promise<boolean> {
  const found = await readFence(database, showId);
  return found.state === state && found.triggers.length === base.length * 3;
}

/** The show is like any other again; without a fence it does nothing. */
export async function liftFence(database: D1Database, showId: string): Promise<void> {
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

/** First in a batch: undoes it unless the show's fence here has this state. */
export function guardState(database: D1Database, showId: string, state: FenceState): D1PreparedStatement {
  return database
    .prepare(
      `INSERT INTO moving_shows (show_id, state, pages)
       VALUES (?1, ?2, (SELECT pages + 1 FROM moving_shows WHERE show_id = ?1 AND state = ?2))
       ON CONFLICT DO UPDATE SET pages = excluded.pages`,
    )
    .bind(showId, state);
}
