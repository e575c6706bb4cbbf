import { expect, test } from 'vitest';
import { orderSubject } from '#domain/purchase-orders/purchase-order-subject';
import { givenOrder, givenSavedLine } from './fixtures.ts';

test.each([
  ['none of its lines', [21, 21], false],
  ['one of its lines', [21, 5], true],
  ['all of its lines', [0, 0], true],
])("DEC-39: an order whose invoices relieve %s has the Worker's relief flags", (_what, left, hasRelief) => {
  const lineItems = left.map((remainingBalance, n) =>
    givenSavedLine({ id: `l${n}`, totalCost: 21, remainingBalance }),
  );
  expect(orderSubject(givenOrder({ lineItems })).hasRelief).toBe(hasRelief);
});
