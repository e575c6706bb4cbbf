import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** For housekeeping over all shows of a shard: what is being moved, or has moved away, is nobody's to keep here. */
export function isSettled(showId: SQLiteColumn): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM moving_shows m WHERE m.show_id = ${showId})`;
}
