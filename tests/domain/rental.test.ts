import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { quantityAfterRental, rentalQuantity } from '#domain/rental';

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

  test('LI-25, DEC-50: weeks and months are days divided, half up to two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4000 }), (days) => {
        const end = new Date(Date.parse('2026-01-01') + (days - 1) * 86_400_000).toISOString().slice(0, 10);
        expect(rentalQuantity('DAILY', '2026-01-01', end)).toBe(days);
        expect(Math.abs(rentalQuantity('WEEKLY', '2026-01-01', end) - days / 7)).toBeLessThanOrEqual(
          0.005 + 1e-9,
        );
        expect(Math.abs(rentalQuantity('MONTHLY', '2026-01-01', end) - days / 30)).toBeLessThanOrEqual(
          0.005 + 1e-9,
        );
      }),
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
  ])('LI-23, DEC-50: $quantity when $when', ({ line, on, locked, quantity }) => {
    expect(quantityAfterRental(line, { updateRentalQuantity: on, locked })).toBe(quantity);
  });
});
