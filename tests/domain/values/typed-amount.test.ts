import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountFromEntry, amountProblem } from '#domain/values/typed-amount';

describe('ENTRY-01: amounts that people type', () => {
  test.each([
    ['184*3', 'USD', 55_200],
    ['184 × 3', 'USD', 55_200],
    ['1.2k', 'USD', 120_000],
    ['$1.2K', 'USD', 120_000],
    ['1.200,50*2', 'EUR', 240_100],
    ['1,2k', 'EUR', 120_000],
    ['1,200 + 80/2', 'USD', 124_000],
    ['100-250.50', 'USD', -15_050],
    ['100--50', 'USD', 15_000],
    ['-2k+500', 'USD', -150_000],
    ['10/3', 'USD', 333],
    ['10/3*3', 'USD', 1000],
    ['-0.05/2', 'USD', -3],
    ['0.1+0.2', 'USD', 30],
    ['1,234.50', 'USD', 123_450],
  ])('ENTRY-01: %s in %s is %i cents', (typed, currency, cents) => {
    expect(amountFromEntry(typed, currency)).toBe(cents);
    expect(amountProblem(typed, currency)).toBeNull();
  });

  test.each(['1/0', '1/0.00', '2*', '*2', '2**3', '1+', '++1', 'k', '3kk', '2 2', '1;2', '(1+2)*3', '5%'])(
    'ENTRY-01: %s is no amount',
    (typed) => {
      expect(amountFromEntry(typed, 'USD')).toBeNull();
    },
  );

  test('ENTRY-01: a result beyond the largest amount is too large', () => {
    expect(amountProblem('999999999k*9', 'USD')).toEqual({ kind: 'size' });
  });

  test('ENTRY-01: a sum is exact to the cent', () => {
    const cents = fc.integer({ min: 0, max: 99_999_999 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 999 }), (first, second, count) => {
        const text = (amount: number) => (amount / 100).toFixed(2);
        expect(amountFromEntry(`${text(first)} + ${text(second)}*${count}`, 'USD')).toBe(
          first + second * count,
        );
      }),
    );
  });
});

describe('LI-22: problems of a typed amount', () => {
  test.each([
    ['1234,56', 'GBP', { kind: 'form', suggestedCents: 123_456 }],
    ['1.234,5', 'GBP', { kind: 'form', suggestedCents: 123_450 }],
    ['£-12,5', 'GBP', { kind: 'form', suggestedCents: -1250 }],
    ['1,234', 'EUR', { kind: 'form' }],
    ['1.234', 'USD', { kind: 'form' }],
    ['12,34,56', 'GBP', { kind: 'form' }],
    ['12345678901234567', 'USD', { kind: 'size' }],
    ['1234567890123', 'USD', { kind: 'size' }],
    ['ten', 'USD', { kind: 'words' }],
  ])('LI-22: %s in %s', (typed, currency, problem) => {
    expect(amountProblem(typed, currency)).toEqual(problem);
  });

  test.each([
    ['1,234.56', 'EUR'],
    ['1.234,56', 'EUR'],
    ['1234.5', 'EUR'],
    ['999999999999.99', 'USD'],
  ])('LI-22: %s is an amount of %s', (typed, currency) => {
    expect(amountProblem(typed, currency)).toBeNull();
  });
});
