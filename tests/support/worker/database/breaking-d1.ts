import { studioEnv } from '../fixtures/studio.ts';

class Killed extends Error {
  override name = 'Killed';
}

const reads = /^\s*(SELECT|PRAGMA|with found)\b/i;

/**
 * The databases of a run of a Worker that is killed as soon as it has made so many writes: the last of them is written,
 * and nobody hears of it, nor of anything after.
 */
export function killedAfter(writes: number): Env {
  const run = { left: writes };
  return {
    ...studioEnv,
    DIRECTORY: breaking(studioEnv.DIRECTORY, run),
    SHOWS_0: breaking(studioEnv.SHOWS_0, run),
    SHOWS_1: breaking(studioEnv.SHOWS_1, run),
  };
}

/** The first show's database, where `work` is done before a trip that binds such values is answered, the first time. */
export function meanwhile(isIt: (values: readonly unknown[]) => boolean, work: () => Promise<void>): Env {
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

function breaking(real: D1Database, run: { left: number }): D1Database {
  const known = new WeakMap<object, { statement: D1PreparedStatement; sql: string }>();
  const call = async <Answer>(sqls: readonly string[], work: () => Promise<Answer>): Promise<Answer> => {
    if (run.left <= 0) throw new Killed('killed');
    const answer = await work();
    if (!sqls.every((sql) => reads.test(sql))) run.left -= 1;
    if (run.left <= 0) throw new Killed('killed');
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
