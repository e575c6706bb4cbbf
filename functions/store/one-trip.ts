import type { Foreseen } from './foreseen.ts';

/** What Drizzle uses of a prepared statement. */
interface Statement {
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

interface Waiting {
  statements: D1PreparedStatement[];
  settle: (results: D1Result[]) => void;
  fail: (error: unknown) => void;
}

/** A read awaited by itself reaches its statement some microtasks after it was begun: so many at most. */
const breath = 12;

/** Waits until everything that was begun in this breath has asked. */
export async function takeBreath(): Promise<void> {
  for (let hop = 0; hop < breath; hop += 1) await Promise.resolve();
}

/** Reads that wait for the trip that takes them along. */
export class Queue {
  #waiting: Waiting[] = [];

  ask(statements: D1PreparedStatement[]): Promise<D1Result[]> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ statements, settle, fail });
    });
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Sends what waits behind `first` in one batch: all of it, or none. Rejects with what the batch rejects with. */
  async send(session: D1DatabaseSession, first: readonly D1PreparedStatement[] = []): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const all = [...first, ...waiting.flatMap(({ statements }) => statements)];
    try {
      const results = await session.batch(all);
      let from = first.length;
      for (const { statements, settle } of waiting) {
        settle(results.slice(from, from + statements.length));
        from += statements.length;
      }
    } catch (error) {
      for (const { fail } of waiting) fail(error);
      throw error;
    }
  }
}

/** Reads asked for in one breath, by whomever, travel together: a round trip is what a query costs on the real network. */
export function oneTrip(session: D1DatabaseSession, foreseen: Foreseen): Client {
  const queue = new Queue();
  return clientOf(session, foreseen, (statements) => {
    const isFirst = queue.isEmpty;
    const answer = queue.ask(statements);
    // Whoever asked hears of a failure; the trip itself has nobody to tell.
    if (isFirst) void takeBreath().then(() => queue.send(session).catch(() => undefined));
    return answer;
  });
}

/** Reads wait in `queue` for the write that they follow. */
export function following(session: D1DatabaseSession, foreseen: Foreseen, queue: Queue): Client {
  return clientOf(session, foreseen, (statements) => queue.ask(statements));
}

function clientOf(
  session: D1DatabaseSession,
  foreseen: Foreseen,
  ask: (statements: D1PreparedStatement[]) => Promise<D1Result[]>,
): Client {
  const bound = new WeakMap<Statement, { statement: D1PreparedStatement; reads: boolean }>();
  const send = (statements: readonly Statement[]): Promise<D1Result[]> => {
    const known = statements.flatMap((one) => bound.get(one) ?? []);
    const prepared = known.map(({ statement }) => statement);
    if (known.every(({ reads }) => reads)) return ask(prepared);
    foreseen.forget();
    return session.batch(prepared);
  };
  const only = async (statement: Statement): Promise<D1Result> => {
    const [result] = await send([statement]);
    if (!result) throw new Error('D1 answered nothing');
    return result;
  };
  const wrap = (statement: D1PreparedStatement, reads: boolean): Statement => {
    const one: Statement = {
      bind: (...values) => wrap(statement.bind(...values), reads),
      all: () => only(one),
      run: () => only(one),
      raw: async () => (await only(one)).results.map((row) => Object.values(row as object)),
    };
    bound.set(one, { statement, reads });
    return one;
  };
  return {
    prepare: (query) => wrap(session.prepare(withDistinctNames(query)), /^\s*select\b/i.test(query)),
    batch: send,
  };
}

/**
 * A batch answers rows as objects, in which two columns of one name become one. Around a join, an outer SELECT makes
 * SQLite number such names, and keeps the order of the inner one.
 */
function withDistinctNames(query: string): string {
  return /^select\b.* join /is.test(query) ? `select * from (${query})` : query;
}
