import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** A list in parentheses, bound as one parameter whatever its length. */
export function inList(values: readonly (string | null)[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}
