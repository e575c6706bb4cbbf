import { expect, test } from 'vitest';
import { archiveFolder, uniqueFileName } from '#domain/operations/archive';

test('two invoices with the same number and long vendor names have different folders', () => {
  const vendor = 'The Very Long Company '.repeat(10);
  const folder = (id: string) => archiveFolder({ id, type: 'INVOICE', number: '2026-117', vendor });
  expect(folder('nlite_aaaaaa')).toMatch(/^invoices\/2026-117 aaaaaa The Very Long Company .{1,70}\/$/);
  expect(folder('nlite_bbbbbb')).not.toBe(folder('nlite_aaaaaa'));
});

test('files with the same name in any case get different names', () => {
  const takenNames = new Set<string>();
  const names = ['quote.pdf', 'quote.pdf', 'Quote.PDF', 'quote'].map((name) =>
    uniqueFileName(name, takenNames),
  );
  expect(names).toEqual(['quote.pdf', 'quote (2).pdf', 'Quote (3).PDF', 'quote']);
});
