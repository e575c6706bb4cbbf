import { describe, expect, test } from 'vitest';
import { findPossibleSplit } from '#domain/purchase-orders/split-orders';
import type { InstanceStep } from '#domain/workflow/workflow';

const step = (order: number, amountLimitCents: number | null, kind: InstanceStep['kind'] = 'STANDARD') =>
  ({ order, kind, amountLimitCents }) as InstanceStep;
const flow = { steps: [step(1, null, 'DEPARTMENT'), step(2, 5_000_00), step(3, 25_000_00), step(4, null)] };
const ordersOf = (own: number, ...around: number[]) =>
  findPossibleSplit(
    flow,
    { totalCents: own },
    around.map((totalCents) => ({ totalCents })),
  );

describe('orders that exceed a limit together', () => {
  test('PO-66: three orders of 24,900 exceed the limit of 25,000', () => {
    expect(ordersOf(24_900_00, 24_900_00, 24_900_00)).toMatchObject({
      limitCents: 25_000_00,
      totalCents: 74_700_00,
    });
  });

  test('PO-66: the highest limit that is exceeded is named, with the orders within it', () => {
    expect(ordersOf(4_000_00, 4_000_00)).toMatchObject({ limitCents: 5_000_00, totalCents: 8_000_00 });
    expect(ordersOf(4_000_00, 4_000_00, 24_000_00)).toMatchObject({
      limitCents: 25_000_00,
      totalCents: 32_000_00,
    });
  });

  test('PO-66: a total equal to the limit is within it', () => {
    expect(ordersOf(12_500_00, 12_500_00)).toBeNull();
    expect(ordersOf(12_500_00, 12_500_01)).not.toBeNull();
  });

  test('PO-66: orders above a limit, and credits, do not count toward it', () => {
    expect(ordersOf(4_000_00, 900_00, 26_000_00)).toBeNull();
    expect(ordersOf(4_000_00, -3_000_00, 1_500_00)?.totalCents).toBe(5_500_00);
    expect(ordersOf(-4_000_00, 4_900_00, 4_900_00)).toBeNull();
  });

  test('PO-66: a flow without limits has no splits', () => {
    const open = { steps: [step(1, null, 'DEPARTMENT'), step(2, null)] };
    expect(findPossibleSplit(open, { totalCents: 1 }, [{ totalCents: 999_999_99 }])).toBeNull();
  });
});
