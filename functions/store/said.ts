import { Param, SQL, StringChunk } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';

/** A statement that is text already, with what it binds; `pieces` is the text between the places of that. */
export class Said implements SQLWrapper {
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
