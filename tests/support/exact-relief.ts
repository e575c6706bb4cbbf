import { expect } from 'vitest';
import type { Count, CountedDraw, CountedLine, CountedOrder } from '#domain/budget/measures';
import { costCents } from '#domain/currency/costing';

/** Every approved line that is open costs what is committed and what its relief costs, which is rounded once. */
export function expectExactRelief(
  order: CountedOrder,
  counts: readonly Count[],
  draws: readonly CountedDraw[],
): void {
  for (const line of order.linesInForce) {
    if (line.isClosed) continue;
    const own = draws.filter(({ orderLineId, isApproved }) => isApproved && orderLineId === line.id);
    const relieved = own.reduce((sum, { cents }) => sum + cents, 0);
    const within = line.cents < 0 ? Math.max(line.cents, relieved) : Math.min(line.cents, relieved);
    const isReopened = line.cents < 0 ? relieved > 0 : relieved < 0;
    expect(committedOf(line, counts)).toBe(
      costCents(line.cents, line.conversion) - (isReopened ? 0 : costCents(within, line.conversion)),
    );
  }
}

function committedOf({ id }: CountedLine, counts: readonly Count[]): number {
  const own = counts.filter(({ lineId, measure }) => lineId === id && measure === 'COMMITTED');
  return own.reduce((sum, { cents }) => sum + cents, 0);
}
