import { describe, expect, test } from 'vitest';
import { canonicalContent } from '#domain/history/content';
import type { Content, ContentRow } from '#domain/history/content';
import { missingFileIds, mustRestart } from '#domain/history/content-change';

const vendor = {
  id: 'v1',
  name: 'Grip House',
  isTemporary: false,
  tempVendorId: null,
  contact: 'Ann',
  email: 'ann@example.com',
  phoneNumber: '1',
  address: '1 Main Street',
  city: 'Los Angeles',
};

function content(
  header: ContentRow = {},
  { fileIds = ['f1'], copy = {} }: { fileIds?: readonly string[]; copy?: ContentRow } = {},
): Content {
  return canonicalContent({
    document: { vendorId: 'v1', vendorName: 'Grip House', currencyCode: 'USD', totalCents: 1_000, ...header },
    detail: { companyExternalId: 'c1', vendor: { ...vendor, ...copy } },
    lines: [{ id: 'l1', lineNumber: 1, description: 'Dolly', totalCents: 1_000 }],
    files: fileIds.map((fileId) => ({ fileId, label: `${fileId}.pdf`, sha256: fileId })),
  });
}

describe('DEC-40: a changed payee, currency or company, a higher total or a missing file restarts the approval', () => {
  test.each<[string, Content]>([
    ['another vendor', content({ vendorId: 'v2' })],
    ['another temporary vendor record', content({ temporaryVendorId: 't1' })],
    ['another address of the vendor', content({ vendorAddressId: 'a2' })],
    ['another name in the vendor copy', content({}, { copy: { name: 'Grip House Inc' } })],
    ['another address in the vendor copy', content({}, { copy: { city: 'Fresno' } })],
    ['bank details in the vendor copy', content({}, { copy: { bankAccount: '12345' } })],
    ['another payee of a payment', content({ payeeName: 'Grip House' })],
    ['another company', content({ projectCompanyExternalId: 'p2' })],
    ['another currency', content({ currencyCode: 'CAD' })],
    ['a higher total', content({ totalCents: 1_001 })],
    ['a withdrawn file', content({}, { fileIds: [] })],
    ['a replaced file', content({}, { fileIds: ['f2'] })],
  ])('%s', (_, after) => {
    expect(mustRestart(content(), after)).toBe(true);
  });

  test.each<[string, Content]>([
    ['the same content', content()],
    ['a lower total', content({ totalCents: 999 })],
    ['another description', content({ description: 'Dolly and track' })],
    ['an added file', content({}, { fileIds: ['f1', 'f2'] })],
    [
      'another contact, e-mail and phone number',
      content({}, { copy: { contact: 'Ben', email: 'b', phoneNumber: '2' } }),
    ],
    ['a field without a value that the stored copy lacks', content({}, { copy: { bankAccount: null } })],
  ])('%s does not', (_, after) => {
    expect(mustRestart(content(), after)).toBe(false);
  });

  test('missing files are those that only the earlier content has', () => {
    const before = content({}, { fileIds: ['f1', 'f2'] });
    expect(missingFileIds(before, content({}, { fileIds: ['f2', 'f3'] }))).toEqual(['f1']);
  });
});
