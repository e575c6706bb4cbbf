import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** The name of an account code in the show's chart of accounts, null without one. Names the index of the codes. */
export function accountName(showId: string, code: SQL): SQL<string | null> {
  return sql`(SELECT p.description FROM account_fields f
    CROSS JOIN account_parts p INDEXED BY account_parts_by_code
    WHERE f.show_id = ${showId} AND f.config_type = 'ACCOUNT'
      AND p.show_id = f.show_id AND p.part_config_id = f.part_config_id AND p.id_code = ${code} LIMIT 1)`;
}
