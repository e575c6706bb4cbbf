import { expect, test } from 'vitest';
import { checkHistories } from '../../support/check-histories.ts';

test('BUD-05: after 100,000 random histories with rates and taxes, the sums of the movements equal a recount of the documents', () => {
  expect(checkHistories(100_000, { minLength: 10, maxLength: 30 })).toBeGreaterThan(100_000);
}, 600_000);
