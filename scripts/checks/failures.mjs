import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repository } from '../environment.mjs';

/**
 * Lists the failures of a check with a report in few lines, so that a log that is cut off after its head still has
 * them.
 * @typedef {{ where: string, title: string, error: string }} Failure `where`: `tests/e2e/notes.spec.ts:12`
 */

/** Limits of a failure's text, and the number of failures with a text. */
const longest = { lines: 12, columns: 180, failures: 15 };

/** @typedef {import('./checks.mjs').Check['report']} Report */

/** @param {Report} report */
export const isOfPlaywright = (report) => report === 'playwright' || report === 'long-playwright';

/**
 * @param {Report} report
 * @param {string} folder of the reports
 * @returns {Failure[]} nothing when the report was never written
 */
export function failuresIn(report, folder) {
  const file = join(folder, isOfPlaywright(report) ? `${report}.json` : 'vitest-failures.json');
  if (!existsSync(file)) return [];
  const content = JSON.parse(readFileSync(file, 'utf8'));
  return isOfPlaywright(report) ? ofPlaywright(content) : content;
}

/** @param {readonly Failure[]} failures */
export function formatFailures(failures) {
  const clipped = (/** @type {string} */ line) =>
    line.length > longest.columns ? `${line.slice(0, longest.columns)}…` : line;
  const lines = failures.flatMap(({ where, title, error }, index) => {
    const errorLines = stripVTControlCharacters(error)
      .split('\n')
      .filter((line) => line.trim() !== '');
    const shown = index < longest.failures ? errorLines.slice(0, longest.lines) : [];
    return [`  ${where}  ${title}`, ...shown.map((line) => clipped(`      ${line}`))];
  });
  return lines.join('\n');
}

/**
 * @typedef {{ message?: string, value?: string, location?: { file: string, line: number } }} Thrown
 * @typedef {{ title: string, file: string, line: number, tests: { status: string, results: { errors: Thrown[] }[] }[] }} Spec
 * @typedef {{ title: string, file: string, specs: Spec[], suites?: Suite[] }} Suite
 */

/**
 * @param {{ suites: Suite[], errors: Thrown[], config: { rootDir: string } }} report
 * @returns {Failure[]}
 */
function ofPlaywright({ suites, errors, config }) {
  const pathOf = (/** @type {string} */ file) => relative(repository, file);
  const outside = errors.map((error) => ({
    where: error.location ? `${pathOf(error.location.file)}:${error.location.line}` : '',
    title: 'Outside of the tests',
    error: textOf(error),
  }));
  return [...outside, ...failedTests(suites, config.rootDir)];
}

/**
 * @param {readonly Suite[]} suites
 * @param {string} folder of the tests
 * @returns {Failure[]} each with what it threw
 */
function failedTests(suites, folder) {
  return specsIn(suites).flatMap(({ spec, title }) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => ({
        where: `${relative(repository, join(folder, spec.file))}:${spec.line}`,
        title,
        error: results
          .flatMap(({ errors }) => errors)
          .map(textOf)
          .join('\n'),
      })),
  );
}

/**
 * @param {readonly Suite[]} suites the outermost are files
 * @param {readonly string[]} titles of the blocks around
 * @returns {{ spec: Spec, title: string }[]}
 */
function specsIn(suites, titles = []) {
  return suites.flatMap((suite) => {
    const around = suite.title === suite.file ? titles : [...titles, suite.title];
    const own = suite.specs.map((spec) => ({ spec, title: [...around, spec.title].join(' > ') }));
    return [...own, ...specsIn(suite.suites ?? [], around)];
  });
}

/** @param {Thrown} error */
function textOf({ message, value, location }) {
  const [first = '', ...rest] = stripVTControlCharacters(message ?? value ?? 'unknown').split('\n');
  const at = location ? [`at ${relative(repository, location.file)}:${location.line}`] : [];
  return [first, ...at, ...rest].join('\n');
}
