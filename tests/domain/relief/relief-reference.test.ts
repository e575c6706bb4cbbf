import { describe, expect, it, test } from 'vitest';
import { uuidOf } from '#domain/values/ids';
import { indicatorOf } from '#domain/relief/relief';
import { resolveReference, resolveReferences, whyNotRelievable } from '#domain/relief/relief-reference';
import type { PoReference } from '#domain/relief/relief-reference';
import { sharedDepartment } from '#domain/relief/shared-department';

const line = (id: string, lineNumber: number) => ({
  id,
  uuid: `uuid-of-${id}`,
  lineNumber,
  glTransactionDetailExternalId: `gl-${id}`,
});
/** PO 00042 with two lines, 00043 with one. */
const relievableOrders = [
  { poNumber: '00042', lineItems: [line('a', 1), line('b', 2)] },
  { poNumber: '00043', lineItems: [line('c', 1)] },
];

const reference = (changes: Partial<PoReference>): PoReference => ({
  referencePo: '',
  referencePoLineNumber: null,
  relievePoLineItemId: null,
  relievePoLineItemUuid: null,
  ...changes,
});
const nothing = { ...reference({}), glTransactionDetailExternalId: null };
const second = {
  referencePo: '00042',
  referencePoLineNumber: 2,
  relievePoLineItemId: 'b',
  relievePoLineItemUuid: 'uuid-of-b',
  glTransactionDetailExternalId: 'gl-b',
};

describe('a reference to a purchase order', () => {
  it.each<[string, Partial<PoReference>, ReturnType<typeof resolveReference>]>([
    ['RL-01: it may be empty', {}, nothing],
    ['RL-01: blanks are empty', { referencePo: '   ' }, nothing],
    [
      'RL-01: without a number the other parts are ignored',
      { relievePoLineItemId: 'b', referencePoLineNumber: 2 },
      nothing,
    ],
    ['RL-01, DEC-38: a number that is not in the list', { referencePo: '00099' }, null],
    ['RL-01, DEC-38: part of a number', { referencePo: '42' }, null],
    ['RL-01, DEC-39: the order as a whole', { referencePo: ' 00042 ' }, { ...nothing, referencePo: '00042' }],
    ['DEC-38: a line by its number', { referencePo: '00042', referencePoLineNumber: 2 }, second],
    ['DEC-38: a line by its id', { referencePo: '00042', relievePoLineItemId: 'b' }, second],
    ['DEC-38: a line by its uuid', { referencePo: '00042', relievePoLineItemUuid: 'uuid-of-b' }, second],
    [
      'DEC-38: all parts agree',
      {
        referencePo: '00042',
        referencePoLineNumber: 2,
        relievePoLineItemId: 'b',
        relievePoLineItemUuid: 'uuid-of-b',
      },
      second,
    ],
    ['DEC-38: a line that it has not', { referencePo: '00042', referencePoLineNumber: 3 }, null],
    ['DEC-38: a line of another order', { referencePo: '00042', relievePoLineItemId: 'c' }, null],
    [
      'DEC-38: number and id of different lines',
      { referencePo: '00042', referencePoLineNumber: 1, relievePoLineItemId: 'b' },
      null,
    ],
  ])('%s', (_name, changes, resolved) => {
    expect(resolveReference(reference(changes), relievableOrders)).toEqual(resolved);
  });

  test('DEC-38: each invalid line is reported with the text of the contract', () => {
    const lines = [{ referencePo: '00042' }, { referencePo: '7' }, {}, { referencePo: 'x' }].map(reference);
    const { issues, references } = resolveReferences(lines, relievableOrders);
    expect(issues).toEqual(
      [1, 3].map((index) => ({
        code: 'reference_po',
        field: `lineItems.${index}.referencePo`,
        message: 'Reference PO not found.',
      })),
    );
    expect(references.map(({ referencePo }) => referencePo)).toEqual(['00042', '', '', '']);
  });
});

describe('department and uuid', () => {
  it.each([
    [0, 'MATCH'],
    [1, 'UNDER'],
    [-1, 'OVER'],
  ] as const)('RL-05, DEC-39: a rest of %i is %s', (rest, indicator) => {
    expect(indicatorOf(rest)).toBe(indicator);
  });

  it.each([
    ['alpha1_0192f0c1a2b37def8123456789abcdef', '0192f0c1-a2b3-7def-8123-456789abcdef'],
    ['alpha1_short', 'short'],
  ])('IN-04: the uuid of %s', (id, uuid) => {
    expect(uuidOf(id)).toBe(uuid);
  });
});

describe('why a purchase order is not relievable', () => {
  const parties = {
    vendorExternalId: 'foxglove',
    projectCompanyExternalId: 'pc1',
    currencyExternalId: 'usd1',
  };
  const order = {
    status: 'APPROVED',
    isArchived: false,
    foundInAccountingSystem: true,
    isRelieved: false,
    poNumber: '00042',
    lockedLineCount: 0,
    vendor: { externalId: 'foxglove' },
    projectCompanyExternalId: 'pc1',
    projectCompanyCurrencyExternalId: 'usd1',
  } as const;

  it.each<[string, Partial<Parameters<typeof whyNotRelievable>[0]>, ReturnType<typeof whyNotRelievable>]>([
    ['RL-02, DEC-38: it is', {}, null],
    ['DEC-38: in approval', { status: 'SUBMITTED_FOR_APPROVAL' }, 'NOT_APPROVED'],
    ['DEC-38: a draft', { status: 'DRAFT' }, 'NOT_APPROVED'],
    ['DEC-38: under a change order', { status: 'DRAFT', lockedLineCount: 2 }, 'CHANGE_ORDER_OPEN'],
    ['DEC-38: void', { status: 'VOID' }, 'VOID'],
    ['DEC-38: archived', { isArchived: true }, 'VOID'],
    ['RL-02: of another vendor', { vendor: { externalId: 'alder' } }, 'OTHER_VENDOR'],
    ['RL-02: of a temporary vendor', { vendor: { externalId: null } }, 'OTHER_VENDOR'],
    ['RL-02: of another company', { projectCompanyExternalId: 'pc2' }, 'OTHER_COMPANY'],
    ['RL-02: in another currency', { projectCompanyCurrencyExternalId: 'eur1' }, 'OTHER_CURRENCY'],
    ['DEC-38: not in accounting yet', { foundInAccountingSystem: false }, 'NOT_IN_ACCOUNTING'],
    ['DEC-38, DEC-39: relieved', { isRelieved: true }, 'NOTHING_LEFT'],
    ['DEC-17: a number that is masked', { poNumber: 'NA' }, 'NUMBER_HIDDEN'],
    [
      'RL-02: reasons that can be fixed in the invoice come first',
      { vendor: { externalId: 'alder' }, isRelieved: true },
      'OTHER_VENDOR',
    ],
  ])('%s', (_name, changes, why) => {
    expect(whyNotRelievable({ ...order, ...changes }, parties)).toBe(why);
  });
});

describe('the department of the order that an invoice references', () => {
  const grip = { id: 'grip', name: 'Grip' };
  const orders = [
    { poNumber: '00042', department: grip },
    { poNumber: '00043', department: grip },
    { poNumber: '00044', department: null },
  ];
  const lines = (...numbers: string[]) => numbers.map((referencePo) => ({ referencePo }));

  test('DEC-13: it is that of the only order that all lines reference', () => {
    expect(sharedDepartment(lines('00042', ' 00042 '), orders)).toEqual(grip);
  });

  it.each([
    ['no line', lines()],
    ['a line without a reference', lines('00042', '')],
    ['two orders, even of the same department', lines('00042', '00043')],
    ['an order that the user may not see', lines('00044')],
    ['an order that is not on offer', lines('00099')],
  ])('DEC-13: it is null for %s', (_what, given) => {
    expect(sharedDepartment(given, orders)).toBeNull();
  });
});
