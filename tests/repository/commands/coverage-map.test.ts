import { SourceMap } from 'node:module';
import { describe, expect, test } from 'vitest';
import { withinTime } from '../../../scripts/changed.mjs';
import { formatMap, hashOf, parseMap, testsOf } from '../../../scripts/coverage/map-file.mjs';
import { mergeMap } from '../../../scripts/coverage/merge.mjs';
import { parseRanges, rangesOf } from '../../../scripts/coverage/ranges.mjs';
import { ownedLines } from '../../../scripts/coverage/statements.mjs';
import { resolveImport, testsImporting } from '../../../scripts/coverage/imports.mjs';

const money = 'domain/values/money.ts';
const days = 'domain/values/days.ts';
const [first, second, third] = ['tests/domain/a.test.ts', 'tests/domain/b.test.ts', 'tests/web/c.test.ts'];
const nothing = parseMap('');
const everyFile = () => true;

describe('the coverage map', () => {
  const measured = new Map([
    [first, { [money]: [4, 5, 6], [days]: [1] }],
    [second, { [money]: [5, 6] }],
    [third, { [money]: [6] }],
  ]);
  const map = mergeMap(nothing, measured, everyFile);

  test('a line lists the test files that run it, the most specific first', () => {
    expect(testsOf(map, money, 4)).toEqual([first]);
    expect(testsOf(map, money, 5)).toEqual([second, first]);
    expect(testsOf(map, money, 6)).toEqual([second, first, third]);
    expect(testsOf(map, money, 7)).toEqual([]);
  });

  test('a file changed since the measurement lists all test files that run it', () => {
    const text = formatMap(map).replace(hashOf(money), '00000000');
    expect(testsOf(parseMap(text), money, 4).toSorted()).toEqual([first, second, third]);
  });

  test('a file stays changed until all test files that run it are measured again', () => {
    const old = parseMap(formatMap(map).replace(hashOf(money), '00000000'));
    const some = mergeMap(old, new Map([[first, { [money]: [4, 5, 6] }]]), everyFile);
    expect(testsOf(some, money, 4).toSorted()).toEqual([first, second, third]);
    expect(testsOf(mergeMap(old, measured, everyFile), money, 4)).toEqual([first]);
  });

  test('the written map can be read back', () => {
    expect(formatMap(parseMap(formatMap(map)))).toBe(formatMap(map));
  });

  test('a new measurement of a test file replaces its old one and keeps the others', () => {
    const next = mergeMap(map, new Map([[first, { [days]: [1] }]]), everyFile);
    expect(testsOf(next, money, 4)).toEqual([]);
    expect(testsOf(next, money, 5)).toEqual([second]);
    expect(testsOf(next, days, 1)).toEqual([first]);
  });

  test('a test file keeps its number when others come or go', () => {
    const next = mergeMap(map, new Map([['tests/domain/0.test.ts', {}]]), (path) => path !== second);
    expect(Object.fromEntries(next.numbers)).toEqual({ 'tests/domain/0.test.ts': 4, [first]: 1, [third]: 3 });
  });

  test('at most eight test files per layer are listed', () => {
    const names = Array.from({ length: 12 }, (_, index) => `tests/domain/${index}.test.ts`);
    const crowded = mergeMap(nothing, new Map(names.map((name) => [name, { [money]: [4] }])), everyFile);
    expect(testsOf(crowded, money, 4)).toHaveLength(8);
  });

  test('lines are written as ranges', () => {
    expect(rangesOf([4, 8, 9, 10, 12])).toBe('4,8-10,12');
    expect(parseRanges('4,8-10,12')).toEqual([4, 8, 9, 10, 12]);
  });
});

test('a line belongs to the statements that start in it, or to the smallest one around it', () => {
  const identity = new SourceMap({
    version: 3,
    file: 'a.js',
    sources: ['a.ts'],
    sourcesContent: [],
    names: [],
    mappings: 'AAAA;AACA;AACA;AACA;AACA',
    sourceRoot: '',
  });
  const range = (start: number, end: number) => ({
    start: { line: start, column: 0 },
    end: { line: end, column: 9 },
  });
  const owned = ownedLines({ 0: range(1, 5), 1: range(2, 3), 2: range(2, 2) }, identity);
  expect(owned).toEqual({ 0: [1, 4, 5], 1: [2, 3], 2: [2] });
});

describe('npm test -- changed', () => {
  test('the tests of a file are those that import it, the nearest first', () => {
    const importers = new Map([
      ['tests/support/a.ts', ['tests/support/b.ts', 'tests/web/far.test.ts']],
      ['tests/support/b.ts', ['tests/web/near.test.ts', 'tests/e2e/c.spec.ts', 'vitest.config.ts']],
    ]);
    const near = ['tests/web/near.test.ts', 'tests/e2e/c.spec.ts'];
    expect(testsImporting(importers, 'tests/support/b.ts')).toEqual(near);
    expect(testsImporting(importers, 'tests/support/a.ts')).toEqual(['tests/web/far.test.ts', ...near]);
  });

  test('an import resolves to a file by path or alias, and a package to none', () => {
    const aliases = { '#domain/*': './domain/*.ts' };
    expect(resolveImport('web/src/api.ts', '../../domain/values/days.ts', aliases)).toBe(days);
    expect(resolveImport('web/src/api.ts', '#domain/values/days', aliases)).toBe(days);
    expect(resolveImport('web/src/api.ts', 'react', aliases)).toBeNull();
  });

  test('tests beyond four minutes are left out, the slowest layer first', () => {
    const worker = Array.from({ length: 90 }, (_, index) => `tests/functions/${index}.test.ts`);
    const { chosen, left } = withinTime(['tests/component/a.test.ts', ...worker, first]);
    expect(chosen.slice(0, 2)).toEqual([first, 'tests/functions/0.test.ts']);
    expect(left).toContain('tests/component/a.test.ts');
    expect(left).toContain('tests/functions/89.test.ts');
    expect(chosen.length + left.length).toBe(92);
  });
});
