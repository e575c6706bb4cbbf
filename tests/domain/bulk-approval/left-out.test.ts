import { describe, expect, test } from 'vitest';
import { isPermanent, isSkipped } from '#domain/bulk-approval/bulk-progress';
import { bulkText } from '#domain/bulk-approval/bulk-mark';
import type { BulkDocument } from '#domain/bulk-approval/bulk-preview';
import { mustConfirmTotals, summaryOf } from '#domain/bulk-approval/bulk-summary';
import { leftOutTexts, mayInclude, reasonsOf } from '#domain/bulk-approval/left-out';
import type { LeftOutReason } from '#domain/bulk-approval/left-out';

const plain: Record<LeftOutReason, boolean> = {
  FORBIDDEN: false,
  OWN_DOCUMENT: false,
  CHANGED: false,
  POSSIBLE_DUPLICATE: false,
  POSSIBLE_SPLIT: false,
  CHANGED_PAYEE: false,
  OVER_RELIEF: false,
  OVER_BUDGET: false,
  TEMPORARY_VENDOR: false,
  NEEDS_PERMANENT_VENDOR: false,
  MISSING_ATTACHMENT: false,
  OPEN_QUESTION: false,
  NO_OPEN_PERIOD: false,
  INCOMPLETE: false,
};

describe('documents that a bulk approval leaves out', () => {
  test.each([
    ['FORBIDDEN', 'Its creator, an approver of it or an administrator can send it.', false],
    ['OWN_DOCUMENT', "You can't approve your own document.", false],
    ['CHANGED', 'Changed since you selected it', true],
    ['POSSIBLE_DUPLICATE', 'Possible duplicate', true],
    ['POSSIBLE_SPLIT', 'Possible split', true],
    ['CHANGED_PAYEE', 'Changed payee', true],
    ['OVER_RELIEF', 'Exceeds its purchase order', true],
    ['OVER_BUDGET', 'Over budget', true],
    ['TEMPORARY_VENDOR', 'Temporary vendor', true],
    ['NEEDS_PERMANENT_VENDOR', 'Final approval needs a permanent vendor', false],
    ['MISSING_ATTACHMENT', 'Missing attachment', true],
    ['OPEN_QUESTION', 'Open question', true],
    ['INCOMPLETE', 'Incomplete', false],
    ['NO_OPEN_PERIOD', 'No open accounting period', false],
  ] as const)('BULK-03, BULK-07, BULK-10: %s is the reason %s', (fact, text, may) => {
    const reasons = reasonsOf({ ...plain, [fact]: true });
    expect([leftOutTexts(reasons), mayInclude(reasons)]).toEqual([text, may]);
  });

  test('BULK-03: a document without a reason is included, one with several names all', () => {
    expect(reasonsOf(plain)).toEqual([]);
    const several = reasonsOf({ ...plain, CHANGED_PAYEE: true, POSSIBLE_SPLIT: true });
    expect(leftOutTexts(several)).toBe('Possible split, changed payee');
  });
});

describe('the summary of a bulk approval', () => {
  const documentOf = (totalCost: number, currency: string, absent?: string): BulkDocument => ({
    id: `${currency} ${totalCost}`,
    workflowStepId: 'step',
    contentVersion: 1,
    number: '1',
    name: 'Lumen',
    totalCost,
    currency,
    onBehalfOf: absent ? { userId: absent, name: absent } : null,
  });

  test('BULK-02: it has count, sum and largest document of each currency, and who is decided for', () => {
    const documents = [
      documentOf(-30, 'USD', 'priya'),
      documentOf(10, 'USD', 'priya'),
      documentOf(0.1, 'EUR'),
    ];
    expect(summaryOf(documents)).toEqual({
      count: 3,
      sums: [
        { currency: 'USD', count: 2, cents: -2000, largest: documents[0] },
        { currency: 'EUR', count: 1, cents: 10, largest: documents[2] },
      ],
      limits: [
        { currency: 'USD', cents: -2000 },
        { currency: 'EUR', cents: 10 },
      ],
      isConverted: false,
      onBehalfOf: [{ userId: 'priya', name: 'priya', count: 2 }],
    });
    expect(summaryOf([])).toEqual({ count: 0, sums: [], limits: [], isConverted: false, onBehalfOf: [] });
  });

  test('BULK-02, CURR-30: example 5: 40 of USD 2,500.00 and 6 of EUR 3,333.33 at 1.36 are 46 documents, 127,200.00', () => {
    const dollars = Array.from({ length: 40 }, () => documentOf(2500, 'USD'));
    // EUR 20,000.00 in all, of which the rate makes 27,200.00.
    const euros = [
      ...Array.from({ length: 5 }, () => [3333.33, 4533.33] as const),
      [3333.35, 4533.35] as const,
    ];
    const documents = [
      ...dollars.map((one) => ({ ...one, baseTotal: { currency: 'USD', total: one.totalCost } })),
      ...euros.map(([own, total]) => ({
        ...documentOf(own, 'EUR'),
        baseTotal: { currency: 'USD', total },
      })),
    ] as BulkDocument[];
    const summary = summaryOf(documents);
    expect(summary).toMatchObject({
      count: 46,
      isConverted: true,
      limits: [{ currency: 'USD', cents: 12_720_000 }],
    });
    expect(summary.sums.map(({ currency, count, cents }) => [currency, count, cents])).toEqual([
      ['USD', 40, 10_000_000],
      ['EUR', 6, 2_000_000],
    ]);
  });

  test('BULK-04: the totals of one currency are compared with the amount of the show', () => {
    const summary = summaryOf([documentOf(60, 'USD'), documentOf(60, 'EUR')]);
    expect(mustConfirmTotals(summary, null)).toBe(false);
    expect(mustConfirmTotals(summary, 60)).toBe(false);
    expect(mustConfirmTotals(summary, 59.99)).toBe(true);
  });
});

test('BULK-05: changed documents are skipped, and errors are not', () => {
  const codes = ['WORKFLOW_CONFLICT', 'FORBIDDEN', 'NOT_FOUND', 'INTERNAL_ERROR', 'relief_exceeded'];
  expect(codes.map((code) => isSkipped({ code }))).toEqual([true, true, true, false, false]);
  expect(bulkText({ position: 12, total: 46 })).toBe('in bulk, 12 of 46');
});

test('BULK-13: only a failure that the document itself causes is permanent', () => {
  const codes = [
    'TEMP_VENDOR_NOT_ALLOWED',
    'POS_BAD_REQUEST',
    'accounting_interface_error',
    'no_open_period',
  ];
  expect(codes.map((code) => isPermanent({ code }))).toEqual([true, true, false, false]);
});
