import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { failuresIn, told } from '../../../scripts/checks/failures.mjs';
import { Planted, repository } from '../planted.ts';

const planted = new Planted(['package.json'], true);
afterAll(() => planted.remove());
const reports = join(planted.folder, '.reports');

test('what failed in Vitest is told first: where, which, why', async () => {
  planted.write('vitest.config.ts', 'export default { test: { watch: false } };\n');
  planted.write(
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
  planted.write('lost.test.ts', "import './nowhere.ts';\n");
  const reporter = `--reporter=${join(repository, 'scripts/checks/vitest-failures.mjs')}`;
  expect(await planted.run('vitest/vitest.mjs', 'run', reporter)).toMatchObject({ code: 1 });
  const failures = failuresIn('vitest', reports).toSorted((a, b) => (a.where < b.where ? -1 : 1));
  expect(failures.map(({ where, title }) => `${where} ${title}`)).toEqual([
    'lost.test.ts:1 the file',
    'sums.test.ts:10 tables',
    'sums.test.ts:4 sums > add up',
  ]);
  expect(told(failures.slice(2)).split('\n').slice(0, 4)).toEqual([
    '  sums.test.ts:4  sums > add up',
    '      AssertionError: expected { sum: 2 } to deeply equal { sum: 3 }',
    '      - Expected',
    '      + Received',
  ]);
});

test('what failed in Playwright is told first: where, which, why', async () => {
  const reporter = "['json', { outputFile: '.reports/playwright.json' }]";
  planted.write('playwright.config.ts', `export default { reporter: [${reporter}] };\n`);
  planted.write(
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
  expect(await planted.run('@playwright/test/cli.js', 'test', 'pages.spec.ts')).toMatchObject({ code: 1 });
  const failures = failuresIn('playwright', reports);
  expect(failures.map(({ title }) => title)).toEqual(['pages > are two']);
  expect(failures[0]?.where).toMatch(/pages\.spec\.ts:3$/);
  const [, message, at] = told(failures).split('\n');
  expect(message).toContain('expect(received).toBe(expected)');
  expect(at).toMatch(/pages\.spec\.ts:4$/);
});

test('a failure says little, and of very many only the names are said', () => {
  const error = Array.from({ length: 50 }, (_, line) => `\u001B[31mline ${line}\u001B[39m${'.'.repeat(500)}`);
  const lines = told(
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
