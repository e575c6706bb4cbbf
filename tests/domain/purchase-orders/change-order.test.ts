import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isLockedLine, withLockedLines } from '#domain/purchase-orders/change-order';
import type { LineDraft } from '#domain/documents/line';
import { givenLine } from './fixtures.ts';

const first = givenLine({ id: 'l1', coding: { ACCOUNT: '1', EPISODE: '2' } });
const second = givenLine({ id: 'l2', unitCost: 5 });
const added = givenLine({ description: 'New', unitCost: -5 });

describe('locked lines of a change order', () => {
  it.each<[string, LineDraft[], LineDraft[]]>([
    ['as they are', [first, second], []],
    ['with a line more', [first, second, added], [added]],
    ['one gone', [first], []],
    ['all gone', [], []],
    ['swapped', [second, first], []],
    ['another quantity', [{ ...first, quantity: 3 }, second], []],
    ['another unit cost', [first, { ...second, unitCost: 5.01 }], []],
    ['another description', [{ ...first, description: 'Steel' }, second], []],
    ['another code', [{ ...first, coding: { ACCOUNT: '9', EPISODE: '2' } }, second], []],
    ['another tax code', [first, { ...second, taxCode: 'T' }], []],
    ['a new line in front', [added, first, second], [added]],
    ['one of them twice', [first, { ...first, description: 'Again' }, second], []],
  ])('CO-06, DEC-26: locked lines sent %s stay unchanged', (_how, sent, addedLines) => {
    expect(withLockedLines([first, second], sent, 2)).toEqual([first, second, ...addedLines]);
  });

  test('CO-06: only lines up to the original count are locked', () => {
    const dearer = { ...second, unitCost: 9 };
    expect(withLockedLines([first, second], [{ ...first, unitCost: 9 }, dearer], 1)).toEqual([first, dearer]);
    expect(withLockedLines([first, second], [first], 1)).toEqual([first]);
    expect([0, 1, 2].map((index) => isLockedLine(index, 2))).toEqual([true, true, false]);
    expect(isLockedLine(0, null)).toBe(false);
  });

  test('CO-06: the first lines are always the stored ones, and no other line has their ids', () => {
    const someLine = fc
      .record({ id: fc.constantFrom(null, 'l1', 'l2', 'l3'), quantity: fc.integer({ min: 1, max: 9 }) })
      .map((ownLine) => givenLine(ownLine));
    const stored = [first, second, givenLine({ id: 'l3' })];
    fc.assert(
      fc.property(fc.array(someLine, { maxLength: 6 }), fc.integer({ min: 1, max: 3 }), (sent, count) => {
        const lines = withLockedLines(stored, sent, count);
        expect(lines.slice(0, count)).toEqual(stored.slice(0, count));
        const locked = stored.slice(0, count).map(({ id }) => id);
        expect(lines.slice(count).filter(({ id }) => id !== null && locked.includes(id))).toEqual([]);
      }),
    );
  });
});
