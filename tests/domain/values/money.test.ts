import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatMoney, fromCents, lineTotalCents, parseAmount, toCents } from '#domain/values/money';

/** Half away from zero on exact integers, written differently than the code under test. */
function oracle(quantityHundredths: bigint, unitCostCents: bigint): bigint {
  const product = quantityHundredths * unitCostCents;
  const size = product < 0n ? -product : product;
  const rounded = size / 100n + (size % 100n >= 50n ? 1n : 0n);
  return product < 0n ? -rounded : rounded;
}

describe('line totals', () => {
  test('LI-04, LI-20, DEC-48: 100,000 totals equal exact integer arithmetic, half away from zero', () => {
    const quantity = fc.integer({ min: 1, max: 99_999_999 });
    const unitCost = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 });
    fc.assert(
      fc.property(quantity, unitCost, (hundredths, cents) => {
        const exact = oracle(BigInt(hundredths), BigInt(cents));
        expect(lineTotalCents(hundredths, cents)).toBe(Number(exact));
      }),
      { numRuns: 100_000 },
    );
  });

  it.each([
    { quantity: 100, unitCost: 1999, total: 1999 },
    { quantity: 150, unitCost: 1, total: 2 },
    { quantity: 150, unitCost: -1, total: -2 },
    { quantity: 149, unitCost: 1, total: 1 },
    { quantity: 143, unitCost: 35_000, total: 50_050 },
    { quantity: 33, unitCost: 300_000_000_000_001, total: 99_000_000_000_000 },
  ])('DEC-48: $quantity hundredths of $unitCost cents are $total cents', ({ quantity, unitCost, total }) => {
    expect(lineTotalCents(quantity, unitCost)).toBe(total);
  });

  test('LI-19: a line with an invalid number has no total', () => {
    expect(lineTotalCents(Number.NaN, 100)).toBeNaN();
    expect(lineTotalCents(100, Number.POSITIVE_INFINITY)).toBeNaN();
  });
});

describe('cents', () => {
  test('DEC-01: every amount of cents survives the wire', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }), (cents) => {
        const onTheWire: unknown = JSON.parse(JSON.stringify(fromCents(cents)));
        expect(toCents(Number(onTheWire))).toBe(cents);
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    [1.005, 101],
    [-1.005, -101],
    [0.1 + 0.2, 30],
    [4.35, 435],
    [1e-9, 0],
    [-0, 0],
    [9999999999.99, 999_999_999_999],
  ])('LI-20: %d is %d cents', (amount, cents) => {
    expect(toCents(amount)).toBe(cents);
  });
});

describe('formatted money', () => {
  it.each([
    [123_450, 'USD', '$1,234.50'],
    [123_450, 'CAD', 'CA$1,234.50'],
    [123_450, 'GBP', '£1,234.50'],
    [123_450, 'EUR', '€1.234,50'],
    [-123_450, 'USD', '-$1,234.50'],
    [-5, 'EUR', '-€0,05'],
    [0, 'USD', '$0.00'],
    [100, 'USD', '$1.00'],
    [99_999, 'USD', '$999.99'],
    [999_999_999_999, 'EUR', '€9.999.999.999,99'],
    [123_450, 'JPY', 'JPY 1,234.50'],
    [-123_450, 'NZD', '-NZD 1,234.50'],
  ])('LI-34, DEC-48, UX-10: %d cents of %s read %s', (cents, isoCode, text) => {
    expect(formatMoney(cents, isoCode)).toBe(text);
  });

  test('LS-29: formatted amounts can be parsed again in every currency', () => {
    const currency = fc.constantFrom('USD', 'CAD', 'GBP', 'EUR', 'JPY');
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), currency, (cents, isoCode) => {
        expect(parseAmount(formatMoney(cents, isoCode), isoCode)).toBe(cents);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['1234.5', 'USD', 123_450],
    ['1,234.50', 'USD', 123_450],
    ['USD 1,234.5', 'USD', 123_450],
    ['$-12', 'USD', -1200],
    ['- $ 12.', 'USD', -1200],
    ['1.234', 'EUR', 123_400],
    ['1234.56', 'EUR', 123_456],
    ['12,5', 'EUR', 1250],
    ['1.200,00', 'USD', 120_000],
    ['-$1.234.567,89', 'USD', -123_456_789],
    ['1,200.00', 'EUR', 120_000],
    ['1200', 'EUR', 120_000],
    ['-0', 'USD', 0],
  ])('LI-22, LS-29: %s typed in %s is %d cents', (typed, isoCode, cents) => {
    expect(parseAmount(typed, isoCode)).toBe(cents);
  });

  it.each([
    ['', 'USD'],
    ['-', 'USD'],
    ['1.234', 'USD'],
    ['1,23', 'USD'],
    ['12,34.00', 'USD'],
    ['12.5.0', 'USD'],
    ['1.20,00', 'USD'],
    ['1.200,0', 'USD'],
    ['€5', 'USD'],
    ['--5', 'USD'],
    ['-$-5', 'USD'],
    ['1e5', 'USD'],
    ['5 USD', 'USD'],
    ['abc', 'EUR'],
  ])('LI-22, LS-29: %s typed in %s is no amount', (typed, isoCode) => {
    expect(parseAmount(typed, isoCode)).toBeNull();
  });
});
