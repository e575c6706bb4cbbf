import { is, Param, Placeholder, SQL } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import type { Source, Write } from './open.ts';
import { statementBuilder, ParameterPlaceholder } from './prepared-read.ts';
import { BoundStatement } from './prepared-statement.ts';

const dialect = new SQLiteAsyncDialect();

/** Of each write so many sets of columns are remembered. */
const mostShapes = 100;

type Row = Readonly<Record<string, unknown>>;

/** Where a value is bound, and how it is stored. */
interface Place {
  name: string;
  stored: (value: unknown) => unknown;
}

/** A statement as it is put into SQL: the text between its places, and what is bound there. */
interface Shape {
  pieces: readonly string[];
  places: readonly (Place | { value: unknown })[];
}

/**
 * A write that is put into SQL once for each set of columns that it sets, and only bound after: Drizzle takes longer to say
 * a statement than D1 to carry it out. `say` sees stand-ins of `row` (its columns; undefined is left out) and of `at` (what
 * else it names), which it may only place. A column may be set to an expression, too.
 */
export function prepareWrite<Columns extends Row, At extends Row = Record<string, never>>(
  say: (source: Source, row: Columns, at: At) => Write,
): (source: Pick<Source, 'showId'>, row: Columns, at?: At) => Write {
  const said = new Map<string, Shape>();
  const sayNow = (row: readonly string[], at: readonly string[]): Shape => {
    const source = { db: statementBuilder, showId: new ParameterPlaceholder('showId') as unknown as string };
    const written = say(source, standIns('row', row) as Columns, standIns('at', at) as At);
    const { pieces, params } = inPieces(written.getSQL());
    return { pieces, places: params.map(placeOf) };
  };
  const shapeOf = (row: readonly string[], at: readonly string[]): Shape => {
    const key = row.join();
    const before = said.get(key);
    if (before) return before;
    const shape = sayNow(row, at);
    const [oldest] = said.keys();
    if (said.size >= mostShapes && oldest !== undefined) said.delete(oldest);
    said.set(key, shape);
    return shape;
  };
  return ({ showId }, row, at) => {
    const names = Object.keys(row).filter((name) => row[name] !== undefined);
    const values = new Map<string, unknown>([['showId', showId]]);
    for (const name of names) values.set(`row.${name}`, row[name]);
    for (const [name, value] of Object.entries(at ?? {})) values.set(`at.${name}`, value);
    return bound(shapeOf(names, Object.keys(at ?? {})), values);
  };
}

function standIns(kind: string, names: readonly string[]): unknown {
  return Object.fromEntries(names.map((name) => [name, new ParameterPlaceholder(`${kind}.${name}`)]));
}

function inPieces(statement: SQL): { pieces: string[]; params: unknown[] } {
  const { sql, params } = dialect.sqlToQuery(statement);
  const pieces = sql.split('?');
  if (pieces.length !== params.length + 1) throw new Error(`A question mark is no place: ${sql}`);
  return { pieces, params };
}

function placeOf(param: unknown): Place | { value: unknown } {
  if (is(param, Placeholder)) return { name: param.name, stored: (value) => value };
  if (!is(param, Param) || !is(param.value, Placeholder)) return { value: param };
  const { encoder, value } = param;
  return { name: value.name, stored: (given) => encoder.mapToDriverValue(given) };
}

/** The statement with its values; an expression stands in the text where its place was. */
function bound({ pieces, places }: Shape, values: ReadonlyMap<string, unknown>): BoundStatement {
  const text = [pieces[0] ?? ''];
  const params: unknown[] = [];
  for (const [n, place] of places.entries()) {
    const after = pieces[n + 1] ?? '';
    const value = 'name' in place ? values.get(place.name) : place.value;
    if (is(value, SQL)) {
      const own = inPieces(value);
      const [first = '', ...rest] = own.pieces;
      text.push(`${text.pop() ?? ''}${first}`, ...rest);
      text.push(`${text.pop() ?? ''}${after}`);
      params.push(...own.params);
    } else {
      text.push(after);
      params.push(value === null || !('name' in place) ? value : place.stored(value));
    }
  }
  return new BoundStatement(text, params);
}
