/**
 * By statement number: the lines that its counter covers.
 * @typedef {Record<string, number[]>} Owned
 *
 * @typedef {{ line: number, column: number }} Position
 * @typedef {{ start: Position, end: Position }} Range
 */

/**
 * A line belongs to the statements that start in it, or else to the smallest one around it.
 * @param {Record<string, Range>} statements in the compiled text
 * @param {import('node:module').SourceMap} map from there to the source
 * @returns {Owned}
 */
export function ownedLines(statements, map) {
  const ranges = Object.entries(statements).flatMap(([id, { start, end }]) => {
    const first = sourceLine(map, start);
    const last = sourceLine(map, { line: end.line, column: Math.max(0, end.column - 1) });
    return first === null ? [] : [{ id, first, last: Math.max(first, last ?? first) }];
  });
  /** @type {Map<number, { size: number, ids: string[] }>} */
  const owners = new Map();
  // The smallest come first; statements that start in the line are added as owners.
  for (const { id, first, last } of ranges.toSorted((one, other) => sizeOf(one) - sizeOf(other))) {
    for (let line = first; line <= last; line += 1) {
      const owner = owners.get(line);
      if (!owner) owners.set(line, { size: last - first, ids: [id] });
      else if (line === first) owner.ids.push(id);
    }
  }
  /** @type {Owned} */
  const owned = {};
  for (const [line, { ids }] of owners) for (const id of ids) (owned[id] ??= []).push(line);
  return owned;
}

/** @param {{ first: number, last: number }} range */
const sizeOf = ({ first, last }) => last - first;

/**
 * @param {import('node:module').SourceMap} map
 * @param {Position} position
 * @returns {number | null}
 */
function sourceLine(map, { line, column }) {
  const entry = map.findEntry(line - 1, column);
  return 'originalLine' in entry ? entry.originalLine + 1 : null;
}
