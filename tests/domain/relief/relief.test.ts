import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  reliefStatuses,
  remainingBalanceCents,
  type ReliefIndicator,
  type ReliefLine,
} from '#domain/relief/relief';

/** PO 00042 with 100.00 left on line 1 and 50.00 on line 2; 00043 has nothing left. */
const orders = [
  {
    poNumber: '00042',
    lines: [
      { lineNumber: 1, remainingCents: 10_000 },
      { lineNumber: 2, remainingCents: 5000 },
    ],
  },
  { poNumber: '00043', lines: [{ lineNumber: 1, remainingCents: 0 }] },
];

const on = (referencePo: string, referencePoLineNumber: number | null, amountCents: number): ReliefLine => ({
  referencePo,
  referencePoLineNumber,
  amountCents,
});

interface Given {
  line: ReliefLine;
  /** Other lines of the same invoice. */
  others?: ReliefLine[];
  /** The lines with which the invoice already counts, in approval or approved. */
  countedLines?: ReliefLine[];
  shows: ReliefIndicator;
}

describe('relief indicator', () => {
  it.each<[string, Given]>([
    ['DEC-39, RL-06: no reference', { line: on('', null, 1), shows: 'NONE' }],
    ['DEC-39, RL-06: a blank reference', { line: on('  ', 1, 1), shows: 'NONE' }],
    ['DEC-39, RL-04: no such PO', { line: on('00099', 1, 1), shows: 'ERROR' }],
    ['DEC-39, RL-04: part of a number is no match', { line: on('42', 1, 1), shows: 'ERROR' }],
    ['DEC-39: a line number that is not on it', { line: on('00042', 3, 1), shows: 'ERROR' }],
    ['DEC-39, RL-05: nothing is left over', { line: on('00042', 1, 10_000), shows: 'MATCH' }],
    ['DEC-39, RL-05: a cent is left', { line: on('00042', 1, 9999), shows: 'UNDER' }],
    ['DEC-39, RL-05: a cent too much', { line: on('00042', 1, 10_001), shows: 'OVER' }],
    ['DEC-39, RL-05: nothing taken of nothing', { line: on('00043', 1, 0), shows: 'MATCH' }],
    ['DEC-39, RL-05: a credit leaves more', { line: on('00043', 1, -1), shows: 'UNDER' }],
    [
      "DEC-39: this invoice's lines on the same PO line count together",
      { line: on('00042', 1, 6000), others: [on('00042', 1, 4000)], shows: 'MATCH' },
    ],
    [
      'DEC-39: lines on another PO line, another PO or no PO do not count',
      {
        line: on('00042', 1, 10_000),
        others: [on('00042', 2, 1), on('00043', 1, 1), on('', null, 1)],
        shows: 'MATCH',
      },
    ],
    [
      "DEC-39: without a line number, the PO's summed balance",
      { line: on('00042', null, 15_000), shows: 'MATCH' },
    ],
    [
      'DEC-39: without a line number, every line of the invoice on that PO counts',
      { line: on('00042', null, 14_000), others: [on('00042', 2, 1001)], shows: 'OVER' },
    ],
    [
      'DEC-39: the amount of the loaded invoice is available to it',
      { line: on('00043', 1, 3000), countedLines: [on('00043', 1, 3000)], shows: 'MATCH' },
    ],
    [
      'DEC-39: raised above its loaded amount',
      { line: on('00043', 1, 3001), countedLines: [on('00043', 1, 3000)], shows: 'OVER' },
    ],
    [
      'DEC-39: its loaded amount on another line is not available to this one',
      { line: on('00042', 1, 10_001), countedLines: [on('00042', 2, 5000)], shows: 'OVER' },
    ],
  ])('%s', (_name, { line, others = [], countedLines = [], shows }) => {
    expect(reliefStatuses({ lines: [line, ...others], countedLines }, orders)(line).indicator).toBe(shows);
  });

  test('DEC-39, RL-05: the sign of the remaining amount decides, and reloading a counted invoice changes nothing', () => {
    const cents = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 6 }), (remaining, amounts) => {
        const lines = amounts.map((amount) => on('7', 1, amount));
        const order = (remainingCents: number) => [
          { poNumber: '7', lines: [{ lineNumber: 1, remainingCents }] },
        ];
        const spent = Number(amounts.reduce((total, amount) => total + BigInt(amount), 0n));
        const fresh = reliefStatuses({ lines, countedLines: [] }, order(remaining))(lines[0]!).indicator;
        expect(fresh).toBe(remaining === spent ? 'MATCH' : remaining > spent ? 'UNDER' : 'OVER');
        expect(
          reliefStatuses({ lines, countedLines: lines }, order(remaining - spent))(lines[0]!).indicator,
        ).toBe(fresh);
      }),
    );
  });
});

describe('balance', () => {
  const since = { relievedSinceCents: 0 };
  it.each([
    [
      'nothing relieved',
      { ...since, totalCents: 5000, relievedCents: 0, accountingBalanceCents: null },
      5000,
    ],
    [
      'part relieved',
      { ...since, totalCents: 5000, relievedCents: 1250, accountingBalanceCents: null },
      3750,
    ],
    ['more than all', { ...since, totalCents: 5000, relievedCents: 5001, accountingBalanceCents: null }, -1],
    [
      'a credit invoice',
      { ...since, totalCents: 5000, relievedCents: -100, accountingBalanceCents: null },
      5100,
    ],
    [
      "accounting's own figure",
      { ...since, totalCents: 5000, relievedCents: 1250, accountingBalanceCents: 4000 },
      4000,
    ],
    ["accounting's own zero", { ...since, totalCents: 5000, relievedCents: 0, accountingBalanceCents: 0 }, 0],
    [
      "accounting's own figure, and what came since",
      { totalCents: 5000, relievedCents: 1250, relievedSinceCents: 250, accountingBalanceCents: 4000 },
      3750,
    ],
    [
      'what came since counts once before a pull',
      { totalCents: 5000, relievedCents: 250, relievedSinceCents: 250, accountingBalanceCents: null },
      4750,
    ],
  ])('DEC-39: %s', (_name, line, remaining) => {
    expect(remainingBalanceCents(line)).toBe(remaining);
  });
});
