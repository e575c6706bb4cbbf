import { join } from 'node:path';
import { programs, repository } from './environment.mjs';

/**
 * One check of `npm test`: a command, or several of which each needs the one before.
 * @typedef {object} Check
 * @property {string} name
 * @property {string[][]} commands each: program and arguments, run by this Node
 * @property {string} [cwd]
 * @property {'vitest' | 'playwright'} [report] its tests are counted from this report
 * @property {boolean} [isTold] what it says is of interest also when it passed
 */
const tool = (/** @type {string} */ path) => join(repository, 'node_modules', path);
const wrangler = programs.wrangler;
const vitest = [
  tool('vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json=.reports/vitest.json',
  '--reporter=./scripts/vitest-failures.mjs',
];

/**
 * In order: what others build upon, then the cheap ones two by two, then the long ones alone, which use every core.
 * @type {{ atOnce: number, checks: Check[] }[]}
 */
export const stages = [
  {
    atOnce: 2,
    checks: [
      { name: 'worker-types', commands: [[wrangler, 'types', '--strict-vars=false']] },
      { name: 'format', commands: [[tool('oxfmt/bin/oxfmt'), '--check', '.']] },
    ],
  },
  {
    atOnce: 2,
    checks: [
      { name: 'types', commands: [[tool('typescript/bin/tsc'), '-b']] },
      { name: 'lint', commands: [[tool('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']] },
      { name: 'audit', isTold: true, commands: [[join(repository, 'scripts/audit.mjs')]] },
      { name: 'dead-code', commands: [[tool('knip/bin/knip.js')]] },
      { name: 'size', isTold: true, commands: [[join(repository, 'scripts/size.mjs')]] },
      { name: 'deployment', commands: [[join(repository, 'scripts/deploy.mjs'), '--dry-run']] },
    ],
  },
  {
    atOnce: 1,
    checks: [
      { name: 'vitest', report: 'vitest', commands: [vitest] },
      { name: 'browser', report: 'playwright', commands: [[tool('@playwright/test/cli.js'), 'test']] },
      { name: 'requirements', commands: [[join(repository, 'scripts/requirements.mjs'), '--check']] },
    ],
  },
];
