import { env } from 'cloudflare:workers';
import { studioEnv, watch } from '../fixtures/studio.ts';

/** One statement as it reached a database. */
export interface Asked {
  database: 'DIRECTORY' | 'SHOWS_0' | 'SHOWS_1';
  sql: string;
  params: unknown[];
}

/** The same with what D1 says it cost. */
export interface Statement extends Asked {
  /** Which trip it was of its request's. */
  depth: number;
  rowsRead: number;
  rowsWritten: number;
}

/** What one request cost until its answer; what outlives the answer is among `statements` alone. */
export interface Cost {
  /** Round trips one after the other: calls in flight together are one. */
  trips: number;
  /** Calls in all. */
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
const asked: Asked[] = [];

function costOf({ calls, statements }: Log): Cost {
  const sum = (value: (one: Statement) => number) => statements.reduce((total, one) => total + value(one), 0);
  return {
    // What is under way when the answer is given was not waited for.
    trips: Math.max(0, ...calls.filter(({ isDone }) => isDone).map(({ depth }) => depth)),
    calls: calls.length,
    rowsRead: sum(({ rowsRead }) => rowsRead),
    rowsWritten: sum(({ rowsWritten }) => rowsWritten),
    statements: [...statements],
  };
}

type Database = Statement['database'];
type Bound = { statement: D1PreparedStatement; sql: string; params: unknown[] };

/** Runs one call, and writes down what it was. A call is one deeper than the deepest that was done when it began. */
async function called<Answer>(
  database: Database,
  bound: readonly Bound[],
  run: () => Promise<Answer>,
  metas: (answer: Answer) => (D1Meta | undefined)[],
): Promise<Answer> {
  const into = log;
  const done = into?.calls.filter(({ isDone }) => isDone) ?? [];
  // What a constraint refuses has been asked, too.
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

function counting(name: Database, real: D1Database): D1Database {
  const known = new WeakMap<object, Bound>();
  const wrap = (bound: Bound): D1PreparedStatement => {
    const { statement, sql } = bound;
    const all = () =>
      called(
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
      return called(
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

/** Counts what the Worker asks of its databases from now on; `stop` ends that. */
export function countTrips(): {
  stop: () => void;
  statements: readonly Statement[];
  asked: readonly Asked[];
} {
  const own = { DIRECTORY: env.DIRECTORY, SHOWS_0: env.SHOWS_0, SHOWS_1: env.SHOWS_1 };
  Object.assign(studioEnv, {
    DIRECTORY: counting('DIRECTORY', own.DIRECTORY),
    SHOWS_0: counting('SHOWS_0', own.SHOWS_0),
    SHOWS_1: counting('SHOWS_1', own.SHOWS_1),
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

/** What one request costs, and what came of it. */
export async function costing<Answer>(
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
