import { sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';

/**
 * True where the column has the text in it. LIKE patterns end at 50 bytes in D1, and would give `%` and `_` a meaning.
 * SQLite lowers both sides: letters beyond ASCII stay as they are.
 */
export function holds(column: SQLWrapper, text: string): SQL {
  return sql`instr(lower(${column}), lower(${text})) > 0`;
}
