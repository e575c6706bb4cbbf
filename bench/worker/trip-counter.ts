/** One statement sent to D1. */
export interface Statement {
  sql: string;
  params: (string | number | null)[];
  /** From the answer of D1. */
  rowsRead?: number;
}

/** One call of a D1 binding, with the sums over its statements. */
export interface Trip {
  database: string;
  statements: Statement[];
  /** 1, or one more than the deepest trip that had ended when this one started. */
  depth: number;
  /** False while it is in flight. */
  isDone: boolean;
  rowsRead: number;
  rowsWritten: number;
  sqlMs: number;
}

interface Meta {
  rows_read: number;
  rows_written: number;
  duration: number;
}

/** Transport of a D1 session: HTTP, or an RPC call, depending on the compatibility date. */
interface Transport {
  fetch: (url: string, init: { body: string }) => Promise<Response>;
  query: (request: { queries: Statement[] }) => Promise<{ results: { meta: Meta }[] }>;
}

/** Records the trips of one request. */
export class TripCounter {
  readonly trips: Trip[] = [];
  #deepest = 0;

  /** Returns the same database with recording sessions; nothing else opens a database. */
  database(name: string, database: D1Database): D1Database {
    const withSession = (constraint?: string): D1DatabaseSession => {
      const session = database.withSession(constraint);
      const inside = session as unknown as { fetcher: Transport };
      inside.fetcher = this.#transport(name, inside.fetcher);
      return session;
    };
    return { withSession } as D1Database;
  }

  #transport(name: string, below: Transport): Transport {
    return {
      fetch: async (url, init) => {
        const sent: unknown = JSON.parse(init.body);
        const end = this.#begin(name, [sent].flat() as Statement[]);
        const response = await below.fetch(url, init);
        const answer: unknown = await response.clone().json();
        end([answer].flat() as { meta?: Meta }[]);
        return response;
      },
      query: async (request) => {
        const end = this.#begin(
          name,
          request.queries.map((query) => ({ ...query })),
        );
        const answer = await below.query(request);
        end(answer.results);
        return answer;
      },
    };
  }

  #begin(database: string, statements: Statement[]): (results: { meta?: Meta }[]) => void {
    const trip: Trip = {
      database,
      statements,
      depth: this.#deepest + 1,
      isDone: false,
      rowsRead: 0,
      rowsWritten: 0,
      sqlMs: 0,
    };
    this.trips.push(trip);
    return (results) => {
      this.#deepest = Math.max(this.#deepest, trip.depth);
      trip.isDone = true;
      for (const [n, { meta }] of results.entries()) {
        const statement = statements[n];
        if (statement) statement.rowsRead = meta?.rows_read ?? 0;
        trip.rowsRead += meta?.rows_read ?? 0;
        trip.rowsWritten += meta?.rows_written ?? 0;
        trip.sqlMs += meta?.duration ?? 0;
      }
    };
  }
}
