import { Param, SQL, StringChunk } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';

/** A statement with what it binds. */
export interface SqlQuery {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** What a statement may say itself: nothing of it can be taken for SQL. */
const harmless = /^[\w .:-]{0,60}$/;

/**
 * The same statement, saying itself what is the same each time. Where SQLite has looked at a bound value to decide how it
 * goes about a limit, or an index of some rows only, it prepares the statement anew each time it is asked.
 */
export function inlineConstants({ sql, params }: SqlQuery): SqlQuery {
  const pieces = sql.split('?');
  if (pieces.length !== params.length + 1) return { sql, params };
  const constants = params.map(literal);
  return {
    sql: pieces.reduce((text, piece, n) => `${text}${constants[n - 1] ?? '?'}${piece}`),
    params: params.filter((_, n) => constants[n] === null),
  };
}

function literal(value: unknown): string | null {
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && harmless.test(value) ? `'${value}'` : null;
}

/** A statement that is text already, with what it binds; `pieces` is the text between the places of that. */
export class BoundStatement implements SQLWrapper {
  readonly pieces: readonly string[];
  readonly params: readonly unknown[];
  constructor(pieces: readonly string[], params: readonly unknown[]) {
    this.pieces = pieces;
    this.params = params;
  }

  get sql(): string {
    return this.pieces.join('?');
  }

  getSQL(): SQL {
    return new SQL(
      this.pieces.flatMap((piece, n) =>
        n === 0 ? [new StringChunk(piece)] : [new Param(this.params[n - 1]), new StringChunk(piece)],
      ),
    );
  }
}
