import { expect, test } from 'vitest';
import { entriesOf, withRevisionsOf } from '../../../web/src/screens/setup/cost-report/estimate-draft.ts';

/** The account as another user changed it while this one typed. */
const changed = { code: '2310', total: 700, efc: 950, budget: 1000, estimateRevision: 2 };
const draft = new Map([
  ['2310', { column: 'efc', revision: 1, cents: 90_000, isInvalid: false } as const],
  ['2400', { column: 'etc', revision: 4, cents: 100, isInvalid: false } as const],
]);

test('EFC-04: an entry names the revision that the user saw, also after the report has loaded again', () => {
  expect(entriesOf([changed], draft)).toEqual([{ account: '2310', revision: 1, efc: 900 }]);
});

test('EFC-04: after the refusal the entry names the revision that the user was shown', () => {
  expect(entriesOf([changed], withRevisionsOf([changed], draft))).toEqual([
    { account: '2310', revision: 2, efc: 900 },
  ]);
  expect(withRevisionsOf([changed], draft).get('2400')?.revision).toBe(4);
});
