import { expect, test } from 'vitest';
import { chartOfAccounts } from '../../component/support/fixtures/chart-of-accounts.ts';
import { codesOf } from '../../../web/src/screens/documents/review/line-codes.ts';

test('REV-05: a code has its name in the chart of accounts, unless the name only repeats it', () => {
  const coded = (coding: Record<string, string>) => codesOf({ coding, taxCode: null }, chartOfAccounts);
  expect(coded({ ACCOUNT: '2302', EPISODE: '103' })).toBe('Account 2302 Rentals · Episode 103');
  expect(coded({ ACCOUNT: '9999' })).toBe('Account 9999');
});
