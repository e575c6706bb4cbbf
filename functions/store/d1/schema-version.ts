import { sql } from 'drizzle-orm';
import type { Database } from './open.ts';

/** The newest migration applied to a database; null when there is none. */
export async function readSchemaVersion(db: Database): Promise<string | null> {
  const rows = await db.all<{ name: string }>(sql`SELECT name FROM d1_migrations ORDER BY name DESC LIMIT 1`);
  return rows[0]?.name ?? null;
}
