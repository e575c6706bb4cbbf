import { expect, test } from 'vitest';
import { checkHistories } from '../../support/check-histories.ts';
import { countOrder } from '#domain/budget/measures';
import type { CountedOrder } from '#domain/budget/measures';
import { movementsBetween } from '#domain/budget/movements';

const when = { effectiveDay: '2026-11-03', recordedAt: '2026-11-03T10:00:00.000Z' };

test('BUD-05: a change is recorded as the difference, and no difference as nothing', () => {
  const order: CountedOrder = {
    id: 'po',
    currency: 'USD',
    linesInForce: [{ id: 'l1', account: '2100', cents: 10_000, isClosed: false }],
    linesInApproval: null,
  };
  const recoded = { ...order, linesInForce: [{ ...order.linesInForce[0]!, account: '2200' }] };
  const [before, after] = [countOrder(order, []), countOrder(recoded, [])];
  expect(movementsBetween(before, before, when)).toEqual([]);
  const common = {
    ownerId: 'po',
    documentId: 'po',
    lineId: 'l1',
    codes: '{}',
    coding: '{}',
    currency: 'USD',
    measure: 'COMMITTED',
    ...when,
  };
  expect(movementsBetween(before, after, when)).toEqual([
    { ...common, account: '2100', cents: -10_000 },
    { ...common, account: '2200', cents: 10_000 },
  ]);
});

test('BUD-05: after random histories with rates and taxes, the sums of the movements equal a recount of the documents', () => {
  expect(checkHistories(300, { minLength: 40, maxLength: 80 })).toBeGreaterThan(2_000);
});
