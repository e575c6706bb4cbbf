import { expect, test } from 'vitest';
import { exportColumns } from '#domain/lists/list-export';
import type { ExportRows } from '#domain/lists/list-export';

const row = (own: object) => own as ExportRows['PO'];

test('VIEW-50: a base currency adds the total in it after the total and its currency', () => {
  const columns = exportColumns('PO', ['DESCRIPTION', 'TOTAL', 'STATUS'], '2026-11-30', 'USD');
  expect(columns.map(({ header }) => header)).toEqual([
    'Description',
    'Total',
    'Currency',
    'Total in USD',
    'Status',
  ]);
  const inUsd = columns[3]!;
  const baseTotal = { currency: 'USD', total: 3_163.94, rate: '0.7258' };
  expect(inUsd.value(row({ totalCost: 4_359.25, currency: 'CAD', baseTotal }))).toBe(316_394);
  expect(inUsd.value(row({ totalCost: 12.5, currency: 'USD' }))).toBe(1_250);
  expect(inUsd.value(row({ totalCost: 12.5, currency: 'EUR' }))).toBeNull();
});

test('VIEW-50: a show without a base currency has no such column, nor has a list without the total', () => {
  const names = (ids: Parameters<typeof exportColumns>[1], base: string | null) =>
    exportColumns('PO', ids, '2026-11-30', base).map(({ header }) => header);
  expect(names(['TOTAL'], null)).toEqual(['Total', 'Currency']);
  expect(names(['REMAINING'], 'USD')).toEqual(['Remaining', 'Currency']);
});
