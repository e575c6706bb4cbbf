import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../environment.mjs';
import { parseRanges, rangesOf } from './ranges.mjs';

/**
 * The lines of a file that the same test files run, the most relevant test first.
 * @typedef {{ lines: number[], tests: string[] }} Group
 *
 * `hash` is that of the text that was measured: in another one the lines have other numbers.
 * @typedef {{ hash: string, groups: Group[] }} CoveredFile
 *
 * @typedef {object} CoverageMap
 * @property {Map<string, number>} numbers of the test files, which keep them
 * @property {Map<string, CoveredFile>} files of the product
 */

export const mapFile = join(repository, 'tests/coverage-map.txt');

const heading = `# Which test files run which lines of the product. \`npm run coverage-map\` writes it: see docs/testing.md.
# Of each layer, the eight test files are named that have most to do with the file. First the numbers of all test files.
`;

/** @param {string} path from the root of the repository */
export function hashOf(path) {
  const text = readFileSync(join(repository, path));
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** @returns {CoverageMap} empty where nothing has been measured yet */
export function readMap() {
  return parseMap(existsSync(mapFile) ? readFileSync(mapFile, 'utf8') : '');
}

/**
 * @param {string} text
 * @returns {CoverageMap}
 */
export function parseMap(text) {
  /** @type {CoverageMap} */
  const map = { numbers: new Map(), files: new Map() };
  /** @type {Map<string, string>} */
  const names = new Map();
  /** @type {Group[]} */
  let groups = [];
  for (const line of text.split('\n')) {
    const [first = '', second = '', ...rest] = line.trim().split(' ');
    if (line === '' || first === '#') continue;
    if (line.startsWith(' ')) {
      const tests = [second, ...rest].flatMap((number) => names.get(number) ?? []);
      groups.push({ lines: parseRanges(first), tests });
    } else if (/^\d+$/.test(first)) {
      names.set(first, second);
      map.numbers.set(second, Number(first));
    } else {
      groups = [];
      map.files.set(first, { hash: second, groups });
    }
  }
  return map;
}

/** @param {CoverageMap} map */
export function formatMap({ numbers, files }) {
  const tests = [...numbers].toSorted(([, one], [, other]) => one - other);
  const blocks = [...files]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, { hash, groups }]) => {
      const rows = groups
        .toSorted((one, other) => (one.lines[0] ?? 0) - (other.lines[0] ?? 0))
        .map(({ lines, tests: names }) =>
          [` ${rangesOf(lines)}`, ...names.map((name) => numbers.get(name))].join(' '),
        );
      return [`${path} ${hash}`, ...rows].join('\n');
    });
  return `${heading}${tests.map(([name, number]) => `${number} ${name}`).join('\n')}\n\n${blocks.join('\n')}\n`;
}

/**
 * Returns the test files that run a line, the most relevant first; if the file has changed since the measurement, those
 * that run any of its lines, by their number of lines.
 * @param {CoverageMap} map
 * @param {string} path
 * @param {number} [line] default: any
 * @returns {string[]} nothing for what the map does not know
 */
export function testsOf({ files }, path, line) {
  const file = files.get(path);
  if (!file) return [];
  if (line !== undefined && file.hash === hashOf(path))
    return file.groups.find(({ lines }) => lines.includes(line))?.tests ?? [];
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { lines, tests } of file.groups)
    for (const test of tests) counts.set(test, (counts.get(test) ?? 0) + lines.length);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([test]) => test);
}
