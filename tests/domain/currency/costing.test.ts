import { describe, expect, test } from 'vitest';
import {
  baseTotalCents,
  costCents,
  costingAtSubmit,
  exchangeDifferenceCents,
  amountForLimitsCents,
  lineConversion,
  shownRate,
} from '#domain/currency/costing';
import type { Costing } from '#domain/currency/costing';
import { convertCents, convertPart, parseRate, rateOn } from '#domain/currency/exchange-rate';
import { formatConverted, formatWithCode } from '#domain/currency/converted-text';
import { costPercent, parsePercent } from '#domain/currency/tax-terms';

const usd = (rate: string, taxes: Costing['taxes'] = {}): Costing => ({
  currency: 'USD',
  base: 'CAD',
  rate,
  taxes,
});
/** The cost of a part of a line, after `beforeCents` of it. */
const costOf = (costing: Costing | null, lineNumber: number, cents: number, own: Partial<Part> = {}) => {
  const { taxCode = null, beforeCents = 0 } = own;
  const conversion = lineConversion(costing, { lineNumber, taxCode });
  return costCents(beforeCents + cents, conversion) - costCents(beforeCents, conversion);
};
interface Part {
  taxCode: string;
  beforeCents: number;
}

describe('exchange rates', () => {
  test('CURR-02: a rate is an exact decimal above zero with at most ten decimals', () => {
    expect(['1.360', '01.5', '0.0000000001', '1'].map(parseRate)).toEqual([
      '1.36',
      '1.5',
      '0.0000000001',
      '1',
    ]);
    const wrong = ['0', '0.000', '-1', '1,36', '1e3', '', '.5', '0.00000000001', '1234567890', 'USD'];
    expect(wrong.map(parseRate)).toEqual(wrong.map(() => null));
  });

  test('CURR-03: a conversion is exact, and rounds half away from zero', () => {
    expect(convertCents(1_000_000, { rate: '1.36', currency: 'CAD' })).toBe(1_360_000);
    expect(convertCents(1, { rate: '0.5', currency: 'CAD' })).toBe(1);
    expect(convertCents(-1, { rate: '0.5', currency: 'CAD' })).toBe(-1);
    expect(convertCents(999_999_999_999, { rate: '1.0000000001', currency: 'CAD' })).toBe(1_000_000_000_099);
  });

  test('CURR-03: yen has no smaller unit', () => {
    expect(convertCents(10_050, { rate: '150.337', currency: 'JPY' })).toBe(1_510_900);
    expect(convertCents(10_050, { rate: '150.337', currency: 'USD' })).toBe(1_510_887);
    expect(formatWithCode(1_510_900, 'JPY')).toBe('JPY 15,109');
  });

  test('CURR-04: parts of 100.00 at 1.335 relieve 44.50, 44.49 and 44.51, which is 133.50', () => {
    const at = { rate: '1.335', currency: 'CAD' };
    expect(convertCents(10_000, at)).toBe(13_350);
    expect([convertPart(0, 3333, at), convertPart(3333, 3333, at), convertPart(6666, 3334, at)]).toEqual([
      4450, 4449, 4451,
    ]);
  });

  test('CURR-05: the newest rate applies that is not later than the day', () => {
    const rates = [
      { day: '2018-03-01', rate: '1.3' },
      { day: '2018-03-10', rate: '1.4' },
    ];
    expect(['2018-02-28', '2018-03-01', '2018-03-09', '2018-03-10'].map((day) => rateOn(rates, day))).toEqual(
      [null, '1.3', '1.3', '1.4'],
    );
  });
});

describe('costs', () => {
  test('CURR-12: base CAD, order 10,000 at 1.36, change order 2,000 at 1.38', () => {
    const approved = costingAtSubmit(null, usd('1.36'), 0);
    expect(baseTotalCents(approved, 1_000_000, [])).toBe(1_360_000);
    const changed = costingAtSubmit(approved, usd('1.38'), 1);
    const lines = [
      { lineNumber: 1, totalCents: 1_000_000 },
      { lineNumber: 2, totalCents: 200_000 },
    ];
    expect(baseTotalCents(changed, 1_200_000, lines)).toBe(1_360_000 + 276_000);
    expect(costOf(changed, 2, 200_000)).toBe(276_000);
    // An invoice of 4,000 at 1.40 is approved, one of 1,000 at 1.39 is in approval.
    const relieved = costOf(changed, 1, 400_000);
    const inProgress = costOf(changed, 1, 100_000, { beforeCents: 400_000 });
    const invoiced = costOf(usd('1.4'), 1, 400_000);
    const claimed = costOf(usd('1.39'), 1, 100_000);
    expect([1_360_000 - relieved, inProgress, invoiced]).toEqual([816_000, 136_000, 560_000]);
    // Waiting: the change order and the exchange difference of the invoice in approval.
    expect(276_000 + claimed - inProgress).toBe(279_000);
    const first = { lineNumber: 1, taxCode: null };
    const difference = exchangeDifferenceCents(
      400_000,
      lineConversion(usd('1.4'), first),
      lineConversion(changed, first),
    );
    expect(difference).toBe(16_000);
    const [budget, committed] = [2_000_000, 1_360_000 - relieved];
    expect(budget - invoiced - committed).toBe(624_000);
    expect(budget - invoiced - committed - 279_000).toBe(345_000);
    // All approved.
    expect(invoiced + claimed).toBe(699_000);
    expect(baseTotalCents(changed, 1_200_000, lines)! - relieved - inProgress).toBe(956_000);
  });

  test('CURR-13: another tax of the invoice is no exchange difference, and neither is another currency', () => {
    const order = { rate: '1.36', currency: 'CAD', addedPercent: '0' };
    const taxed = { ...order, addedPercent: '8' };
    expect(exchangeDifferenceCents(400_000, taxed, order)).toBe(0);
    expect(exchangeDifferenceCents(400_000, { ...taxed, rate: '1.4' }, order)).toBe(17_280);
    expect(exchangeDifferenceCents(400_000, { ...order, currency: 'EUR' }, order)).toBe(0);
    expect(exchangeDifferenceCents(400_000, order, null)).toBe(0);
  });

  test('CURR-11: a change order that is submitted again keeps the rate of the approved lines', () => {
    const first = costingAtSubmit(usd('1.36'), usd('1.38'), 1);
    const again = costingAtSubmit(first, usd('1.4'), 1);
    expect(again).toEqual({ ...usd('1.4'), earlier: [{ lines: 1, rate: '1.36', taxes: {} }] });
    const second = costingAtSubmit(again, usd('1.41'), 3);
    expect(second.earlier?.map(({ lines, rate }) => [lines, rate])).toEqual([
      [1, '1.36'],
      [3, '1.4'],
    ]);
    expect(costingAtSubmit(usd('1.36'), usd('1.36'), 2)).toEqual(usd('1.36'));
    expect([shownRate(usd('1.36')), shownRate(second)]).toEqual(['1.36', null]);
  });

  test('CURR-11: lines that were approved before there was a base currency keep their first rate', () => {
    const first = costingAtSubmit(null, usd('1.36'), 1);
    expect(first.earlier).toEqual([{ lines: 1, rate: '1.36', taxes: {} }]);
    expect(costingAtSubmit(first, usd('1.5'), 1).earlier).toEqual(first.earlier);
    const otherBase = { ...usd('0.9'), base: 'EUR' };
    expect(costingAtSubmit(first, otherBase, 1).earlier).toEqual([{ lines: 1, rate: '0.9', taxes: {} }]);
  });

  test('CURR-21: 8 % tax that is not recoverable is part of the cost', () => {
    const percent = costPercent({ rate: '8', recoverable: '0' });
    const costing: Costing = { currency: 'USD', base: null, rate: '1', taxes: { HST: percent } };
    const cost = (cents: number, beforeCents = 0) =>
      costOf(costing, 1, cents, { taxCode: 'HST', beforeCents });
    expect([cost(600_000, 400_000), cost(100_000, 400_000)]).toEqual([648_000, 108_000]);
    const [committed, waiting, invoiced] = [cost(600_000, 400_000), cost(200_000), cost(400_000)];
    expect([waiting, invoiced]).toEqual([216_000, 432_000]);
    expect(1_500_000 - committed - invoiced).toBe(420_000);
    expect(1_500_000 - committed - invoiced - waiting).toBe(204_000);
    expect(costOf(costing, 1, 600_000)).toBe(600_000);
    expect(costOf(null, 1, 600_000, { taxCode: 'HST' })).toBe(600_000);
  });

  test('CURR-20: percentages are exact, and the recoverable share lowers the cost', () => {
    expect(costPercent({ rate: '9.975', recoverable: '50' })).toBe('4.9875');
    expect(costPercent({ rate: '5', recoverable: '100' })).toBe('0');
    expect(['0', '100', '9.9750', '100.1', '-1', '1.00001', ''].map(parsePercent)).toEqual([
      '0',
      '100',
      '9.975',
      null,
      null,
      null,
      null,
    ]);
  });

  test('CURR-30: limits compare the total in the base currency, and without one the total itself', () => {
    expect(amountForLimitsCents({ totalCents: 100, baseTotalCents: 136 })).toBe(136);
    expect(amountForLimitsCents({ totalCents: 100, baseTotalCents: null })).toBe(100);
    expect(baseTotalCents(null, 100, [])).toBeNull();
  });

  test('CURR-33: an amount in the base currency has the original beside it', () => {
    const amount = {
      baseCurrency: 'CAD',
      baseCents: 1_360_000,
      currency: 'USD',
      cents: 1_000_000,
      rate: '1.36',
    };
    expect(formatConverted(amount)).toBe('CAD 13,600.00 (USD 10,000.00 at 1.36)');
    expect(formatConverted({ ...amount, rate: null })).toBe('CAD 13,600.00 (USD 10,000.00 at several rates)');
    expect(formatConverted({ ...amount, currency: 'CAD', cents: 1_360_000, rate: '1' })).toBe(
      'CAD 13,600.00',
    );
  });
});
