import { isAsText, rowsOf } from './json-rows.ts';

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

/**
 * Reads asked for in one breath, by whomever, travel together: a round trip is what a query costs on the real network.
 * `held`: the first of them wait for the write that takes them along.
 */
export class ReadQueue {
  readonly #session: D1DatabaseSession;
  #held: boolean;
  #waiting: Waiting[] = [];

  constructor(session: D1DatabaseSession, held = false) {
    this.#session = session;
    this.#held = held;
  }

  ask(statements: D1PreparedStatement[]): Promise<D1Result[]> {
    return new Promise((settle, fail) => {
      if (!this.#held && this.#waiting.length === 0) void takeBreath().then(() => this.#leave());
      this.#waiting.push({ statements, settle, fail });
    });
  }

  /**
   * Sends `write`, and what waits behind it, in one batch: all of it, or none. Rejects with what the batch rejects with.
   * A read that fails undoes no write, and whoever asks later is answered by a trip after it.
   */
  async sendBehind(write: readonly D1PreparedStatement[]): Promise<void> {
    const reads = this.#take();
    try {
      await this.#send(write, reads).catch(async (error: unknown) => {
        if (reads.length === 0 || !isUndone(error)) throw error;
        await this.#session.batch([...write]);
        await this.#each(reads);
      });
    } catch (error) {
      for (const { fail } of reads) fail(error);
      throw error;
    } finally {
      this.#held = false;
      void this.#leave();
    }
  }

  #take(): Waiting[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  /** Whoever asked hears of a failure, and only of his own; the trip itself has nobody to tell. */
  async #leave(): Promise<void> {
    const reads = this.#take();
    const [first, ...others] = reads;
    if (!first) return;
    await this.#send([], reads).catch((error: unknown) =>
      others.length > 0 ? this.#each(reads) : first.fail(error),
    );
  }

  async #send(first: readonly D1PreparedStatement[], reads: readonly Waiting[]): Promise<void> {
    const results = await this.#session.batch([...first, ...reads.flatMap(({ statements }) => statements)]);
    let from = first.length;
    for (const { statements, settle } of reads) {
      settle(results.slice(from, from + statements.length));
      from += statements.length;
    }
  }

  /** Each by itself, once. */
  async #each(reads: readonly Waiting[]): Promise<void> {
    await Promise.all(reads.map((read) => this.#send([], [read]).catch(read.fail)));
  }
}

/**
 * True where a batch was certainly undone, and by a statement that could not be run: a constraint is the write's own, and
 * of anything else, such as a lost connection, nobody knows whether it was written.
 */
function isUndone(error: unknown): boolean {
  return error instanceof Error && /: SQLITE_ERROR\b/.test(error.message);
}

/** A client whose reads go through `queue`; any write makes `foreseen` worthless. */
export function oneTrip(
  session: D1DatabaseSession,
  foreseen: { forget: () => void },
  queue: ReadQueue,
): Client {
  const bound = new WeakMap<Statement, { statement: D1PreparedStatement; reads: boolean; asText: boolean }>();
  const send = async (statements: readonly Statement[]): Promise<D1Result[]> => {
    const known = statements.flatMap((one) => bound.get(one) ?? []);
    const prepared = known.map(({ statement }) => statement);
    const areReads = known.every(({ reads }) => reads);
    if (!areReads) foreseen.forget();
    const results = await (areReads ? queue.ask(prepared) : session.batch(prepared));
    return results.map((result, n) => (known[n]?.asText ? { ...result, results: rowsOf(result) } : result));
  };
  const only = async (statement: Statement): Promise<D1Result> => {
    const [result] = await send([statement]);
    if (!result) throw new Error('D1 answered nothing');
    return result;
  };
  const wrap = (statement: D1PreparedStatement, reads: boolean, asText: boolean): Statement => {
    const one: Statement = {
      bind: (...values) => wrap(statement.bind(...values), reads, asText),
      all: () => only(one),
      run: () => only(one),
      raw: async () => {
        const { results } = await only(one);
        return asText ? (results as unknown[][]) : results.map((row) => Object.values(row as object));
      },
    };
    bound.set(one, { statement, reads, asText });
    return one;
  };
  return {
    prepare: (query) => {
      const asText = isAsText(query);
      return wrap(session.prepare(query), asText || /^\s*select\b/i.test(query), asText);
    },
    batch: send,
  };
}
