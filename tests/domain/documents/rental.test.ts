import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { quantityAfterRental, rentalQuantity, withAmount } from '#domain/documents/rental';
import { rentalCalculation, unitCostHeader } from '#domain/documents/rental-text';

describe('rental quantity', () => {
  it.each([
    ['LI-24', 'DAILY', '2026-03-01', '2026-03-10', 10],
    ['LI-25', 'WEEKLY', '2026-03-01', '2026-03-10', 1.43],
    ['LI-25', 'WEEKLY', '2026-03-01', '2026-03-14', 2],
    ['LI-25', 'MONTHLY', '2026-03-01', '2026-03-31', 1.03],
    ['LI-25', 'MONTHLY', '2026-03-01', '2026-04-14', 1.5],
    ['LI-25', 'EPISODIC', '2026-03-01', '2026-04-14', 1],
    ['LI-25', 'UNDEFINED', '2026-03-01', '2026-04-14', 1],
    ['LI-26', 'DAILY', '2026-03-10', '2026-03-10', 1],
    ['LI-26', 'WEEKLY', '2026-03-10', '2026-03-10', 1],
    ['LI-26', 'DAILY', '2026-03-11', '2026-03-10', 1],
  ] as const)('%s: %s from %s to %s counts %d', (_id, type, start, end, quantity) => {
    expect(rentalQuantity(type, start, end)).toBe(quantity);
  });

  test('LI-24, LI-25, DEC-50: inclusive days are divided exactly and rounded half up to two decimals', () => {
    const unit = { DAILY: 1n, WEEKLY: 7n, MONTHLY: 30n, EPISODIC: null, UNDEFINED: null } as const;
    const types = fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'EPISODIC', 'UNDEFINED');
    const dayOf = (n: number) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
    const day = fc.integer({ min: 0, max: 1500 });
    fc.assert(
      fc.property(types, day, day, (type, from, to) => {
        const days = BigInt(to - from + 1);
        const per = unit[type];
        // floor(x + 1/2) on exact integers.
        const hundredths = per === null || from >= to ? 100n : (2n * 100n * days + per) / (2n * per);
        expect(rentalQuantity(type, dayOf(from), dayOf(to))).toBe(Number(hundredths) / 100);
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('when it is recomputed', () => {
  const rental = {
    acquisitionType: 'RENTAL',
    rentalType: 'DAILY',
    rentalStart: '2026-03-01',
    rentalEnd: '2026-03-05',
    quantity: 9,
  } as const;
  it.each([
    { when: 'the setting is on', line: rental, on: true, locked: false, quantity: 5 },
    { when: 'the setting is off', line: rental, on: false, locked: false, quantity: 9 },
    { when: 'a change order locks the line', line: rental, on: true, locked: true, quantity: 9 },
    {
      when: 'the line is bought',
      line: { ...rental, acquisitionType: 'PURCHASE' as const },
      on: true,
      locked: false,
      quantity: 9,
    },
    { when: 'a day is missing', line: { ...rental, rentalEnd: '' }, on: true, locked: false, quantity: 9 },
  ])('LI-23, DEC-50: $quantity when $when', ({ line, on: isEnabled, locked, quantity }) => {
    expect(quantityAfterRental(line, { updateRentalQuantity: isEnabled, locked })).toBe(quantity);
  });
});

describe('LI-04, LI-09: the amount of a rental', () => {
  const rental = { acquisitionType: 'RENTAL', rentalType: 'WEEKLY', quantity: 2, unitCost: 600 } as const;

  test.each([
    ['WEEKLY', 2, '$600.00 × 2 weeks = $1,200.00'],
    ['WEEKLY', 1, '$600.00 × 1 week = $600.00'],
    ['DAILY', 3, '$600.00 × 3 days = $1,800.00'],
    ['MONTHLY', 1.5, '$600.00 × 1.5 months = $900.00'],
    ['EPISODIC', 1, '$600.00 × 1 episode = $600.00'],
    ['UNDEFINED', 2, '$600.00 × 2 = $1,200.00'],
  ] as const)('LI-04: a rental by %s of %s is calculated in its own unit', (rentalType, quantity, text) => {
    expect(rentalCalculation({ ...rental, rentalType, quantity }, 'USD')).toBe(text);
  });

  test('LI-04: a purchase, or a rental without a cost, has no calculation', () => {
    expect(rentalCalculation({ ...rental, acquisitionType: 'PURCHASE' }, 'USD')).toBe('');
    expect(rentalCalculation({ ...rental, unitCost: null }, 'USD')).toBe('');
  });

  test('LI-04: an amount sets the unit cost where the quantity divides it exactly', () => {
    expect(withAmount({ quantity: 3, unitCost: 1 }, 30_000)).toEqual({ quantity: 3, unitCost: 100 });
    expect(withAmount({ quantity: 1.5, unitCost: 1 }, 90_000)).toEqual({ quantity: 1.5, unitCost: 600 });
    expect(withAmount({ quantity: 2, unitCost: 1 }, -500)).toEqual({ quantity: 2, unitCost: -2.5 });
  });

  test('LI-04: an amount that does not divide becomes one unit', () => {
    expect(withAmount({ quantity: 3, unitCost: 1 }, 10_000)).toEqual({ quantity: 1, unitCost: 100 });
    expect(withAmount({ quantity: null, unitCost: 1 }, 500)).toEqual({ quantity: 1, unitCost: 5 });
  });

  test('LI-09: the column header fits all lines', () => {
    const bought = { acquisitionType: 'PURCHASE' } as const;
    expect(unitCostHeader([])).toBe('Unit Cost');
    expect(unitCostHeader([bought])).toBe('Unit Cost');
    expect(unitCostHeader([rental])).toBe('Total Rental Cost');
    expect(unitCostHeader([bought, rental])).toBe('Unit / Rental Cost');
  });
});
