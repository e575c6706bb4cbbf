import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyLine } from '#domain/documents/line';
import type { LineDraft } from '#domain/documents/line';
import { orderLineFields, textBoxOf } from '#domain/documents/line-fields';
import { fieldsOf } from '#domain/documents/text-fields';
import {
  withDefaultCodes,
  copied,
  removed,
  restored,
  withCode,
} from '../../../web/src/forms/document/lines/line-edits.ts';
import { lineMove, placeAfter } from '../../../web/src/forms/document/lines/line-navigation.ts';
import { parseCells, isMultiCell } from '../../../web/src/forms/document/lines/clipboard-cells.ts';
import {
  isUntouched,
  itemTypeOf,
  itemTypes,
  typedItem,
  unitCostLabel,
  withRental,
} from '../../../web/src/forms/purchase-order/item-types.ts';
import { pastedOrderLines as parsePastedLines } from '../../../web/src/forms/purchase-order/pasted-lines.ts';
import type { AccountField } from '#domain/reference-data/reference-data-response';

const line = (part: Partial<LineDraft> = {}): LineDraft => ({ ...emptyLine('k'), ...part });

function field(type: string, codes: readonly string[]): AccountField {
  return {
    header: type,
    config_type: type,
    part_config_id: `P-${type}`,
    account_parts: codes.map((id_code, part_order) => ({
      account_part_id: `A-${id_code}`,
      part_config_id: `P-${type}`,
      id_code,
      description: '',
      part_order,
      is_active: true,
      is_asset: false,
      is_header: false,
      is_insurance: false,
      rollup_account_part_id: null,
    })),
  };
}

describe('editing lines', () => {
  test('LI-10: every item type can be chosen and read back', () => {
    for (const { id } of itemTypes) expect(itemTypeOf(typedItem(id))).toBe(id);
  });

  test('LI-09: the unit cost of a rental is labelled as its total', () => {
    expect(unitCostLabel('PURCHASE')).toBe('Unit Cost');
    expect(unitCostLabel('RENTAL')).toBe('Total Rental Cost');
  });

  test('LI-11: a copy is a new line directly below with the same values', () => {
    const lines = [line({ keyId: 'a', id: '1', description: 'Tape' }), line({ keyId: 'b' })];
    const after = copied(lines, 0, 'c');
    expect(after.map(({ keyId }) => keyId)).toEqual(['a', 'c', 'b']);
    expect(after[1]).toMatchObject({ id: null, description: 'Tape' });
    expect(removed(after, 1)).toEqual(lines);
    expect(restored(removed(after, 0), 0, line({ keyId: 'a', id: '1', description: 'Tape' }))).toEqual(after);
  });

  test('LI-24: the weeks of a rental become its quantity only if the show is set to that', () => {
    const change = { ...typedItem('RENTAL-WEEKLY'), rentalStart: '2026-12-01', rentalEnd: '2026-12-14' };
    const on = withRental(line({ quantity: 7 }), change, { updateRentalQuantity: true, locked: false });
    const off = withRental(line({ quantity: 7 }), change, { updateRentalQuantity: false, locked: false });
    expect([on.quantity, off.quantity]).toEqual([2, 7]);
  });

  test('LI-29: the only code of a column is filled in with its account', () => {
    const coded = withDefaultCodes(line(), { fields: [field('ACCOUNT', ['2310'])], allowed: {} });
    expect(coded).toMatchObject({ coding: { ACCOUNT: '2310' }, coaExternalId: 'A-2310' });
  });

  test('LI-30: a code that the department may not use is removed', () => {
    const fields = [field('ACCOUNT', ['2310', '2400', '2500'])];
    const coded = withDefaultCodes(line({ coding: { ACCOUNT: '2310' }, coaExternalId: 'A-2310' }), {
      fields,
      allowed: { ACCOUNT: ['2400', '2500'] },
    });
    expect(coded).toMatchObject({ coding: {}, coaExternalId: null });
  });

  test('LI-33: codes stay unchanged while the chart is missing', () => {
    const before = line({ coding: { ACCOUNT: '2310' } });
    expect(withDefaultCodes(before, { fields: null, allowed: { ACCOUNT: ['9'] } })).toBe(before);
  });

  test('LI-28: clearing a code removes its account', () => {
    const fields = [field('ACCOUNT', ['2310', '2400'])];
    const coded = withCode(line(), 'ACCOUNT', '2400', fields);
    expect(coded.coaExternalId).toBe('A-2400');
    expect(withCode(coded, 'ACCOUNT', '', fields)).toMatchObject({ coding: {}, coaExternalId: null });
  });

  test('LI-03: a new line has quantity one, no cost and no codes', () => {
    const fresh = emptyLine('n');
    expect(fresh).toMatchObject({ quantity: 1, unitCost: 0, coding: {}, description: '' });
    expect(isUntouched(fresh)).toBe(true);
  });

  test.each([
    { name: 'description', text: 'Sofas' },
    ...fieldsOf(orderLineFields).flatMap(({ name }) =>
      textBoxOf(orderLineFields, name) ? [{ name, text: 'A' }] : [],
    ),
    { name: 'unitCost', text: 3 },
  ])('LI-03: a new line with a $name has input', ({ name, text }) => {
    expect(isUntouched({ ...emptyLine('n'), [name]: text })).toBe(false);
  });
});

describe('keys of the line table', () => {
  const key = (name: string, part = {}) =>
    lineMove({ key: name, shiftKey: false, inPicker: false, withModifier: false, ...part });

  test('DEC-80: Enter and ArrowDown go down, ArrowUp goes up, Escape leaves', () => {
    expect(['Enter', 'ArrowDown', 'ArrowUp', 'Escape', 'a'].map((name) => key(name))).toEqual([
      'next',
      'next',
      'previous',
      'leave',
      null,
    ]);
  });

  test('DEC-80: a list keeps its arrow keys, and keys with modifiers stay shortcuts', () => {
    expect(key('ArrowDown', { inPicker: true })).toBeNull();
    expect(key('Enter', { inPicker: true })).toBeNull();
    expect(key('Enter', { withModifier: true })).toBeNull();
  });

  test('LI-08: moves stay in the table; Enter on the last line adds one', () => {
    const last = { row: 2, cell: 'description' };
    expect(placeAfter('next', last, 3, true)).toEqual({ row: 3, cell: 'description' });
    expect(placeAfter('next', last, 3, false).row).toBe(2);
    expect(placeAfter('previous', { row: 0, cell: null }, 3, false).row).toBe(0);
  });
});

describe('rows pasted from a spreadsheet', () => {
  const context = {
    currency: 'USD',
    dateFormat: 'MM_DD_YYYY' as const,
    today: '2026-11-21',
    newKey: () => 'k',
    coding: { fields: [field('ACCOUNT', ['2301', '2302'])], allowed: {} },
    taxCodes: [{ code: 'GST', description: 'Goods and services tax' }],
    updateRentalQuantity: false,
    lockedLineCount: 0,
    codesAsOf: null,
  };
  const valuesOf = (text: string, currency = 'USD') =>
    parsePastedLines(text, { ...context, currency }).map(({ quantity, unitCost, description }) => [
      quantity,
      unitCost,
      description,
    ]);

  test('LI-08: headers identify the columns in any order', () => {
    expect(valuesOf('Description\tUnit Cost\tQty\nGaffer tape\t$12.50\t3\nLadder\t1,250.00\t1')).toEqual([
      [3, 12.5, 'Gaffer tape'],
      [1, 1250, 'Ladder'],
    ]);
  });

  test('LI-08: without headers the content identifies the columns; a single number is the cost', () => {
    expect(valuesOf('3\tGaffer tape\t12.50\n1\tLadder\t1,250.00')).toEqual([
      [3, 12.5, 'Gaffer tape'],
      [1, 1250, 'Ladder'],
    ]);
    expect(valuesOf('Ladder\t99.90')).toEqual([[1, 99.9, 'Ladder']]);
  });

  test('LI-16, DEC-49: all dates of a sheet are read in one order, which is detected if the user\u2019s does not fit', () => {
    const days = (...cells: string[]) =>
      parsePastedLines(cells.map((cell) => `Crane\t${cell}\t10`).join('\n'), context).map(
        ({ rentalStart }) => rentalStart,
      );
    expect(days('05.12.2026', '24.12.2026')).toEqual(['2026-12-05', '2026-12-24']);
    expect(days('12/05/2026', '12/24/2026')).toEqual(['2026-12-05', '2026-12-24']);
    expect(days('2026-12-05', '24/12/2026')).toEqual(['2026-12-05', '2026-12-24']);
    // A text that is no date in any order does not become one.
    expect(parsePastedLines('Item\tStart\nCrane\t32/13/2026', context)[0]).toMatchObject({
      acquisitionType: 'PURCHASE',
      rentalStart: '',
    });
  });

  test('LI-21, LI-22: a pasted number beyond the limit leaves the field empty', () => {
    expect(valuesOf('Qty\tItem\tCost\n12345678\tTape\t1\n999999\tTape\t-99999999999999')).toEqual([
      [null, 1, 'Tape'],
      [999_999, null, 'Tape'],
    ]);
  });

  test('LI-22: credits may come in brackets, as accountants write them', () => {
    expect(valuesOf('Item\tCost\nDiscount\t(25.00)')).toEqual([[1, -25, 'Discount']]);
  });

  test('LI-22: amounts are read with either separators, with or without currency, positive or negative', () => {
    const costs = (cells: string[], currency: string) =>
      valuesOf(`Item\tCost\n${cells.map((cell) => `A\t${cell}`).join('\n')}`, currency).map(
        ([, cost]) => cost,
      );
    expect(
      costs(
        ['1.234,50', '€ 12,5', '1.234.567', '1\u202f234,50', '-$3.00', '(4,00)', '5.25-', '\u22126'],
        'USD',
      ),
    ).toEqual([1234.5, 12.5, 1_234_567, 1234.5, -3, -4, -5.25, -6]);
    expect(costs(['1.234', '1,5', '1,234.50', 'EUR 7', "1'000,10"], 'EUR')).toEqual([
      1234, 1.5, 1234.5, 7, 1000.1,
    ]);
    expect(costs(['CA$9.10', '12.345', 'free', '--3'], 'CAD')).toEqual([9.1, 12.35, 0, 0]);
  });

  test('LI-21: quantities with decimals keep their value', () => {
    expect(valuesOf('Item\tQty\nA\t1,5\nB\t1,000\nC\t2.00')).toEqual([
      [1.5, 0, 'A'],
      [1000, 0, 'B'],
      [2, 0, 'C'],
    ]);
  });

  test('LI-10, LI-23: without headers rentals are identified by type and dates, and their days give the quantity', () => {
    const text = 'Crane\tRental, weekly\t12/01/2026\t12/14/2026\t$900.00\nLadder\tPurchase\t\t\t80';
    const [crane, ladder] = parsePastedLines(text, { ...context, updateRentalQuantity: true });
    expect(crane).toMatchObject({
      rentalType: 'WEEKLY',
      rentalEnd: '2026-12-14',
      quantity: 2,
      unitCost: 900,
    });
    expect(ladder).toMatchObject({ acquisitionType: 'PURCHASE', quantity: 1, unitCost: 80 });
  });

  test('LI-29: headers identify codes and tax codes; unknown codes are left out', () => {
    const text = 'Item\tACCOUNT\tTax\nA\t2302 Rentals\tgst\nB\t9999\tVAT';
    const [known, unknown] = parsePastedLines(text, context);
    expect(known).toMatchObject({ coding: { ACCOUNT: '2302' }, coaExternalId: 'A-2302', taxCode: 'GST' });
    expect(unknown).toMatchObject({ coding: {}, coaExternalId: null, taxCode: null });
  });

  test('LI-16: dates make a line a rental', () => {
    const [rental] = parsePastedLines('Item\tStart\tEnd\nCrane\t12/01/2026\t2026-12-14', context);
    expect(rental).toMatchObject({
      acquisitionType: 'RENTAL',
      rentalType: 'DAILY',
      rentalStart: '2026-12-01',
      rentalEnd: '2026-12-14',
    });
  });

  test('LI-12: an invalid, zero or negative quantity becomes one', () => {
    expect(valuesOf('Item\tQty\nA\tmany\nB\t0\nC\t-4')).toEqual([
      [1, 0, 'A'],
      [1, 0, 'B'],
      [1, 0, 'C'],
    ]);
  });

  test('LI-08: quoted cells may contain tabs, quotes and line breaks', () => {
    expect(parseCells('"a ""b""\tc"\t2\r\n"two\nlines"\t3\n')).toEqual([
      ['a "b"\tc', '2'],
      ['two lines', '3'],
    ]);
  });

  test('LI-08: a single cell is not a range', () => {
    expect(isMultiCell('tape')).toBe(false);
    expect(isMultiCell('tape\n')).toBe(false);
    expect(isMultiCell('tape\t2')).toBe(true);
  });

  test('LI-08: every pasted text gives lines with a valid quantity and cost', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const pasted of parsePastedLines(text, context)) {
          expect(pasted.quantity).toBeGreaterThan(0);
          expect(Number.isFinite(pasted.unitCost)).toBe(true);
        }
      }),
    );
  });
});
