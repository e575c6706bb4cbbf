import { Column, getTableName, is } from 'drizzle-orm';
import type { SelectedFieldsOrdered } from 'drizzle-orm/sqlite-core';

/** Makes what Drizzle promises of a row's cells. */
export type Read = (cells: readonly unknown[]) => Record<string, unknown>;

interface Decoder {
  mapFromDriverValue: (value: unknown) => unknown;
}

/** A cell's place in the row's object, and what makes its value of the stored one; null: nothing need be done. */
interface Cell {
  path: readonly string[];
  decode: ((value: unknown) => unknown) | null;
}

/**
 * Decides once how the rows of a read are made, where Drizzle decides it for each cell again. `joined` says, by table,
 * whose rows are always there: of another, found by a left join, the object is null where its first column is.
 */
export function compileRowDecoder(
  fields: SelectedFieldsOrdered,
  joined: Record<string, boolean> | undefined,
): Read {
  const cells = fields.map(({ path, field }): Cell => {
    const { decoder, sql } = field as { decoder?: Decoder; sql?: { decoder: Decoder } };
    const by = is(field, Column) ? field : (decoder ?? sql?.decoder);
    const isPlain = !by || by.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    return { path, decode: isPlain ? null : (value) => by.mapFromDriverValue(value) };
  });
  const absent = joined ? mayBeAbsent(fields, joined) : [];
  return (row) => {
    const made: Record<string, unknown> = {};
    for (let n = 0; n < cells.length; n += 1) {
      const { path, decode } = cells[n] as Cell;
      const cell = row[n];
      let node = made;
      for (let depth = 0; depth < path.length - 1; depth += 1)
        node = (node[path[depth] as string] ??= {}) as Record<string, unknown>;
      node[path.at(-1) as string] = decode === null || cell === null ? cell : decode(cell);
    }
    for (const { name, first } of absent) if (row[first] === null) made[name] = null;
    return made;
  };
}

/** The objects that are a table's columns and no other's, each with the place of its first one. */
function mayBeAbsent(fields: SelectedFieldsOrdered, joined: Record<string, boolean>) {
  const objects = new Map<string, { name: string; first: number; tables: Set<string> }>();
  for (const [n, { path, field }] of fields.entries()) {
    const [name] = path;
    if (path.length !== 2 || name === undefined || !is(field, Column)) continue;
    const known = objects.get(name) ?? { name, first: n, tables: new Set() };
    known.tables.add(getTableName(field.table));
    objects.set(name, known);
  }
  return [...objects.values()].filter(
    ({ tables }) => tables.size === 1 && [...tables].every((table) => !joined[table]),
  );
}
