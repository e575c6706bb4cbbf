import { describe, expect, test } from 'vitest';
import { changeEstimates, needsReview } from '#domain/estimates/estimate';
import type { EstimateEntry } from '#domain/estimates/estimate';

/** Example 5: invoiced 4,000, payroll 1,200 and committed 6,000. */
const report = [
  { code: '2110', totalCents: 11_200_00 },
  { code: '2120', totalCents: 0 },
];
const stored = new Map([['2110', { efcCents: 14_500_00, revision: 2, day: '2026-11-20' }]]);
const change = (entries: readonly EstimateEntry[], day = '2026-11-28') =>
  changeEstimates(entries, report, stored, day);
const codeOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error;
  }
  return null;
};

describe('entering estimates', () => {
  test('EFC-01: an ETC of 3,300 at a total cost of 11,200 is an EFC of 14,500 (example 5)', () => {
    expect(
      changeEstimates([{ account: '2110', revision: 0, etcCents: 3_300_00 }], report, new Map(), ''),
    ).toEqual([{ account: '2110', revision: 1, efcCents: 14_500_00 }]);
  });

  test('EFC-02: an entry that is as stored makes no change, and null removes the estimate', () => {
    expect(change([{ account: '2110', revision: 2, efcCents: 14_500_00 }])).toEqual([]);
    expect(change([{ account: '2110', revision: 2, etcCents: 3_300_00 }])).toEqual([]);
    expect(change([{ account: '2120', revision: 0, efcCents: null }])).toEqual([]);
    expect(change([{ account: '2110', revision: 2, efcCents: null }])).toEqual([
      { account: '2110', revision: 3, efcCents: null },
    ]);
  });

  test('EFC-02: an account without a row, one entered twice, an earlier day and a huge amount are refused', () => {
    const refused = (entries: readonly EstimateEntry[], day?: string) => codeOf(() => change(entries, day));
    const entry = { account: '2110', revision: 2, efcCents: 1 };
    expect(refused([{ ...entry, account: '9999' }])).toMatchObject({
      detail: { message: 'Account 9999 is not in the cost report.' },
    });
    expect(refused([entry, entry])).toMatchObject({ detail: { message: 'An account is entered twice.' } });
    expect(refused([entry], '2026-11-19')).toMatchObject({
      detail: {
        message: 'The estimate of account 2110 is of 2026-11-20. Choose that day or a later one.',
      },
    });
    expect(refused([{ account: '2110', revision: 2, etcCents: 999_999_999_999 }])).toMatchObject({
      detail: { message: 'The EFC of account 2110 is too large.' },
    });
  });

  test('EFC-04: an entry of another revision is a conflict', () => {
    expect(codeOf(() => change([{ account: '2110', revision: 1, efcCents: 1 }]))).toMatchObject({
      code: 'WORKFLOW_CONFLICT',
    });
  });

  test('EFC-04: an entry of another revision is a conflict also as of an earlier day', () => {
    expect(codeOf(() => change([{ account: '2110', revision: 1, efcCents: 1 }], '2026-11-19'))).toMatchObject(
      { code: 'WORKFLOW_CONFLICT' },
    );
  });

  test('EFC-05: an ETC below zero needs a review', () => {
    expect([-1, 0, null].map(needsReview)).toEqual([true, false, false]);
  });
});
