import { describe, expect, it, test } from 'vitest';
import { isLockedLine, lockedLinesKept } from '#domain/change-order';
import { storedLines, type LineDraft } from '#domain/line';
import { givenLine } from './purchase-order-given.ts';

const original = [
  givenLine({ id: 'l1', coding: { ACCOUNT: '1', EPISODE: '2' } }),
  givenLine({ id: 'l2', unitCost: 5 }),
];
const kept = (after: LineDraft[], locked = 2) =>
  lockedLinesKept(storedLines(original), storedLines(after), locked);
const [first = givenLine(), second = givenLine()] = original;

describe('locked lines of a change order', () => {
  it.each<[string, LineDraft[]]>([
    ['with a line more', [first, second, givenLine({ unitCost: -5 })]],
    ['with other client keys', [{ ...first, keyId: 'new' }, second]],
    ['with the codes in another order', [{ ...first, coding: { EPISODE: '2', ACCOUNT: '1' } }, second]],
  ])('CO-06, DEC-26: kept %s', (_how, after) => {
    expect(kept(after)).toBe(true);
  });

  it.each<[string, LineDraft[]]>([
    ['one gone', [first]],
    ['all gone', []],
    ['swapped', [second, first]],
    ['another quantity', [{ ...first, quantity: 3 }, second]],
    ['another unit cost', [first, { ...second, unitCost: 5.01 }]],
    ['another description', [{ ...first, description: 'Steel' }, second]],
    ['another code', [{ ...first, coding: { ACCOUNT: '9', EPISODE: '2' } }, second]],
    ['another tax code', [first, { ...second, taxCode: 'T' }]],
    ['a new line in front', [givenLine(), first, second]],
  ])('CO-06: not kept: %s', (_how, after) => {
    expect(kept(after)).toBe(false);
  });

  test('CO-06: only lines up to the original count are locked', () => {
    expect(kept([first, { ...second, unitCost: 9 }], 1)).toBe(true);
    expect([0, 1, 2].map((index) => isLockedLine(index, 2))).toEqual([true, true, false]);
    expect(isLockedLine(0, null)).toBe(false);
  });
});
