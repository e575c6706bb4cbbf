import type { StoredLine } from './line.ts';

/** CO-06: whether the line at this index may not be touched; `lockedLineCount` is null without an open change order. */
export function isLockedLine(index: number, lockedLineCount: number | null): boolean {
  return lockedLineCount !== null && index < lockedLineCount;
}

/** What makes a locked line the same line. Its client key may change. */
function identity(line: Omit<StoredLine, 'keyId'>): string {
  const coding = Object.entries(line.coding).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    line.id,
    line.lineNumber,
    line.description,
    line.quantityHundredths,
    line.unitCostCents,
    line.acquisitionType,
    line.rentalType,
    line.rentalStart,
    line.rentalEnd,
    line.episode,
    coding,
    line.coaExternalId,
    line.taxCode,
  ]);
}

/** CO-06: whether every line up to the original count is still there, in its place and unchanged. */
export function lockedLinesKept(
  before: readonly Omit<StoredLine, 'keyId'>[],
  after: readonly Omit<StoredLine, 'keyId'>[],
  lockedLineCount: number,
): boolean {
  return before.slice(0, lockedLineCount).every((line, index) => {
    const now = after[index];
    return now !== undefined && identity(now) === identity(line);
  });
}
