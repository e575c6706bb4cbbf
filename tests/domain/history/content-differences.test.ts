import { describe, expect, test } from 'vitest';
import { canonicalContent } from '#domain/history/content';
import type { ContentRow, ContentRows } from '#domain/history/content';
import { contentDifferences } from '#domain/history/content-differences';
import { changeLimits, changeSentence } from '#domain/history/document-changes';

const vendor = {
  id: 'V1',
  name: 'Grip House',
  number: '100',
  externalId: 'E1',
  isTemporary: false,
  tempVendorId: null,
  contact: 'Kim',
  email: 'kim@example.com',
  phoneNumber: '1',
  address: '1 Main Street',
  city: 'Burbank',
  state: 'CA',
  postalCode: '91501',
};

const line = (id: string, lineNumber: number, more: ContentRow = {}): ContentRow => ({
  id,
  keyId: id,
  lineNumber,
  description: `Item ${id}`,
  quantityHundredths: 200,
  unitCostCents: 10_000,
  totalCents: 20_000,
  acquisitionType: 'PURCHASE',
  rentalType: 'UNDEFINED',
  coding: { ACCOUNT: '6100' },
  coaExternalId: 'coa-1',
  ...more,
});

const file = (fileId: string, position: number, more: ContentRow = {}): ContentRow => ({
  fileId,
  position,
  label: `${fileId}.pdf`,
  size: 300,
  sha256: fileId.repeat(20),
  isTopSheet: false,
  invoiceId: null,
  ...more,
});

const order: ContentRows = {
  document: {
    id: 'D1',
    type: 'PO',
    description: 'Lamps',
    businessDay: '2026-11-02',
    departmentId: 'DEP1',
    departmentName: 'Grip',
    vendorId: 'V1',
    vendorName: 'Grip House',
    vendorNumber: '100',
    currencyCode: 'USD',
    totalCents: 40_000,
  },
  detail: { vendor, categoryId: 'C1', shipToAddressId: 'A1', companyName: 'North' },
  lines: [line('L1', 1), line('L2', 2)],
  files: [file('F1', 0), file('F2', 1)],
};

const names = new Map([
  ['C1', 'Equipment'],
  ['C2', 'Services'],
  ['A1', 'Stage 4'],
]);

function differences(after: Partial<ContentRows>, before: ContentRows = order) {
  return contentDifferences(canonicalContent(before), canonicalContent({ ...before, ...after }), names).map(
    ({ field, label, before: was, after: is }) => [field, label, was, is],
  );
}

describe('the differences of two contents', () => {
  test('DEC-90: equal contents have no difference', () => {
    expect(differences({})).toEqual([]);
  });

  test('DEC-90: header fields have labels, and ids have names', () => {
    expect(
      differences({
        document: {
          ...order.document,
          description: 'Lamps and cables',
          departmentId: 'D2',
          departmentName: 'Art',
        },
        detail: { ...order.detail, categoryId: 'C2', shipToAddressId: null },
      }),
    ).toEqual([
      ['description', 'Description', 'Lamps', 'Lamps and cables'],
      ['departmentName', 'Department', 'Grip', 'Art'],
      ['categoryId', 'Category', 'Equipment', 'Services'],
      ['shipToAddressId', 'Ship to', 'Stage 4', ''],
    ]);
  });

  test('DEC-90: a vendor is listed once, and its record only where nothing readable differs', () => {
    const other = { ...vendor, id: 'V2', name: 'Lamp House', number: '200' };
    const renamed = differences({
      document: { ...order.document, vendorId: 'V2', vendorName: 'Lamp House', vendorNumber: '200' },
      detail: { ...order.detail, vendor: other },
    });
    expect(renamed).toEqual([
      ['vendor.name', 'Vendor', 'Grip House', 'Lamp House'],
      ['vendor.number', 'Vendor number', '100', '200'],
    ]);
    const sameName = differences({ detail: { ...order.detail, vendor: { ...vendor, id: 'V2' } } });
    expect(sameName).toEqual([['vendor.id', 'Vendor record', 'V1', 'V2']]);
  });

  test('DEC-90: lines are matched by id: added, removed, and each changed column', () => {
    const changed = line('L2', 1, { unitCostCents: 15_000, totalCents: 30_000, coding: { ACCOUNT: '6200' } });
    expect(
      differences({
        document: { ...order.document, totalCents: 50_000 },
        lines: [changed, line('L3', 2)],
      }),
    ).toEqual([
      ['totalCents', 'Total', '$400.00', '$500.00'],
      ['lines.L1', 'Line 1', 'Item L1; Quantity 2; Unit cost $100.00; Amount $200.00; Account 6100', ''],
      ['lines.L2.unitCostCents', 'Line 1, Unit cost', '$100.00', '$150.00'],
      ['lines.L2.totalCents', 'Line 1, Amount', '$200.00', '$300.00'],
      ['lines.L2.coding.ACCOUNT', 'Line 1, Account', '6100', '6200'],
      ['lines.L3', 'Line 2', '', 'Item L3; Quantity 2; Unit cost $100.00; Amount $200.00; Account 6100'],
    ]);
  });

  test('DEC-90: files are added, removed, replaced and reordered', () => {
    expect(differences({ files: [file('F1', 0), file('F3', 1), file('F4', 2)] })).toEqual([
      ['attachments.F3', 'Attachment', 'F2.pdf (300 bytes)', 'F3.pdf (300 bytes)'],
      ['attachments.F4', 'Attachment', '', 'F4.pdf (300 bytes)'],
    ]);
    expect(differences({ files: [file('F2', 0), file('F1', 1)] })).toEqual([
      ['attachments.order', 'Order of attachments', 'F1.pdf, F2.pdf', 'F2.pdf, F1.pdf'],
    ]);
  });

  test('DEC-90: the size of a file has thousands separators', () => {
    const large = file('F3', 1, { size: 1_084_213 });
    expect(differences({ files: [file('F1', 0), large] })).toEqual([
      ['attachments.F3', 'Attachment', 'F2.pdf (300 bytes)', 'F3.pdf (1,084,213 bytes)'],
    ]);
  });

  test('DEC-90: a file replaced by one of the same name and size shows its SHA-256', () => {
    const sameName = file('F9', 1, { label: 'F2.pdf' });
    expect(differences({ files: [file('F1', 0), sameName] })).toEqual([
      [
        'attachments.F9',
        'Attachment',
        'F2.pdf (300 bytes, SHA-256 F2F2F2F2F2F2…)',
        'F2.pdf (300 bytes, SHA-256 F9F9F9F9F9F9…)',
      ],
    ]);
  });

  test('DEC-90: settled invoices are listed by number with their amounts', () => {
    const payment: ContentRows = {
      ...order,
      lines: [],
      files: [],
      settles: [{ invoiceId: 'C1', amountCents: 5 }],
    };
    expect(differences({ settles: [{ invoiceId: 'C1', amountCents: 700 }] }, payment)).toEqual([
      ['settles.C1', 'Invoice Equipment', '$0.05', '$7.00'],
    ]);
  });

  test('DEC-90: long texts are cut, and changes beyond the limit are counted', () => {
    const [long] = differences({ document: { ...order.document, description: 'x'.repeat(5000) } });
    expect(long?.[3]).toHaveLength(changeLimits.text);
    expect(long?.[3]?.endsWith('…')).toBe(true);
    const many = Array.from({ length: 200 }, (_, index) => line(`N${index}`, index + 3));
    const listed = differences({ lines: [...order.lines, ...many] });
    expect(listed).toHaveLength(changeLimits.lines);
    expect(listed.at(-1)).toEqual([
      'lines',
      'More lines',
      '',
      `${200 - changeLimits.lines + 1} more changes`,
    ]);
  });

  test("DEC-30: a sentence describes a user's change", () => {
    const sentence = (after: Partial<ContentRows>, action = 'save') =>
      changeSentence({
        action,
        changes: contentDifferences(canonicalContent(order), canonicalContent({ ...order, ...after })),
      });
    expect(sentence({ files: [file('F1', 0), file('F3', 1)] }, 'attach')).toBe('replaced an attachment');
    expect(sentence({ files: [file('F1', 0)] }, 'attach')).toBe('removed an attachment');
    expect(sentence({ lines: [line('L1', 1), line('L2', 2, { taxCode: 'T' })] })).toBe('changed line 2');
    expect(sentence({ document: { ...order.document, description: 'New' } }, 'restart')).toBe(
      'restarted the approval on a new version of the flow',
    );
  });

  test('REPL-06: a replacement is described with both names, also after a backup approver was removed', () => {
    const change = (label: string, after: string) => ({ field: label, label, before: 'Priya Raman', after });
    const changes = [change('Backup approver of A', ''), change('Approver of B', 'Tomas Havel')];
    const sentence = (of: typeof changes) =>
      changeSentence({
        action: 'replace-approver',
        changes: of.map((one) => ({ ...one, unit: 'text' as const })),
      });
    expect(sentence(changes)).toBe('replaced Priya Raman with Tomas Havel');
    expect(sentence(changes.slice(0, 1))).toBe('replaced an approver');
  });
});
