/**
 * `npm run repeat`: runs test files ten times, two at once, with one core kept busy. A test that fails once is flaky:
 * find the cause, or remove it.
 *
 *   npm run repeat                         the test files changed since the last commit
 *   npm run repeat -- --since main         those changed since that revision
 *   npm run repeat -- tests/web/a.test.ts  these
 */
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onShutdown } from './processes/on-shutdown.mjs';
import { ensureChrome } from './chrome.mjs';
import { cacheDir, localEnvironment, repository } from './environment.mjs';
import { mapConcurrent } from './processes/map-concurrent.mjs';
import { stopGroup } from './processes/processes.mjs';

const times = 10;
const atOnce = 2;
const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
const playwright = join(repository, 'node_modules/@playwright/test/cli.js');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { since: { type: 'string', default: 'HEAD' } },
});
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
onShutdown(() => {
  void Promise.all([...running].map((child) => stopGroup(child))).then(() => process.exit(130));
});

const files = positionals.length > 0 ? positionals : changedSince(values.since);
const browser = files.filter((file) => file.endsWith('.spec.ts'));
const others = files.filter((file) => file.endsWith('.test.ts'));
if (browser.length + others.length === 0) console.log('No test file has changed.');
else process.exitCode = await repeat();

/** @param {string} revision */
function changedSince(revision) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).split('\n');
  const names = [
    ...git('diff', '--name-only', '--diff-filter=d', revision, '--', 'tests'),
    ...git('ls-files', '--others', '--exclude-standard', 'tests'),
  ];
  return names.filter((name) => /\.(test|spec)\.ts$/.test(name));
}

/** @returns {Promise<number>} the exit code */
async function repeat() {
  await ensureChrome({ cacheDir });
  const busy = start(['-e', 'for (;;);']);
  let failed = 0;
  if (others.length > 0) {
    const runs = Array.from({ length: times }, (_, index) => index + 1);
    const results = await mapConcurrent(runs, atOnce, (run) =>
      runOne(`${run} of ${times}`, [vitest, 'run', '--reporter=dot', ...others]),
    );
    failed += results.filter((isFine) => !isFine).length;
  }
  if (browser.length > 0) {
    const options = [`--repeat-each=${times}`, `--workers=${atOnce}`, '--retries=0', '--reporter=line'];
    if (!(await runOne(`browser, each ${times} times`, [playwright, 'test', ...options, ...browser])))
      failed += 1;
  }
  await stopGroup(busy, 0);
  console.log(failed === 0 ? 'No test failed.' : `${failed} runs failed.`);
  return failed === 0 ? 0 : 1;
}

/**
 * @param {string} name
 * @param {string[]} command
 * @returns {Promise<boolean>} whether every test passed; the output of a run with a failure is shown
 */
async function runOne(name, command) {
  const child = start(command);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  running.delete(child);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (code !== 0) console.log(output);
  return code === 0;
}

/** @param {string[]} command */
function start(command) {
  const child = spawn(process.execPath, command, {
    cwd: repository,
    env: { ...localEnvironment(), CI: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  return child;
}
