import { isJsonRows, rowsOf } from './json-rows.ts';

/** What Drizzle uses of a prepared statement. */
export interface Statement {
  bind: (...values: unknown[]) => Statement;
  all: () => Promise<D1Result>;
  raw: () => Promise<unknown[][]>;
  run: () => Promise<D1Result>;
}

/** A client as Drizzle wants one. */
export interface Client {
  prepare: (query: string) => Statement;
  batch: (statements: readonly Statement[]) => Promise<D1Result[]>;
}

/** The client of one session, which makes the rows of reads that return them as texts. */
export function clientOf(session: D1DatabaseSession): Client {
  const bound = new WeakMap<Statement, { statement: D1PreparedStatement; asText: boolean }>();
  const batch = async (statements: readonly Statement[]): Promise<D1Result[]> => {
    const known = statements.flatMap((one) => bound.get(one) ?? []);
    const results = await session.batch(known.map(({ statement }) => statement));
    return results.map((result, n) => (known[n]?.asText ? { ...result, results: rowsOf(result) } : result));
  };
  const only = async (statement: Statement): Promise<D1Result> => {
    const [result] = await batch([statement]);
    if (!result) throw new Error('D1 returned nothing');
    return result;
  };
  const wrap = (statement: D1PreparedStatement, asText: boolean): Statement => {
    const one: Statement = {
      bind: (...values) => wrap(statement.bind(...values), asText),
      all: () => only(one),
      run: () => only(one),
      raw: async () => {
        const { results } = await only(one);
        return asText ? (results as unknown[][]) : results.map((row) => Object.values(row as object));
      },
    };
    bound.set(one, { statement, asText });
    return one;
  };
  return { prepare: (query) => wrap(session.prepare(query), isJsonRows(query)), batch };
}
