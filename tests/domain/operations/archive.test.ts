import { expect, test } from 'vitest';
import { archiveFolder, uniqueFileName } from '#domain/operations/archive';

test('two invoices of one number, of vendors with long names, have folders of their own', () => {
  const vendor = 'The Very Long Company '.repeat(10);
  const folder = (id: string) => archiveFolder({ id, type: 'INVOICE', number: '2026-117', vendor });
  expect(folder('nlite_aaaaaa')).toMatch(/^invoices\/2026-117 aaaaaa The Very Long Company .{1,70}\/$/);
  expect(folder('nlite_bbbbbb')).not.toBe(folder('nlite_aaaaaa'));
});

test('files of one name, in whatever case, have names of their own', () => {
  const taken = new Set<string>();
  const names = ['quote.pdf', 'quote.pdf', 'Quote.PDF', 'quote'].map((name) => uniqueFileName(name, taken));
  expect(names).toEqual(['quote.pdf', 'quote (2).pdf', 'Quote (3).PDF', 'quote']);
});
