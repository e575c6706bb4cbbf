import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { changesOnlyCoding, lineUpdate, updatedLine } from '#domain/purchase-orders/line-update';
import { givenLine } from './fixtures.ts';

describe('LI-36, DEC-51: one line', () => {
  test('DEC-51: absent fields stay, and the sent key and total are ignored', () => {
    const line = givenLine({ id: 'l1', taxCode: 'T1' });
    const update = v.parse(lineUpdate, { id: 'l1', quantity: 7, keyId: 'other', totalCost: 1 });
    expect(updatedLine(line, update)).toEqual({ ...line, quantity: 7 });
  });

  test('LI-36: an invalid amount becomes null, and the rules report it', () => {
    expect(v.parse(lineUpdate, { id: 'l1', unitCost: 'free' }).unitCost).toBeNull();
  });

  test('DEC-51: an update needs an id', () => {
    expect(v.safeParse(lineUpdate, { quantity: 7 }).success).toBe(false);
  });

  const line = givenLine({ id: 'l1', coding: { ACCOUNT: '2310' }, description: 'Lumber' });
  test.each([
    ['its codes', { coding: { ACCOUNT: '2320' } }, true],
    ['its external id', { coaExternalId: 'part' }, true],
    ['its episode and tax code', { episode: '101', taxCode: null }, true],
    ['blanks around its description', { description: ' Lumber ' }, true],
    ['days of a purchase, which has none', { rentalStart: '2026-01-01' }, true],
    ['its description', { description: 'Wood' }, false],
    ['its quantity', { quantity: 3 }, false],
    ['its unit cost', { unitCost: 10.51 }, false],
    ['an amount that is none', { unitCost: null }, false],
    ['its kind', { acquisitionType: 'RENTAL' as const }, false],
  ])('DEC-51: an approver may change %s: %j is %s', (_name, change, allowed) => {
    expect(changesOnlyCoding(line, updatedLine(line, { id: 'l1', ...change }))).toBe(allowed);
  });
});
