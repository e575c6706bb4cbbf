import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { onShutdown } from '../processes/on-shutdown.mjs';
import { selectChanged } from '../changed.mjs';
import { neededBefore, stages, stagesOf } from './checks.mjs';
import { ensureChrome } from '../chrome.mjs';
import { cacheDir, localEnvironment, repository, throwAwayFolder } from '../environment.mjs';
import { failuresIn, formatFailures, isOfPlaywright } from './failures.mjs';
import { mapConcurrent } from '../processes/map-concurrent.mjs';
import { stopGroup } from '../processes/processes.mjs';

const reports = join(repository, '.reports');
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** The folder for temporary files of the checks. */
const scratch = throwAwayFolder();
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

/**
 * Runs every check, also after a failure, so that one run reports everything.
 * @param {readonly string[]} options names of checks; none: all of `npm test`, with `--all` those of `npm run test:all`;
 *   `changed`: what the working tree touches
 * @returns {Promise<number>} the exit code
 */
export function runChecks(options) {
  const [first, ...rest] = options;
  return runStages(first === 'changed' ? changedStages(rest) : namedStages(options));
}

/** @param {readonly string[]} options */
function changedStages(options) {
  const { changed, chosen, left, unknown } = selectChanged(options);
  console.log(`${changed.length} files have changed; ${chosen.length} test files run them.`);
  if (unknown.length > 0) console.log(`No test file is known for ${unknown.join(', ')}.`);
  if (left.length > 0) console.log(`Left out, for the sake of four minutes:\n  ${left.join('\n  ')}`);
  return stagesOf(chosen);
}

/** @param {readonly string[]} options */
function namedStages(options) {
  const only = options.filter((name) => name !== '--all');
  const isAll = only.length < options.length;
  const known = stages.flatMap(({ checks }) => checks.map(({ name }) => name));
  const unknownNames = only.filter((name) => !known.includes(name));
  if (unknownNames.length > 0)
    throw new Error(`There is no check ${unknownNames.join(', ')}. There are ${known.join(', ')}.`);
  const wanted = [...only, ...only.flatMap((name) => neededBefore[name] ?? [])];
  return stages.map(({ atOnce, checks, isLong = false }) => {
    const isWanted = only.length === 0 && (isAll || !isLong);
    return { atOnce, checks: checks.filter(({ name }) => isWanted || wanted.includes(name)) };
  });
}

/** @param {typeof stages} wanted */
async function runStages(wanted) {
  onShutdown(() => {
    void Promise.all([...running].map((child) => stopGroup(child))).then(() => process.exit(130));
  });
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  await ensureChrome({ cacheDir });
  let passed = 0;
  let failed = 0;
  for (const { atOnce, checks } of wanted) {
    for (const result of await mapConcurrent(checks, atOnce, run)) {
      passed += result.passed;
      failed += result.failed;
    }
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** @param {import('./checks.mjs').Check} check */
async function run(check) {
  const started = performance.now();
  // Left by an earlier check.
  if (!isOfPlaywright(check.report)) rmSync(join(reports, 'vitest-failures.json'), { force: true });
  const { isFine, output } = await execute(check);
  const counted = count(check, isFine);
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
  const tests = check.report ? `  ${counted.passed} passed, ${counted.failed} failed` : '';
  console.log(`${isFine ? 'ok    ' : 'FAILED'} ${seconds} s  ${check.name}${tests}`);
  const failures = check.report && !isFine ? failuresIn(check.report, reports) : [];
  if (failures.length > 0) console.log(`\n${formatFailures(failures)}`);
  if (!isFine || check.showsOutput) console.log(`\n${output.trimEnd()}\n`);
  return counted;
}

/**
 * @param {import('./checks.mjs').Check} check
 * @returns {Promise<{ isFine: boolean, output: string }>}
 */
async function execute({ command, report }) {
  const bin = join(repository, 'node_modules/.bin');
  const child = spawn(process.execPath, command, {
    cwd: repository,
    // Programs that start others by name get this Node, not an older one of the system.
    env: {
      ...localEnvironment(),
      PATH: [dirname(process.execPath), bin, process.env['PATH']].join(delimiter),
      TMPDIR: scratch,
      CI: 'true',
      FORCE_COLOR: undefined,
      ...(isOfPlaywright(report) && { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, `${report}.json`) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  running.delete(child);
  return { isFine: code === 0, output: stripVTControlCharacters(output) };
}

/**
 * A check counts as one test; a report counts its own tests, and a failure outside of a test (a file that does not
 * load) as one.
 * @param {import('./checks.mjs').Check} check
 * @param {boolean} isFine
 */
function count(check, isFine) {
  const one = { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1 };
  const file = join(reports, `${check.report}.json`);
  if (!check.report || !existsSync(file)) return one;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const [passed, failed] = isOfPlaywright(check.report)
    ? [report.stats.expected, report.stats.unexpected]
    : [report.numPassedTests, report.numFailedTests];
  return { passed, failed: failed === 0 && !isFine ? 1 : failed };
}
