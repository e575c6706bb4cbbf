import { SQLiteD1Session } from 'drizzle-orm/d1';

/** D1 takes no more arguments of a function than 32. */
const most = 30;
const begin = 'with found(';

/**
 * The same read with each row as one text. A row that travels cell by cell costs its Worker many times what its text does,
 * and as an object it loses one of two columns that have the same name.
 */
function asText(query: string, columns: number): string {
  const names = Array.from({ length: columns }, (_, n) => `c${n}`);
  const parts = Array.from({ length: Math.ceil(columns / most) }, (_, n) =>
    names.slice(n * most, (n + 1) * most),
  );
  const row = parts.map((part) => `json_array(${part.join()})`).join();
  return `${begin}${names.join()}) as (${query}) select json_array(${row}) as row from found`;
}

/** Whether a statement answers its rows as texts. */
export function isAsText(query: string): boolean {
  return query.startsWith(begin);
}

/** The rows of such an answer, with their cells in order. */
export function rowsOf({ results }: D1Result): unknown[][] {
  const rows = JSON.parse(
    `[${(results as { row: string }[]).map(({ row }) => row).join()}]`,
  ) as unknown[][][];
  return rows.map((parts) => parts.flat());
}

type Prepare = SQLiteD1Session<Record<string, never>, Record<string, never>>['prepareQuery'];

/** Drizzle's session, whose reads answer rows as texts. */
export class TextSession extends SQLiteD1Session<Record<string, never>, Record<string, never>> {
  override prepareQuery(...[query, fields, ...rest]: Parameters<Prepare>): ReturnType<Prepare> {
    const isRead = fields !== undefined && /^\s*select\b/i.test(query.sql);
    const asked = isRead ? { ...query, sql: asText(query.sql, fields.length) } : query;
    return super.prepareQuery(asked, fields, ...rest);
  }
}
