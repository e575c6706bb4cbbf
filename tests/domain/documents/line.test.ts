import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyLine, lineDraft, storedLines, totalCents } from '#domain/documents/line';
import { givenLine, givenSavedLine } from '../purchase-orders/fixtures.ts';

describe('stored lines', () => {
  test('LI-03, LI-04: a new row has quantity 1 and no cost', () => {
    expect(emptyLine('k')).toMatchObject({
      keyId: 'k',
      quantity: 1,
      unitCost: 0,
      acquisitionType: 'PURCHASE',
    });
  });

  test('LI-04, LI-20, DEC-51: stored lines have cents, hundredths and numbers from 1', () => {
    const lines = storedLines([
      givenLine({ quantity: 1.43, unitCost: 350 }),
      givenLine({ description: ' Nails ' }),
    ]);
    expect(lines).toMatchObject([
      { lineNumber: 1, quantityHundredths: 143, unitCostCents: 35_000, totalCents: 50_050 },
      { lineNumber: 2, quantityHundredths: 200, unitCostCents: 1050, totalCents: 2100, description: 'Nails' },
    ]);
  });

  test('LI-02: a purchase has no rental fields', () => {
    const days = { rentalType: 'WEEKLY', rentalStart: '2026-03-01', rentalEnd: '2026-03-08' } as const;
    const [bought, rented] = storedLines([
      givenLine(days),
      givenLine({ ...days, acquisitionType: 'RENTAL' }),
    ]);
    expect(bought).toMatchObject({ rentalType: 'UNDEFINED', rentalStart: null, rentalEnd: null });
    expect(rented).toMatchObject(days);
  });

  test('DEC-52: an emptied code is dropped', () => {
    expect(storedLines([givenLine({ coding: { ACCOUNT: '', EPISODE: '101' } })])[0]?.coding).toEqual({
      EPISODE: '101',
    });
  });

  test('LI-01: a saved line survives a round trip through the form', () => {
    const saved = givenSavedLine({ rentalStart: null });
    expect(storedLines([lineDraft(saved)])[0]).toMatchObject({
      id: saved.id,
      totalCents: 2100,
      coding: saved.coding,
      taxCode: saved.taxCode,
      coaExternalId: saved.coaExternalId,
    });
  });

  test('LI-37: the total is the sum of the rounded lines', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 999_999 }),
      cents: fc.integer({ min: -999_999, max: 999_999 }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const drafts = lines.map(({ quantity, cents }) => ({
          quantity: quantity / 100,
          unitCost: cents / 100,
        }));
        const sum = storedLines(drafts.map(givenLine)).reduce(
          (total, stored) => total + stored.totalCents,
          0,
        );
        expect(totalCents(drafts)).toBe(sum);
      }),
    );
  });
});
