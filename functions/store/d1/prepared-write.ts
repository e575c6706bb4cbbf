import { is, Param, Placeholder, SQL } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import type { Source, Write } from './open.ts';
import { statementBuilder, ParameterPlaceholder } from './prepared-read.ts';
import { BoundStatement } from './prepared-statement.ts';

const dialect = new SQLiteAsyncDialect();

/** How many sets of columns are cached for each write. */
const maxShapes = 100;

type Row = Readonly<Record<string, unknown>>;

/** A parameter of the statement, and the conversion to the stored value. */
interface ParameterSlot {
  name: string;
  stored: (value: unknown) => unknown;
}

/** A built statement: the text between its parameters, and what is bound to each. */
interface Shape {
  pieces: readonly string[];
  slots: readonly (ParameterSlot | { value: unknown })[];
}

/**
 * Prepared write: builds the SQL once for each set of columns, then only binds parameters, because Drizzle takes longer
 * to build a statement than D1 to run it. `build` receives placeholders of `row` (the columns; undefined is left out)
 * and of `at` (the other values), which it may only place in the statement. A column may also be set to an SQL
 * expression.
 */
export function prepareWrite<Columns extends Row, At extends Row = Record<string, never>>(
  build: (source: Source, row: Columns, at: At) => Write,
): (source: Pick<Source, 'showId'>, row: Columns, at?: At) => Write {
  const shapes = new Map<string, Shape>();
  const buildShape = (row: readonly string[], at: readonly string[]): Shape => {
    const source = { db: statementBuilder, showId: new ParameterPlaceholder('showId') as unknown as string };
    const statement = build(source, placeholders('row', row) as Columns, placeholders('at', at) as At);
    const { pieces, params } = splitAtParameters(statement.getSQL());
    return { pieces, slots: params.map(slotOf) };
  };
  const shapeOf = (row: readonly string[], at: readonly string[]): Shape => {
    const key = row.join();
    const cached = shapes.get(key);
    if (cached) return cached;
    const shape = buildShape(row, at);
    const [oldest] = shapes.keys();
    if (shapes.size >= maxShapes && oldest !== undefined) shapes.delete(oldest);
    shapes.set(key, shape);
    return shape;
  };
  return ({ showId }, row, at) => {
    const names = Object.keys(row).filter((name) => row[name] !== undefined);
    const values = new Map<string, unknown>([['showId', showId]]);
    for (const name of names) values.set(`row.${name}`, row[name]);
    for (const [name, value] of Object.entries(at ?? {})) values.set(`at.${name}`, value);
    return bindShape(shapeOf(names, Object.keys(at ?? {})), values);
  };
}

function placeholders(kind: string, names: readonly string[]): unknown {
  return Object.fromEntries(names.map((name) => [name, new ParameterPlaceholder(`${kind}.${name}`)]));
}

function splitAtParameters(statement: SQL): { pieces: string[]; params: unknown[] } {
  const { sql, params } = dialect.sqlToQuery(statement);
  const pieces = sql.split('?');
  if (pieces.length !== params.length + 1) throw new Error(`A question mark is not a parameter: ${sql}`);
  return { pieces, params };
}

function slotOf(param: unknown): ParameterSlot | { value: unknown } {
  if (is(param, Placeholder)) return { name: param.name, stored: (value) => value };
  if (!is(param, Param) || !is(param.value, Placeholder)) return { value: param };
  const { encoder, value } = param;
  return { name: value.name, stored: (raw) => encoder.mapToDriverValue(raw) };
}

/** The statement with its values. An SQL expression replaces its placeholder in the text. */
function bindShape({ pieces, slots }: Shape, values: ReadonlyMap<string, unknown>): BoundStatement {
  const text = [pieces[0] ?? ''];
  const params: unknown[] = [];
  for (const [n, slot] of slots.entries()) {
    const after = pieces[n + 1] ?? '';
    const value = 'name' in slot ? values.get(slot.name) : slot.value;
    if (is(value, SQL)) {
      const inner = splitAtParameters(value);
      const [first = '', ...others] = inner.pieces;
      text.push(`${text.pop() ?? ''}${first}`, ...others);
      text.push(`${text.pop() ?? ''}${after}`);
      params.push(...inner.params);
    } else {
      text.push(after);
      params.push(value === null || !('name' in slot) ? value : slot.stored(value));
    }
  }
  return new BoundStatement(text, params);
}
