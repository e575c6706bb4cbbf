import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countInvoice } from '#domain/budget/measures';
import type { CountedInvoice } from '#domain/budget/measures';
import { spreadPaid } from '#domain/budget/paid';

const spread = (paidCents: number, ...amounts: number[]) =>
  spreadPaid(
    paidCents,
    amounts.map((cents, n) => ({ id: `l${n}`, cents })),
  );

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0);

describe('BUD-73: what is paid of an invoice', () => {
  test('is spread over its lines by amount', () => {
    expect(spread(50_00, 60_00, 40_00)).toEqual([30_00, 20_00]);
    expect(spread(100_00, 60_00, 40_00)).toEqual([60_00, 40_00]);
  });

  test('has its remainder on the largest line, of equal ones on the first', () => {
    expect(spread(100, 100, 300, 200)).toEqual([16, 51, 33]);
    expect(spread(100, 100, 100, 100)).toEqual([34, 33, 33]);
  });

  test('has no line that is paid by more than its amount', () => {
    expect(spread(3, 1, 1, 1, 1)).toEqual([1, 1, 1, 0]);
  });

  test('is at most the amount of the invoice, and never below zero', () => {
    expect(spread(108_00, 60_00, 40_00)).toEqual([60_00, 40_00]);
    expect(spread(-1, 60_00, 40_00)).toEqual([0, 0]);
    expect(spread(1, 60_00, -60_00)).toEqual([0, 0]);
  });

  test('takes off the lines that reduce the invoice, and is negative for a credit', () => {
    expect(spread(40_00, 100_00, -20_00)).toEqual([50_00, -10_00]);
    expect(spread(-50_00, -60_00, -40_00)).toEqual([-30_00, -20_00]);
  });

  test('is exact for amounts whose product exceeds 64 bits', () => {
    expect(spread(999_999_999_998, 999_999_999_998, 1)).toEqual([999_999_999_998, 0]);
    expect(spread(500_000_000_000, 999_999_999_999)).toEqual([500_000_000_000]);
  });

  test('has parts between zero and their amounts, which equal it', () => {
    const cents = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });
    const amounts = fc.array(fc.oneof(cents, fc.integer({ min: -3, max: 3 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(amounts, cents, (lines, paid) => {
        const parts = spread(paid, ...lines);
        const total = sumOf(lines);
        expect(sumOf(parts)).toBe(
          total < 0 ? Math.min(0, Math.max(total, paid)) : Math.max(0, Math.min(total, paid)),
        );
        for (const [n, part] of parts.entries()) {
          expect(Math.abs(part)).toBeLessThanOrEqual(Math.abs(lines[n]!));
          expect(part * lines[n]!).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

describe('Paid', () => {
  const line = { id: 'l1', account: '2100', cents: 4_000_00 };
  const invoice: CountedInvoice = { id: 'i', currency: 'USD', state: 'APPROVED', lines: [line] };
  const counted = (own: Partial<CountedInvoice>) =>
    countInvoice({ ...invoice, ...own }).map(({ measure, currency, cents }) => [measure, currency, cents]);

  test('BUD-73: counts beside Invoiced for the line, its account and its codes', () => {
    const coded = { ...line, coding: '{"SET":"1"}' };
    const counts = countInvoice({ ...invoice, lines: [coded], paidCents: 1_000_00 });
    expect(counts.map(({ measure, account, coding, cents }) => [measure, account, coding, cents])).toEqual([
      ['INVOICED', '2100', '{"SET":"1"}', 4_000_00],
      ['PAID', '2100', '{"SET":"1"}', 1_000_00],
    ]);
  });

  test('BUD-73: costs what its part of the line costs, at the rate and with the tax of the invoice', () => {
    const conversion = { rate: '1.4', currency: 'CAD', addedPercent: '8' };
    const lines = [{ ...line, conversion }];
    expect(counted({ lines, paidCents: 1_000_00 })).toContainEqual(['PAID', 'CAD', 1_512_00]);
    expect(counted({ lines, paidCents: 4_320_00 })).toEqual([
      ['INVOICED', 'CAD', 6_048_00],
      ['PAID', 'CAD', 6_048_00],
    ]);
  });

  test('BUD-74: counts nothing for an invoice that is not approved', () => {
    expect(counted({ state: 'IN_APPROVAL', paidCents: 1_000_00 })).toEqual([['WAITING', 'USD', 4_000_00]]);
    expect(counted({ state: 'NONE', paidCents: 1_000_00 })).toEqual([]);
  });
});
