import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readMap, testsOf } from './coverage/map-file.mjs';
import { repository } from './environment.mjs';
import { importersOfAll, testsImporting } from './coverage/imports.mjs';

/**
 * A layer with the seconds of one of its files on two cores and of its start, in the order in which layers run.
 * @typedef {{ name: string, folders: RegExp, perFile: number, start: number }} Layer
 * @type {readonly Layer[]}
 */
const layers = [
  { name: 'domain', folders: /^tests\/(domain|web)\//, perFile: 0.2, start: 4 },
  { name: 'house', folders: /^tests\/house\//, perFile: 3, start: 2 },
  { name: 'worker', folders: /^tests\/(functions|queues)\//, perFile: 2.5, start: 8 },
  { name: 'sockets', folders: /^tests\/durable-objects\//, perFile: 6, start: 6 },
  { name: 'component', folders: /^tests\/component\//, perFile: 5, start: 20 },
  { name: 'browser', folders: /^tests\/e2e\//, perFile: 20, start: 30 },
];

/** Four minutes, less the duration of the fast checks. */
const testSeconds = 160;

/**
 * @typedef {object} Selection
 * @property {string[]} changed files of the working tree
 * @property {string[]} chosen test files and specs
 * @property {string[]} left test files and specs for which there is no time
 * @property {string[]} unknown changed files of the product for which there is no test
 */

/**
 * Selects the tests for `npm test -- changed`: the test files that run a changed file.
 * @param {readonly string[]} options
 * @returns {Selection}
 */
export function selectChanged(options) {
  const { values } = parseArgs({
    args: [...options],
    options: { since: { type: 'string', default: 'HEAD' } },
  });
  const changed = changedSince(values.since);
  const map = readMap();
  const importers = importersOfAll();
  const found = changed.map((file) => ({ file, tests: testsFor(file, { map, importers }) }));
  const unknown = found.filter(({ file, tests }) => tests.length === 0 && isProduct(file));
  const tests = interleave(found.map((one) => one.tests));
  const existing = tests.filter((test) => existsSync(join(repository, test)) && !/\.long\./.test(test));
  return { changed, unknown: unknown.map(({ file }) => file), ...withinTime(existing) };
}

/**
 * Takes the first of each list, then the second of each, and so on, so that the least relevant tests are cut off at the
 * end.
 * @param {readonly (readonly string[])[]} lists
 */
function interleave(lists) {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const ranks = Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? []));
  return [...new Set(ranks.flat())];
}

const isTest = (/** @type {string} */ file) => /^tests\/.*\.(test|spec)\.ts$/.test(file);
const isProduct = (/** @type {string} */ file) =>
  /^(domain|functions|queues|durable-objects|migrations|sandbox|demo|web|scripts|tests)\//.test(file);

/** @param {string} revision */
function changedSince(revision) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).split('\n');
  return [
    ...git('diff', '--name-only', revision),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].filter(Boolean);
}

/**
 * Returns the test files for a changed file, the most relevant first. For files that the map does not have (sockets and
 * scripts), returns the tests that import it or are in the folder of the same name.
 * @param {string} file
 * @param {{ map: import('./coverage/map-file.mjs').CoverageMap, importers: Map<string, string[]> }} known
 * @returns {string[]}
 */
function testsFor(file, { map, importers }) {
  if (isTest(file)) return [file];
  const [folder = ''] = file.split('/');
  const sameFolder = ['durable-objects', 'queues'].includes(folder)
    ? globSync(`tests/${folder}/**/*.test.ts`, { cwd: repository }).toSorted()
    : [];
  const measured = testsOf(map, file);
  if (measured.length > 0) return [...measured, ...sameFolder];
  const importing = testsImporting(importers, file);
  // Specs run only for files in their own folder: all others have cheaper tests.
  const own = file.startsWith('tests/e2e/')
    ? importing
    : importing.filter((test) => test.endsWith('.test.ts'));
  return [...own, ...sameFolder];
}

/**
 * Selects the cheapest layer first, and in each layer the nearest files, as long as there is time.
 * @param {readonly string[]} tests
 * @returns {Pick<Selection, 'chosen' | 'left'>}
 */
export function withinTime(tests) {
  let seconds = testSeconds;
  /** @type {string[]} */
  const chosen = [];
  for (const { folders, perFile, start } of layers) {
    const own = tests.filter((test) => folders.test(test));
    const room = Math.max(0, Math.floor((seconds - start) / perFile));
    const taken = own.slice(0, room);
    chosen.push(...taken);
    if (taken.length > 0) seconds -= start + taken.length * perFile;
  }
  return { chosen, left: tests.filter((test) => !chosen.includes(test)) };
}
