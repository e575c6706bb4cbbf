import { sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';

/**
 * Case-insensitive substring match. LIKE patterns end at 50 bytes in D1, and would give `%` and `_` a meaning. SQLite's
 * lower() changes ASCII letters only.
 */
export function containsText(column: SQLWrapper, text: string): SQL {
  return sql`instr(lower(${column}), lower(${text})) > 0`;
}
