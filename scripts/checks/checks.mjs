import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programs, repository } from '../environment.mjs';

/**
 * One check of `npm test`.
 * @typedef {object} Check
 * @property {string} name
 * @property {string[]} command program and arguments, run by this Node
 * @property {'vitest' | 'playwright' | 'long' | 'long-cases' | 'long-playwright'} [report] its tests are counted from
 *   this report; `long` and `long-cases` are of Vitest
 * @property {boolean} [showsOutput] print its output also when it passed
 */
const tool = (/** @type {string} */ path) => join(repository, 'node_modules', path);
const wrangler = programs.wrangler;
/** @param {'vitest' | 'long' | 'long-cases'} name */
const vitest = (name, /** @type {string[]} */ ...options) => [
  tool('vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=.reports/${name}.json`,
  '--reporter=./scripts/checks/vitest-failures.mjs',
  ...options,
];

const playwright = (/** @type {string[]} */ ...options) => [
  tool('@playwright/test/cli.js'),
  'test',
  ...options,
];

/** The files that have a test with the tag `long`. Vitest would load all files to find them. */
const filesWithLongCases = globSync('tests/**/*.test.ts', { cwd: repository }).filter((file) =>
  /\btags: .*'long'/.test(readFileSync(join(repository, file), 'utf8')),
);

/**
 * In order: what others depend on, then the cheap checks two at a time, then the tests. Browser tests run beside Vitest,
 * because both wait for a part of their time. The last stage is for `npm run test:all`: `*.long.test.ts`,
 * Vitest tests with the tag `long` and browser tests tagged `@long` are models, fuzzing, short stress checks, a whole
 * deployment, and every case of a rule of which `npm test` runs representatives.
 * @type {{ atOnce: number, isLong?: boolean, checks: Check[] }[]}
 */
export const stages = [
  {
    atOnce: 2,
    checks: [
      { name: 'worker-types', command: [wrangler, 'types', '--strict-vars=false'] },
      { name: 'format', command: [tool('oxfmt/bin/oxfmt'), '--check', '.'] },
      { name: 'web', command: [join(repository, 'scripts/build-web.mjs')] },
    ],
  },
  {
    atOnce: 2,
    checks: [
      { name: 'types', command: [tool('typescript/bin/tsc'), '-b'] },
      { name: 'lint', command: [tool('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'] },
      { name: 'audit', showsOutput: true, command: [join(repository, 'scripts/audit.mjs')] },
      { name: 'dead-code', command: [tool('knip/bin/knip.js')] },
      { name: 'size', showsOutput: true, command: [join(repository, 'scripts/size.mjs')] },
      {
        name: 'deployment',
        showsOutput: true,
        command: [join(repository, 'scripts/deploy.mjs'), '--dry-run'],
      },
    ],
  },
  {
    atOnce: 2,
    checks: [
      {
        name: 'vitest',
        report: 'vitest',
        command: vitest('vitest', '--exclude=**/*.long.test.ts', '--tags-filter=!long'),
      },
      { name: 'browser', report: 'playwright', command: playwright('--grep-invert=@long') },
    ],
  },
  {
    // It reads the reports of both.
    atOnce: 1,
    checks: [{ name: 'requirements', command: [join(repository, 'scripts/requirements.mjs'), '--check'] }],
  },
  {
    atOnce: 2,
    isLong: true,
    checks: [
      { name: 'long', report: 'long', command: vitest('long', '.long.test.ts') },
      {
        name: 'long-cases',
        report: 'long-cases',
        command: vitest('long-cases', '--tags-filter=long', ...filesWithLongCases),
      },
      { name: 'long-browser', report: 'long-playwright', command: playwright('--grep=@long') },
    ],
  },
];

const quick = ['worker-types', 'format', 'types', 'lint', 'dead-code'];
const opensWeb = /^tests\/(component|e2e)\//;

/**
 * What a check needs that an earlier one makes: the built application (tests run at the same time, so neither may build
 * it), and the types of the bindings.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const neededBefore = {
  vitest: ['web'],
  browser: ['web'],
  long: ['web', 'worker-types'],
  'long-cases': ['web'],
  'long-browser': ['web'],
  types: ['worker-types'],
  lint: ['worker-types'],
};

/**
 * Returns the fast checks of `npm test`, then only these test files.
 * @param {readonly string[]} files
 * @returns {typeof stages}
 */
export function stagesOf(files) {
  const specs = files.filter((file) => file.endsWith('.spec.ts'));
  const others = files.filter((file) => !file.endsWith('.spec.ts'));
  const first = files.some((file) => opensWeb.test(file)) ? ['web', ...quick] : quick;
  const fast = stages.map(({ atOnce, checks }) => ({
    atOnce,
    checks: checks.filter(({ name }) => first.includes(name)),
  }));
  /** @type {Check[]} */
  const tests = [
    { name: 'vitest', report: 'vitest', command: vitest('vitest', ...others) },
    { name: 'browser', report: 'playwright', command: playwright(...specs) },
  ];
  const isWanted = (/** @type {Check} */ { name }) => (name === 'browser' ? specs : others).length > 0;
  return [...fast, { atOnce: 2, checks: tests.filter(isWanted) }];
}
