import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { failuresIn, formatFailures } from '../../../scripts/checks/failures.mjs';
import { RepositoryCopy, repository } from '../repository-copy.ts';

const copy = new RepositoryCopy(['package.json'], true);
afterAll(() => copy.remove());
const reports = join(copy.folder, '.reports');

test('failures of Vitest are printed with file, title and message', async () => {
  copy.write('vitest.config.ts', 'export default { test: { watch: false } };\n');
  copy.write(
    'sums.test.ts',
    `import { beforeAll, describe, expect, test } from 'vitest';
describe('sums', () => {
  test('add up', () => {
    expect({ sum: 1 + 1 }).toEqual({ sum: 3 });
  });
  test('are fine', () => expect(2).toBe(2));
});
describe('tables', () => {
  beforeAll(() => {
    throw new Error('no table');
  });
  test('never come to it', () => undefined);
});
`,
  );
  copy.write('lost.test.ts', "import './nowhere.ts';\n");
  const reporter = `--reporter=${join(repository, 'scripts/checks/vitest-failures.mjs')}`;
  expect(await copy.run('vitest/vitest.mjs', 'run', reporter)).toMatchObject({ code: 1 });
  const failures = failuresIn('vitest', reports).toSorted((a, b) => (a.where < b.where ? -1 : 1));
  expect(failures.map(({ where, title }) => `${where} ${title}`)).toEqual([
    'lost.test.ts:1 the file',
    'sums.test.ts:10 tables',
    'sums.test.ts:4 sums > add up',
  ]);
  expect(formatFailures(failures.slice(2)).split('\n').slice(0, 4)).toEqual([
    '  sums.test.ts:4  sums > add up',
    '      AssertionError: expected { sum: 2 } to deeply equal { sum: 3 }',
    '      - Expected',
    '      + Received',
  ]);
});

test('failures of Playwright are printed with file, title and message', async () => {
  const reporter = "['json', { outputFile: '.reports/playwright.json' }]";
  copy.write('playwright.config.ts', `export default { reporter: [${reporter}] };\n`);
  copy.write(
    'pages.spec.ts',
    `import { expect, test } from '@playwright/test';
test.describe('pages', () => {
  test('are two', () => {
    expect(1).toBe(2);
  });
  test('are one', () => expect(1).toBe(1));
});
`,
  );
  expect(await copy.run('@playwright/test/cli.js', 'test', 'pages.spec.ts')).toMatchObject({ code: 1 });
  const failures = failuresIn('playwright', reports);
  expect(failures.map(({ title }) => title)).toEqual(['pages > are two']);
  expect(failures[0]?.where).toMatch(/pages\.spec\.ts:3$/);
  const [, message, at] = formatFailures(failures).split('\n');
  expect(message).toContain('expect(received).toBe(expected)');
  expect(at).toMatch(/pages\.spec\.ts:4$/);
});

test('a failure prints few lines, and beyond a limit only its title', () => {
  const error = Array.from({ length: 50 }, (_, line) => `\u001B[31mline ${line}\u001B[39m${'.'.repeat(500)}`);
  const lines = formatFailures(
    Array.from({ length: 40 }, (_, n) => ({
      where: `a.test.ts:${n}`,
      title: 'one',
      error: error.join('\n\n'),
    })),
  ).split('\n');
  expect(lines).toHaveLength(40 + 15 * 12);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200);
  expect(lines[1]).toContain('      line 0...');
});
