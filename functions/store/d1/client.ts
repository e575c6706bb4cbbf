import { isJsonRows, parseJsonRows } from './json-rows.ts';

/** The methods of a prepared statement that Drizzle uses. */
export interface Statement {
  bind: (...values: unknown[]) => Statement;
  all: () => Promise<D1Result>;
  raw: () => Promise<unknown[][]>;
  run: () => Promise<D1Result>;
}

/** The methods of a D1 database that Drizzle uses. */
export interface Client {
  prepare: (query: string) => Statement;
  batch: (statements: readonly Statement[]) => Promise<D1Result[]>;
}

/** A client for one D1 session. Rows of statements built by `asJsonRows` are parsed. */
export function clientOf(session: D1DatabaseSession): Client {
  const bound = new WeakMap<Statement, { statement: D1PreparedStatement; isJson: boolean }>();
  const batch = async (statements: readonly Statement[]): Promise<D1Result[]> => {
    const sent = statements.flatMap((one) => bound.get(one) ?? []);
    const results = await session.batch(sent.map(({ statement }) => statement));
    return results.map((result, n) =>
      sent[n]?.isJson ? { ...result, results: parseJsonRows(result) } : result,
    );
  };
  const runOne = async (statement: Statement): Promise<D1Result> => {
    const [result] = await batch([statement]);
    if (!result) throw new Error('D1 returned nothing');
    return result;
  };
  const wrap = (statement: D1PreparedStatement, isJson: boolean): Statement => {
    const wrapped: Statement = {
      bind: (...values) => wrap(statement.bind(...values), isJson),
      all: () => runOne(wrapped),
      run: () => runOne(wrapped),
      raw: async () => {
        const { results } = await runOne(wrapped);
        return isJson ? (results as unknown[][]) : results.map((row) => Object.values(row as object));
      },
    };
    bound.set(wrapped, { statement, isJson });
    return wrapped;
  };
  return { prepare: (query) => wrap(session.prepare(query), isJsonRows(query)), batch };
}
