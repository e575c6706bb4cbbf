import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '#store/d1/open';

/** Excludes shows that are being moved, or have moved away, from housekeeping of a shard. */
export function isNotMoving(showId: SQLiteColumn): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM moving_shows m WHERE m.show_id = ${showId})`;
}

/** The shows of a shard that are being moved, or have moved away. */
export async function readMovingShowIds(db: Database): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`SELECT show_id AS id FROM moving_shows`);
  return rows.map(({ id }) => id);
}
