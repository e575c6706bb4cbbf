import { Param, SQL, StringChunk } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';

export interface SqlQuery {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** Values that can be inlined: nothing in them can be taken for SQL. */
const inlineableText = /^[\w .:-]{0,60}$/;

/**
 * The same statement with its constant parameters inlined. Where SQLite uses a bound value to plan a limit or a partial
 * index, it prepares the statement again at each execution.
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
  return typeof value === 'string' && inlineableText.test(value) ? `'${value}'` : null;
}

/** A statement already built as text, with its parameters; `pieces` is the text between the parameters. */
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
