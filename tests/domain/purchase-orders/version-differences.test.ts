import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDay } from '#domain/values/days';
import { versionDifferences, versionFields } from '#domain/purchase-orders/version-differences';
import type { FieldDifference } from '#domain/purchase-orders/version-differences';
import { givenOrder, givenSavedLine, givenVendor } from './fixtures.ts';
import { givenVersion, someVersion } from './versions.ts';
import type { ApprovedVersion, VersionHeader } from '#domain/purchase-orders/purchase-order-response';

const rug = givenSavedLine({ id: 'l2', lineNumber: 2, description: 'Rug', unitCost: 80, totalCost: 160 });

describe('PO-04, DEC-26: what a change order changed', () => {
  test('a version does not differ from the order it was made of', () => {
    expect(versionDifferences(givenVersion(), givenOrder())).toEqual({
      fields: [],
      lines: [{ kind: 'same', before: givenSavedLine(), after: givenSavedLine() }],
      total: { before: 2100, after: 2100, delta: 0 },
    });
  });

  const office = { name: 'Office', address1: '5 Lot Road', address2: '' };
  test.each<[string, Partial<ReturnType<typeof givenOrder>>, FieldDifference]>([
    [
      'the description',
      { description: 'Stage 5' },
      { field: 'description', unit: 'text', before: 'Stage 4 build', after: 'Stage 5' },
    ],
    [
      'another permanent vendor',
      { vendor: { ...givenVendor, id: 'v2', name: 'Anvil', number: '1002' } },
      { field: 'vendor', unit: 'text', before: 'Grip House (1001)', after: 'Anvil (1002)' },
    ],
    [
      "the vendor's address",
      { vendor: { ...givenVendor, address: '1 Mill Rd', city: 'Leeds', state: 'CA', postalCode: '9' } },
      { field: 'vendorAddress', unit: 'text', before: '', after: '1 Mill Rd, Leeds, CA 9' },
    ],
    [
      "the vendor's contact",
      { vendor: { ...givenVendor, contact: 'Ada', email: 'ada@x.example' } },
      { field: 'vendorContact', unit: 'text', before: '', after: 'Ada, ada@x.example' },
    ],
    [
      'the day',
      { poDate: '2026-11-01' },
      { field: 'poDate', unit: 'day', before: '2026-10-01', after: '2026-11-01' },
    ],
    [
      'the department',
      { department: null },
      { field: 'department', unit: 'text', before: 'Construction', after: '' },
    ],
    ['the category', { category: null }, { field: 'category', unit: 'text', before: 'Materials', after: '' }],
    [
      'the company',
      { projectCompanyExternalId: 'c2', company: 'Other LLC' },
      { field: 'company', unit: 'text', before: 'Pictures LLC', after: 'Other LLC' },
    ],
    ['the currency', { currency: 'CAD' }, { field: 'currency', unit: 'text', before: 'USD', after: 'CAD' }],
    [
      'the bill-to address',
      { billToAddressId: 'b2', billToAddress: office },
      { field: 'billToAddress', unit: 'text', before: '', after: 'Office, 5 Lot Road' },
    ],
    [
      'the ship-to address',
      { shipToAddressId: 's2', shipToAddress: office },
      { field: 'shipToAddress', unit: 'text', before: '', after: 'Office, 5 Lot Road' },
    ],
  ])('%s is one difference', (_name, change, difference) => {
    expect(versionDifferences(givenVersion(), givenOrder(change)).fields).toEqual([difference]);
  });

  // A new field of a version needs a row here.
  const changedFields: { [Field in keyof VersionHeader]: Partial<VersionHeader> } = {
    description: { description: 'Other' },
    poDate: { poDate: '2026-12-01' },
    currency: { currency: 'CAD' },
    department: { department: null },
    category: { category: null },
    vendor: { vendor: { ...givenVendor, id: 'v2' } },
    projectCompanyExternalId: { projectCompanyExternalId: 'c2' },
    company: { projectCompanyExternalId: 'c2', company: 'Other LLC' },
    billToAddressId: { billToAddressId: 'b2' },
    shipToAddressId: { shipToAddressId: 's2' },
    billToAddress: { billToAddressId: 'b2', billToAddress: office },
    shipToAddress: { shipToAddressId: 's2', shipToAddress: office },
  };
  test.each(Object.entries(changedFields))('a version with another %s differs', (_field, change) => {
    const { fields } = versionDifferences(givenVersion(), givenVersion(change));
    // Days are formatted by the reader.
    expect(fields.map(({ unit }) => unit)).toEqual([isDay(fields[0]?.after ?? '') ? 'day' : 'text']);
  });

  test('fields have the order of the screen', () => {
    const change = { currency: 'CAD', description: 'Other', poDate: '2026-12-01', category: null };
    const fields = versionDifferences(givenVersion(), givenOrder(change)).fields.map(({ field }) => field);
    expect(fields).toEqual(versionFields.filter((field) => fields.includes(field)));
    expect(fields).toHaveLength(4);
  });

  test('a renamed record is no difference', () => {
    const change = {
      category: { id: 'k1', name: 'Supplies' },
      department: { id: 'd1', name: 'Build', settings: { accountCodes: {}, poNumberPrefix: '' } },
      vendor: { ...givenVendor, name: 'Grip House Inc.' },
    };
    expect(versionDifferences(givenVersion(), givenOrder(change)).fields).toEqual([]);
  });

  test('a changed record of a temporary vendor is a difference', () => {
    const temporary = { ...givenVendor, id: null, number: '', isTemporary: true, tempVendorId: 't1' };
    const [before, after] = [
      { ...temporary, name: 'Kit' },
      { ...temporary, name: 'Kim' },
    ];
    expect(
      versionDifferences(givenVersion({ vendor: before }), givenOrder({ vendor: after })).fields,
    ).toEqual([{ field: 'vendor', unit: 'text', before: 'Kit', after: 'Kim' }]);
    expect(
      versionDifferences(givenVersion({ vendor: before }), givenVersion({ vendor: before })).fields,
    ).toEqual([]);
  });

  test('two versions compare like a version and the order', () => {
    const later = { description: 'Stage 5', lineItems: [givenSavedLine(), rug], totalCost: 181 };
    expect(versionDifferences(givenVersion(), givenVersion({ changeOrderNumber: 1, ...later }))).toEqual(
      versionDifferences(givenVersion(), givenOrder(later)),
    );
  });
});

describe('PO-04, DEC-26: differences of lines', () => {
  test('a new line is listed as added, and the totals show the difference', () => {
    const after = givenOrder({ lineItems: [givenSavedLine(), rug], totalCost: 181 });
    const { lines, total } = versionDifferences(givenVersion(), after);
    expect(lines.map(({ kind }) => kind)).toEqual(['same', 'added']);
    expect(lines[1]).toEqual({ kind: 'added', after: rug });
    expect(total).toEqual({ before: 2100, after: 18_100, delta: 16_000 });
  });

  test('a removed line keeps its position', () => {
    const before = givenVersion({ lineItems: [givenSavedLine(), rug] });
    const remaining = { ...rug, lineNumber: 1 };
    const { lines } = versionDifferences(before, givenOrder({ lineItems: [remaining] }));
    expect(lines).toEqual([
      { kind: 'removed', before: givenSavedLine() },
      { kind: 'same', before: rug, after: remaining },
    ]);
  });

  test('a credit makes the delta negative, to the cent', () => {
    const credit = givenSavedLine({ id: 'l3', lineNumber: 2, unitCost: -0.1, quantity: 1, totalCost: -0.1 });
    const after = givenOrder({ lineItems: [givenSavedLine(), credit], totalCost: 20.9 });
    expect(versionDifferences(givenVersion(), after).total.delta).toBe(-10);
  });

  test.each<[string, Partial<ApprovedVersion['lineItems'][number]>, readonly unknown[]]>([
    [
      'quantity and its total',
      { quantity: 2.5, totalCost: 26.25 },
      [
        { field: 'quantity', unit: 'hundredths', before: 200, after: 250 },
        { field: 'totalCost', unit: 'cents', before: 2100, after: 2625 },
      ],
    ],
    ['unit cost', { unitCost: 10.51 }, [{ field: 'unitCost', unit: 'cents', before: 1050, after: 1051 }]],
    [
      'rental days',
      { rentalStart: '2026-11-01' },
      [{ field: 'rentalStart', unit: 'day', before: '', after: '2026-11-01' }],
    ],
    ['tax code', { taxCode: null }, [{ field: 'taxCode', unit: 'text', before: 'T1', after: '' }]],
    [
      'one code of its coding',
      { coding: { ACCOUNT: '2310', SET: '12' } },
      [{ field: 'coding', unit: 'text', configType: 'SET', before: '', after: '12' }],
    ],
    ['what invoices took of it', { remainingBalance: 3 }, []],
  ])('%s', (_name, change, fields) => {
    const line = givenSavedLine(change);
    const [difference] = versionDifferences(givenVersion(), givenOrder({ lineItems: [line] })).lines;
    expect(difference).toEqual(
      fields.length === 0
        ? { kind: 'same', before: givenSavedLine(), after: line }
        : { kind: 'changed', before: givenSavedLine(), after: line, fields },
    );
  });
});

describe('PO-04, DEC-26: for any two versions', () => {
  test('every line of either version is listed once with the right kind', () => {
    fc.assert(
      fc.property(someVersion, someVersion, (before, after) => {
        const { lines } = versionDifferences(before, after);
        const was = lines.flatMap((line) => (line.kind === 'added' ? [] : [line.before]));
        const is = lines.flatMap((line) => (line.kind === 'removed' ? [] : [line.after]));
        expect(was.toSorted((a, b) => a.lineNumber - b.lineNumber)).toEqual(before.lineItems);
        const amountBefore = new Map(before.lineItems.map(({ id, totalCost }) => [id, totalCost]));
        // A change order removes a line by the amount 0 (CHANGE-05).
        const kept = after.lineItems.filter(
          ({ id, totalCost }) => totalCost !== 0 || !((amountBefore.get(id) ?? 0) > 0),
        );
        expect(is).toEqual(kept);
        const ids = ({ lineItems }: Pick<ApprovedVersion, 'lineItems'>) =>
          new Set(lineItems.map(({ id }) => id));
        for (const line of lines) {
          if (line.kind === 'added') expect(ids(before).has(line.after.id)).toBe(false);
          else if (line.kind === 'removed') expect(ids({ lineItems: kept }).has(line.before.id)).toBe(false);
          else expect(line.before.id).toBe(line.after.id);
          if (line.kind === 'changed') {
            for (const field of line.fields) expect(field.before).not.toBe(field.after);
          }
        }
      }),
    );
  });

  test('the line totals explain the delta of the totals', () => {
    fc.assert(
      fc.property(someVersion, someVersion, (before, after) => {
        const { lines, total } = versionDifferences(before, after);
        const moved = lines.reduce((sum, line) => {
          const was = line.kind === 'added' ? 0 : Math.round(line.before.totalCost * 100);
          const is = line.kind === 'removed' ? 0 : Math.round(line.after.totalCost * 100);
          return sum + is - was;
        }, 0);
        expect(total.delta).toBe(moved);
        expect(total.after - total.before).toBe(total.delta);
      }),
    );
  });

  test('swapping the versions swaps added and removed, before and after', () => {
    fc.assert(
      fc.property(someVersion, someVersion, (before, after) => {
        fc.pre([before, after].every(({ lineItems }) => lineItems.every(({ totalCost }) => totalCost !== 0)));
        const kinds = (one: ApprovedVersion, other: ApprovedVersion) =>
          versionDifferences(one, other)
            .lines.map((line) => [line.kind === 'removed' ? line.before.id : line.after.id, line.kind])
            .toSorted();
        const turned = { added: 'removed', removed: 'added', changed: 'changed', same: 'same' };
        expect(kinds(after, before)).toEqual(
          kinds(before, after).map(([id, kind]) => [id, turned[kind as keyof typeof turned]]),
        );
        expect(versionDifferences(after, before).total.delta + 0).toBe(
          0 - versionDifferences(before, after).total.delta,
        );
      }),
    );
  });
});
