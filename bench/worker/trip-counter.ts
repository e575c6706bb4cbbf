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

/** What a prepared statement of D1 has, beyond its type. */
interface Prepared {
  statement: string;
  params: Statement['params'];
}

/** Records the trips of one request. */
export class TripCounter {
  readonly trips: Trip[] = [];
  #deepest = 0;

  /** Returns the same database with recording sessions, whose batches the store uses for every statement. */
  database(name: string, database: D1Database): D1Database {
    const withSession = (constraint?: string): D1DatabaseSession => {
      const session = database.withSession(constraint);
      return {
        prepare: (sql) => session.prepare(sql),
        getBookmark: () => session.getBookmark(),
        batch: async <Row>(statements: D1PreparedStatement[]) => {
          const prepared = statements as unknown as Prepared[];
          const end = this.#begin(
            name,
            prepared.map(({ statement, params }) => ({ sql: statement, params })),
          );
          const results = await session.batch<Row>(statements);
          end(results);
          return results;
        },
      };
    };
    return { withSession } as D1Database;
  }

  #begin(database: string, statements: Statement[]): (results: readonly { meta: D1Meta }[]) => void {
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
        if (statement) statement.rowsRead = meta.rows_read;
        trip.rowsRead += meta.rows_read;
        trip.rowsWritten += meta.rows_written;
        trip.sqlMs += meta.duration;
      }
    };
  }
}
