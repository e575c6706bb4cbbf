import { describe, expect, test } from 'vitest';
import { splitOver } from '#domain/purchase-orders/split-orders';
import type { InstanceStep } from '#domain/workflow/workflow';

const step = (order: number, amountLimitCents: number | null, kind: InstanceStep['kind'] = 'STANDARD') =>
  ({ order, kind, amountLimitCents }) as InstanceStep;
const flow = { steps: [step(1, null, 'DEPARTMENT'), step(2, 5_000_00), step(3, 25_000_00), step(4, null)] };
const of = (own: number, ...around: number[]) =>
  splitOver(
    flow,
    { totalCents: own },
    around.map((totalCents) => ({ totalCents })),
  );

describe('orders that exceed a limit together', () => {
  test('PO-66: three orders of 24,900 exceed the limit of 25,000', () => {
    expect(of(24_900_00, 24_900_00, 24_900_00)).toMatchObject({
      limitCents: 25_000_00,
      totalCents: 74_700_00,
    });
  });

  test('PO-66: the highest limit that is exceeded is named, with the orders within it', () => {
    expect(of(4_000_00, 4_000_00)).toMatchObject({ limitCents: 5_000_00, totalCents: 8_000_00 });
    expect(of(4_000_00, 4_000_00, 24_000_00)).toMatchObject({
      limitCents: 25_000_00,
      totalCents: 32_000_00,
    });
  });

  test('PO-66: exactly the limit is within it', () => {
    expect(of(12_500_00, 12_500_00)).toBeNull();
    expect(of(12_500_00, 12_500_01)).not.toBeNull();
  });

  test('PO-66: orders above a limit do not count towards it, and credits not at all', () => {
    expect(of(4_000_00, 900_00, 26_000_00)).toBeNull();
    expect(of(4_000_00, -3_000_00, 1_500_00)?.totalCents).toBe(5_500_00);
    expect(of(-4_000_00, 4_900_00, 4_900_00)).toBeNull();
  });

  test('PO-66: a flow without limits has no splits', () => {
    const open = { steps: [step(1, null, 'DEPARTMENT'), step(2, null)] };
    expect(splitOver(open, { totalCents: 1 }, [{ totalCents: 999_999_99 }])).toBeNull();
  });
});
