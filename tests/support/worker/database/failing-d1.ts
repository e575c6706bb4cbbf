import { studioEnv } from '../fixtures/studio.ts';

class FailedError extends Error {
  override name = 'Killed';
}

const reads = /^\s*(SELECT|PRAGMA|with found)\b/i;

/**
 * Returns databases that fail after that many writes: the last one is stored, but neither its answer nor any later one
 * arrives.
 */
export function failAfter(writes: number): Env {
  const run = { left: writes };
  return {
    ...studioEnv,
    DIRECTORY: failingDatabase(studioEnv.DIRECTORY, run),
    SHOWS_0: failingDatabase(studioEnv.SHOWS_0, run),
    SHOWS_1: failingDatabase(studioEnv.SHOWS_1, run),
  };
}

/** Returns the first show's database, which runs `work` before it answers the first statement with matching values. */
export function runBeforeAnswer(
  isIt: (values: readonly unknown[]) => boolean,
  work: () => Promise<void>,
): Env {
  const real = studioEnv.SHOWS_0;
  const withSession = (constraint?: string) => {
    const session = real.withSession(constraint);
    let state: 'not yet' | 'asked' | 'done' = 'not yet';
    return {
      prepare: (sql: string) => ({
        bind: (...values: unknown[]) => {
          if (state === 'not yet' && isIt(values)) state = 'asked';
          return session.prepare(sql).bind(...values);
        },
      }),
      batch: async (statements: D1PreparedStatement[]) => {
        const answer = await session.batch(statements);
        if (state === 'asked') {
          state = 'done';
          await work();
        }
        return answer;
      },
      getBookmark: () => session.getBookmark(),
    };
  };
  return { ...studioEnv, SHOWS_0: { withSession } as unknown as D1Database };
}

function failingDatabase(real: D1Database, run: { left: number }): D1Database {
  const known = new WeakMap<object, { statement: D1PreparedStatement; sql: string }>();
  const call = async <Answer>(sqls: readonly string[], work: () => Promise<Answer>): Promise<Answer> => {
    if (run.left <= 0) throw new FailedError('killed');
    const answer = await work();
    if (!sqls.every((sql) => reads.test(sql))) run.left -= 1;
    if (run.left <= 0) throw new FailedError('killed');
    return answer;
  };
  const wrap = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const one = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), sql),
      all: () => call([sql], () => statement.all()),
      run: () => call([sql], () => statement.run()),
      raw: () => call([sql], () => statement.raw()),
      first: (column: string) => call([sql], () => statement.first(column)),
    } as unknown as D1PreparedStatement;
    known.set(one, { statement, sql });
    return one;
  };
  const over = (session: D1Database | D1DatabaseSession) => ({
    prepare: (sql: string) => wrap(session.prepare(sql), sql),
    batch: (statements: D1PreparedStatement[]) => {
      const bound = statements.flatMap((one) => known.get(one) ?? []);
      return call(
        bound.map(({ sql }) => sql),
        () => session.batch(bound.map(({ statement }) => statement)),
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
