import { hashOf } from './map-file.mjs';

/** Maximum number of test files per layer for a line. */
export const maxPerLayer = 8;

/**
 * The lines that each test file runs, by the file of the product.
 * @typedef {Map<string, Record<string, number[]>>} Measured
 */

/**
 * Returns the map with the new measurement in place of the earlier one of the same test files.
 * @param {import('./map-file.mjs').CoverageMap} known
 * @param {Measured} measured
 * @param {(path: string) => boolean} exists whether a file is still there
 * @returns {import('./map-file.mjs').CoverageMap}
 */
export function mergeMap(known, measured, exists) {
  const before = new Map([...measuredBefore(known, measured)].filter(([test]) => exists(test)));
  const all = new Map([...before, ...[...measured].filter(([test]) => exists(test))]);
  const files = coveredFiles(all, exists);
  // Some lines of these files still have the numbers of an earlier version.
  for (const path of [...before.values()].flatMap(Object.keys)) {
    const [file, former] = [files.get(path), known.files.get(path)];
    if (file && former) file.hash = former.hash;
  }
  return { numbers: numberTests(known.numbers, [...all.keys()]), files };
}

/**
 * @param {import('./map-file.mjs').CoverageMap} known
 * @param {Measured} measured
 */
function measuredBefore({ files }, measured) {
  /** @type {Measured} */
  const before = new Map();
  for (const [path, { groups }] of files)
    for (const { lines, tests } of groups)
      for (const test of tests.filter((name) => !measured.has(name))) {
        const covered = before.get(test) ?? {};
        covered[path] = [...(covered[path] ?? []), ...lines].toSorted((one, other) => one - other);
        before.set(test, covered);
      }
  return before;
}

/**
 * A test file keeps its number, so that adding one changes little in the map file.
 * @param {ReadonlyMap<string, number>} known
 * @param {readonly string[]} tests
 */
function numberTests(known, tests) {
  let next = Math.max(0, ...known.values());
  /** @type {Map<string, number>} */
  const numbers = new Map();
  for (const test of tests.toSorted()) numbers.set(test, known.get(test) ?? (next += 1));
  return numbers;
}

/**
 * @param {Measured} all
 * @param {(path: string) => boolean} exists
 */
function coveredFiles(all, exists) {
  /** @type {Map<string, Map<number, string[]>>} */
  const runs = new Map();
  for (const [test, covered] of [...all].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    for (const [path, lines] of Object.entries(covered)) {
      const file = runs.get(path) ?? new Map();
      runs.set(path, file);
      for (const line of lines) file.set(line, [...(file.get(line) ?? []), test]);
    }
  const focus = focusOf(runs);
  /** @type {Map<string, import('./map-file.mjs').CoveredFile>} */
  const files = new Map();
  for (const [path, lines] of runs) {
    if (!exists(path)) continue;
    const best = bestFirst((test) => focus(test, path));
    files.set(path, { hash: hashOf(path), groups: groupsOf(lines, best) });
  }
  return files;
}

/**
 * Returns the share of a test file's lines that are in this file, weighted: a line that all tests run counts little,
 * one that few run much.
 * @param {ReadonlyMap<string, ReadonlyMap<number, readonly string[]>>} runs
 */
function focusOf(runs) {
  /** @type {Map<string, { total: number, files: Map<string, number> }>} */
  const weights = new Map();
  for (const [path, lines] of runs)
    for (const tests of lines.values())
      for (const test of tests) {
        const weight = weights.get(test) ?? { total: 0, files: new Map() };
        weights.set(test, weight);
        weight.total += 1 / tests.length;
        weight.files.set(path, (weight.files.get(path) ?? 0) + 1 / tests.length);
      }
  return (/** @type {string} */ test, /** @type {string} */ path) => {
    const { total = 1, files } = weights.get(test) ?? {};
    return (files?.get(path) ?? 0) / total;
  };
}

/** @param {string} test */
const layerOf = (test) => test.split('/')[1];

/**
 * @param {(test: string) => number} focus
 * @returns {(tests: readonly string[]) => string[]}
 */
function bestFirst(focus) {
  return (tests) => {
    const sorted = tests.toSorted((one, other) => focus(other) - focus(one) || (one < other ? -1 : 1));
    return [...new Set(sorted.map(layerOf))]
      .toSorted()
      .flatMap((layer) => sorted.filter((test) => layerOf(test) === layer).slice(0, maxPerLayer));
  };
}

/**
 * @param {ReadonlyMap<number, readonly string[]>} lines
 * @param {(tests: readonly string[]) => string[]} best
 * @returns {import('./map-file.mjs').Group[]}
 */
function groupsOf(lines, best) {
  /** @type {Map<string, import('./map-file.mjs').Group>} */
  const groups = new Map();
  for (const [line, tests] of [...lines].toSorted(([one], [other]) => one - other)) {
    const named = best(tests);
    const key = named.join(' ');
    const group = groups.get(key) ?? { lines: [], tests: named };
    group.lines.push(line);
    groups.set(key, group);
  }
  return [...groups.values()];
}
