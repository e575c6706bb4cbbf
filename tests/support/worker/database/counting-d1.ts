import { env } from 'cloudflare:workers';
import { studioEnv, watch } from '../fixtures/studio.ts';

/** A statement as sent to a database. */
export interface ExecutedQuery {
  database: 'DIRECTORY' | 'SHOWS_0' | 'SHOWS_1';
  sql: string;
  params: unknown[];
}

/** The same with the cost that D1 reports. */
export interface Statement extends ExecutedQuery {
  /** Index of its sequential round trip within the request. */
  depth: number;
  rowsRead: number;
  rowsWritten: number;
}

/** Cost of a request until its answer; work after the answer only counts in `statements`. */
export interface Cost {
  /** Sequential round trips: concurrent calls count as one. */
  trips: number;
  /** Total number of calls. */
  calls: number;
  rowsRead: number;
  rowsWritten: number;
  statements: Statement[];
}

interface Call {
  depth: number;
  isDone: boolean;
}

interface Log {
  calls: Call[];
  statements: Statement[];
  before: Cost | null;
}

let log: Log | null = null;
const every: Statement[] = [];
const asked: ExecutedQuery[] = [];

function costOf({ calls, statements }: Log): Cost {
  const sum = (value: (one: Statement) => number) => statements.reduce((total, one) => total + value(one), 0);
  return {
    // Calls that are unfinished at the answer were not awaited.
    trips: Math.max(0, ...calls.filter(({ isDone }) => isDone).map(({ depth }) => depth)),
    calls: calls.length,
    rowsRead: sum(({ rowsRead }) => rowsRead),
    rowsWritten: sum(({ rowsWritten }) => rowsWritten),
    statements: [...statements],
  };
}

type Database = Statement['database'];
type Bound = { statement: D1PreparedStatement; sql: string; params: unknown[] };

/** Runs and records one call. A call is one deeper than the deepest one that had ended when it started. */
async function recordCall<Answer>(
  database: Database,
  bound: readonly Bound[],
  run: () => Promise<Answer>,
  metas: (answer: Answer) => (D1Meta | undefined)[],
): Promise<Answer> {
  const into = log;
  const done = into?.calls.filter(({ isDone }) => isDone) ?? [];
  // A statement that a constraint rejects was sent, too.
  asked.push(...bound.map(({ sql, params }) => ({ database, sql, params })));
  const call: Call = { depth: 1 + Math.max(0, ...done.map(({ depth }) => depth)), isDone: false };
  into?.calls.push(call);
  try {
    const answer = await run();
    const found = metas(answer);
    const rows = bound.map(({ sql, params }, index) => ({
      database,
      sql,
      params,
      depth: call.depth,
      rowsRead: found[index]?.rows_read ?? 0,
      rowsWritten: found[index]?.rows_written ?? 0,
    }));
    into?.statements.push(...rows);
    every.push(...rows);
    return answer;
  } finally {
    call.isDone = true;
  }
}

function countingDatabase(name: Database, real: D1Database): D1Database {
  const known = new WeakMap<object, Bound>();
  const wrap = (bound: Bound): D1PreparedStatement => {
    const { statement, sql } = bound;
    const all = () =>
      recordCall(
        name,
        [bound],
        () => statement.all(),
        ({ meta }) => [meta],
      );
    const one = {
      bind: (...params: unknown[]) => wrap({ statement: statement.bind(...params), sql, params }),
      all,
      run: all,
      raw: async () => (await all()).results.map((row) => Object.values(row)),
      first: async (column?: string) => {
        const [row = null] = (await all()).results;
        return column === undefined || row === null ? row : row[column];
      },
    } as unknown as D1PreparedStatement;
    known.set(one, bound);
    return one;
  };
  const over = (session: D1Database | D1DatabaseSession) => ({
    prepare: (sql: string) => wrap({ statement: session.prepare(sql), sql, params: [] }),
    batch: (statements: D1PreparedStatement[]) => {
      const bound = statements.flatMap((one) => known.get(one) ?? []);
      return recordCall(
        name,
        bound,
        () => session.batch(bound.map(({ statement }) => statement)),
        (results) => results.map(({ meta }) => meta),
      );
    },
  });
  return {
    ...over(real),
    withSession: (constraint?: string) => {
      const session = real.withSession(constraint);
      return { ...over(session), getBookmark: () => session.getBookmark() };
    },
  } as unknown as D1Database;
}

/** Counts the database calls of the Worker from now on; `stop` ends the counting. */
export function countTrips(): {
  stop: () => void;
  statements: readonly Statement[];
  asked: readonly ExecutedQuery[];
} {
  const own = { DIRECTORY: env.DIRECTORY, SHOWS_0: env.SHOWS_0, SHOWS_1: env.SHOWS_1 };
  Object.assign(studioEnv, {
    DIRECTORY: countingDatabase('DIRECTORY', own.DIRECTORY),
    SHOWS_0: countingDatabase('SHOWS_0', own.SHOWS_0),
    SHOWS_1: countingDatabase('SHOWS_1', own.SHOWS_1),
  });
  watch.answered = () => {
    if (log) log.before ??= costOf(log);
  };
  every.length = 0;
  asked.length = 0;
  return {
    statements: every,
    asked,
    stop: () => {
      Object.assign(studioEnv, own);
      watch.answered = () => undefined;
    },
  };
}

/** Returns the cost of one request and its answer. */
export async function measureCost<Answer>(
  request: () => Promise<Answer>,
): Promise<{ answer: Answer; cost: Cost }> {
  const own: Log = { calls: [], statements: [], before: null };
  log = own;
  try {
    const answer = await request();
    return { answer, cost: own.before ?? costOf(own) };
  } finally {
    log = null;
  }
}
