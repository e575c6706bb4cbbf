import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { Refusal } from '#domain/codes';
import {
  dateRangeFits,
  hasNextPage,
  parsePage,
  parsePersona,
  parseSort,
  poNumberPattern,
  sortText,
  statusTab,
  statusTabs,
  tabFilters,
  normalizeNumberInput,
} from '#domain/lists/lists';
import { purchaseOrderFilters } from '#domain/lists/list-filters';

function codeOf(attempt: () => unknown): string {
  try {
    attempt();
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal.code;
  }
  return 'no refusal';
}

describe('sort, page and persona of a query', () => {
  test('LS-04: the default sort is the newest number first', () => {
    expect(parseSort('PO', undefined)).toEqual({ type: 'PO_NUMBER', direction: 'DESC' });
  });

  it.each(['PO_NUMBER', 'DATE', 'VENDOR_NAME', 'DEPARTMENT', 'DESCRIPTION', 'CREATED_BY', 'TOTAL', 'STATUS'])(
    'LS-03, DEC-46: %s sorts both ways',
    (type) => {
      expect(sortText(parseSort('PO', `${type},ASC`))).toBe(`${type},ASC`);
      expect(sortText(parseSort('PO', `${type},DESC`))).toBe(`${type},DESC`);
    },
  );

  it.each([
    'ATTACHMENTS,ASC',
    'TOTAL',
    'TOTAL,UP',
    'TOTAL,asc',
    'total,ASC',
    'TOTAL,ASC,1',
    ',',
    "1';--,ASC",
  ])('LS-03, DEC-02: %s is an invalid parameter', (sort) => {
    expect(codeOf(() => parseSort('PO', sort))).toBe('invalid_parameter');
  });

  it.each([
    [{}, { page: 1, count: 50 }],
    [
      { page: '3', count: '20' },
      { page: 3, count: 20 },
    ],
    [{ count: '200' }, { page: 1, count: 200 }],
    [{ count: '100000' }, { page: 1, count: 200 }],
  ])('LS-23, LS-24, DEC-47: %o asks for %o', (query, page) => {
    expect(parsePage(query)).toEqual(page);
  });

  it.each([
    { page: '0' },
    { page: '-1' },
    { count: '0' },
    { count: '1.5' },
    { page: 'x' },
    { page: '99999999' },
  ])('DEC-02: %o is an invalid parameter', (query) => {
    expect(codeOf(() => parsePage(query))).toBe('invalid_parameter');
  });

  it.each([
    ['approver', 'APPROVER'],
    ['Creator', 'CREATOR'],
    [undefined, 'CREATOR'],
  ])('DEC-01, PE-15: persona %s is %s', (persona, parsed) => {
    expect(parsePersona(persona)).toBe(parsed);
    expect(codeOf(() => parsePersona('boss'))).toBe('invalid_parameter');
  });

  it.each([
    [1, 50, 0, false],
    [1, 50, 50, false],
    [1, 50, 51, true],
    [2, 50, 100, false],
    [2, 50, 101, true],
  ])('LS-21: page %d of %d, %d in all: another follows: %s', (page, count, total, follows) => {
    expect(hasNextPage({ page, count }, total)).toBe(follows);
  });
});

describe('status tabs', () => {
  test('LS-12, LS-13: the tabs have this order and these labels', () => {
    expect(statusTabs.PO.CREATOR.map(({ key }) => key)).toEqual(['all', 'in-progress', 'approved', 'void']);
    expect(statusTabs.PO.APPROVER.map(({ label }) => label)).toEqual([
      'Pending Approval',
      'Awaiting Revision',
      'Approved By Me',
      'Voided By Me',
    ]);
  });

  it.each([
    ['CREATOR', null, { poStatuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'] }],
    ['CREATOR', 'all', { poStatuses: [] }],
    ['CREATOR', 'approved', { poStatuses: ['APPROVED'] }],
    ['CREATOR', 'void', { poStatuses: ['VOID'] }],
    ['CREATOR', 'awaiting-revision', { poStatuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'] }],
    ['APPROVER', null, { poStatuses: ['SUBMITTED_FOR_APPROVAL'] }],
    ['APPROVER', 'awaiting-revision', { poStatuses: ['DRAFT'], isRevision: true }],
    ['APPROVER', 'approved', { poStatuses: ['APPROVED'], approverIds: ['me'] }],
    ['APPROVER', 'void', { poStatuses: ['VOID'], voiderIds: ['me'] }],
  ] as const)('LS-12 to LS-15, DEC-46: %s %s asks for %o', (persona, key, body) => {
    expect(tabFilters(statusTab('PO', persona, key), 'me')).toEqual(body);
  });
});

const parse = (body: unknown) => v.safeParse(purchaseOrderFilters, body);

describe('the body of a list', () => {
  test('LS-25, DEC-46: an empty body has no filters, and vendorData without a number is dropped', () => {
    const parsed = parse({ vendorData: [{ name: 'x' }] });
    expect(parsed.success && parsed.output).toEqual({
      poNumbers: [],
      dateRange: null,
      departmentIds: [],
      vendorNumbers: [],
      creatorIds: [],
      poStatuses: [],
      isAdjustment: null,
      isFailedToSendToAccounting: null,
      importId: null,
      isRevision: null,
      approverIds: [],
      voiderIds: [],
      isWaiting: null,
      waitingSince: null,
      waitingWith: [],
      isWaitingForNobody: null,
      notCoveredFor: null,
      waitingAt: null,
      documentIds: [],
      isOwn: null,
      submissionStatuses: [],
      rentalEnd: null,
      openQuestion: null,
      isDraftToSubmit: null,
      accountingPeriods: [],
    });
  });

  test('LS-31, LS-37: either day of the range may be missing', () => {
    const parsed = parse({ dateRange: { startDate: '2026-01-01', endDate: '' } });
    expect(parsed.success && parsed.output.dateRange).toEqual({ startDate: '2026-01-01', endDate: null });
  });

  it.each([
    [{ poStatuses: ['LOST'] }],
    [{ dateRange: { startDate: '2026-02-30' } }],
    [{ poNumbers: Array.from({ length: 101 }, String) }],
    [{ creatorIds: Array.from({ length: 501 }, String) }],
    [{ creatorIds: 'me' }],
    [{ isAdjustment: 'yes' }],
  ])('DEC-01, LS-25: %o is refused', (body) => {
    expect(parse(body).success).toBe(false);
  });

  it.each([
    [null, null, true],
    ['2026-01-01', null, true],
    [null, '2026-01-01', true],
    ['2026-01-01', '2026-01-01', true],
    ['2026-01-02', '2026-01-01', false],
  ])('LS-31: from %s to %s is a range: %s', (from, to, fits) => {
    expect(dateRangeFits(from, to)).toBe(fits);
  });
});

describe('number search', () => {
  it.each([
    ['numeric', '00a4-2', '0042'],
    ['numeric', '12345678901234', '1234567890'],
    ['alpha', 'a1B 2', 'aB'],
    ['alphaNumeric', 'a-1_B', 'a1B'],
    ['multi', 'a-1 #', 'a-1 #'],
  ] as const)('LS-32: %s takes of %s: %s', (type, typed, taken) => {
    expect(normalizeNumberInput(typed, { type, maximumLength: 10 })).toBe(taken);
  });

  it.each([
    ['00042', '42'],
    ['42', '42'],
    ['4200', '4200'],
    ['000', ''],
    [' 7 ', '7'],
  ])('DEC-18: %s looks for %s', (typed, needle) => {
    expect(poNumberPattern(typed)).toBe(needle);
  });
});
