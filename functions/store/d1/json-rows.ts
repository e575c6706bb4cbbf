import { SQLiteD1Session } from 'drizzle-orm/d1';
import { Refusal } from '#domain/codes';
import { compileRowDecoder } from './row-decoder.ts';
import type { Read } from './row-decoder.ts';

/** D1 takes no more arguments of a function than 32. */
const most = 30;
const begin = 'with found(';

/** Of a prepared read, by table: whether its rows are always there. Drizzle tells it after the read was prepared. */
interface Joined {
  joinsNotNullableMap?: Record<string, boolean>;
}

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
export function isJsonRows(query: string): boolean {
  return query.startsWith(begin);
}

/** The rows of such an answer, with their cells in order. */
export function rowsOf({ results }: D1Result): unknown[][] {
  const rows = JSON.parse(
    `[${(results as { row: string }[]).map(({ row }) => row).join()}]`,
  ) as unknown[][][];
  return rows.map((parts) => (parts.length === 1 ? (parts[0] ?? []) : parts.flat()));
}

type Session = SQLiteD1Session<Record<string, never>, Record<string, never>>;
type Prepare = Session['prepareQuery'];

/** What refuses a write is thrown as it is: Drizzle wraps whatever comes from the database. */
function plainly<Prepared>(prepared: Prepared): Prepared {
  const one = prepared as { queryWithCache: (...asked: unknown[]) => Promise<unknown> };
  const ask = one.queryWithCache.bind(prepared);
  one.queryWithCache = (...asked) =>
    ask(...asked).catch((error: unknown) => {
      throw error instanceof Error && error.cause instanceof Refusal ? error.cause : error;
    });
  return prepared;
}

/** Drizzle's session, whose reads answer rows as texts. */
export class JsonRowSession extends SQLiteD1Session<Record<string, never>, Record<string, never>> {
  override prepareQuery(
    ...[query, fields, method, inArrays, mapper, ...rest]: Parameters<Prepare>
  ): ReturnType<Prepare> {
    if (!fields || mapper || !/^\s*select\b/i.test(query.sql))
      return plainly(super.prepareQuery(query, fields, method, inArrays, mapper, ...rest));
    const asked = { ...query, sql: asText(query.sql, fields.length) };
    let read: Read | null = null;
    const rowsRead = (rows: unknown[][]) => {
      read ??= compileRowDecoder(fields, (prepared as unknown as Joined).joinsNotNullableMap);
      return rows.map(read);
    };
    const prepared = super.prepareQuery(asked, fields, method, inArrays, rowsRead, ...rest);
    return prepared;
  }
}
