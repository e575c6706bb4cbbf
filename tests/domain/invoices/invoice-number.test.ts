import { describe, expect, test } from 'vitest';
import { invoiceNumberKey } from '#domain/invoices/invoice-number';

const same = (one: string, other: string) => invoiceNumberKey(one) === invoiceNumberKey(other);

describe('normalized invoice numbers', () => {
  test.each([
    ['case', 'INV-100', 'inv-100'],
    ['blanks', 'INV 100', '  INV  100 '],
    ['a no-break space', 'INV 100', 'INV\u00A0100'],
    ['a thin space', 'INV 100', 'INV\u2009100'],
    ['no dash at all', 'INV-100', 'INV100'],
    ['an en dash', 'INV-100', 'INV–100'],
    ['a minus sign', 'INV-100', 'INV\u2212100'],
    ['a soft hyphen', 'INV100', 'INV\u00AD100'],
    ['a zero-width space', 'INV100', 'INV\u200B100'],
    ['a zero-width joiner', 'INV100', 'INV\u200D100'],
    ['a byte order mark', 'INV100', '\uFEFFINV100'],
    ['a direction mark', 'INV100', 'INV\u200E100'],
    ['full-width letters and digits', 'INV100', 'ＩＮＶ１００'],
    ['Cyrillic capitals', 'CAB-100', 'САВ-100'],
    ['Cyrillic small letters', 'cab-pe', 'саb-ре'],
    ['Greek capitals', 'KTM-7', 'ΚΤΜ-7'],
    ['a Greek small letter', 'inv7', 'inν7'],
    ['an accent', 'INV-E1', 'INV-É1'],
    ['O for 0', '100', '1OO'],
    ['l for 1', '1001', '100l'],
    ['I for 1', '1001', 'I00I'],
    ['a bar for 1', '1001', '|00|'],
    ['a mathematical digit', '77', '𝟕𝟕'],
  ])('DEC-37: %s makes no difference', (_, one, other) => {
    expect(same(one, other)).toBe(true);
  });

  test.each([
    ['INV-100', 'INV-101'],
    ['INV-100', 'INV-1000'],
    ['A-1', 'B-1'],
    ['12/3', '123'],
    ['1.2', '12'],
    ['2S', '25'],
    ['---', '--'],
  ])('DEC-37: %s and %s are different numbers', (one, other) => {
    expect(same(one, other)).toBe(false);
  });

  test('DEC-37: normalizing is idempotent', () => {
    for (const number of ['INV-100', 'ΚΤΜ | 7', '---', ' ', 'ß-1']) {
      expect(invoiceNumberKey(invoiceNumberKey(number))).toBe(invoiceNumberKey(number));
    }
  });
});
