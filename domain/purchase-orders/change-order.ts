import type { LineDraft } from '#domain/documents/line';
import { reducedLine } from './line-reduction.ts';
import type { ApprovedAmounts } from './line-reduction.ts';

/** True when the line at this index is locked; `lockedLineCount` is null without an open change order (CO-06). */
export function isLockedLine(index: number, lockedLineCount: number | null): boolean {
  return lockedLineCount !== null && index < lockedLineCount;
}

/**
 * Returns the lines of a change order's save. The original lines stay as approved, in their places, whatever was sent
 * for them; additional lines are taken from the request (CO-06). With `reductions`, which have the approved amounts of
 * the stored lines, lower amounts are taken where the show allows them (CHANGE-05).
 */
export function withLockedLines(
  stored: readonly LineDraft[],
  sent: readonly LineDraft[],
  lockedLineCount: number,
  reductions: { approved: readonly ApprovedAmounts[]; mayReduce: boolean } | null = null,
): LineDraft[] {
  const locked = stored.slice(0, lockedLineCount).map((line, index) => {
    const amounts = reductions?.approved[index];
    const change = sent.find(({ id }) => id !== null && id === line.id) ?? null;
    return amounts ? reducedLine(line, amounts, change, reductions.mayReduce) : line;
  });
  const ids = new Set(locked.map((line) => line.id));
  return [...locked, ...sent.filter((line) => line.id === null || !ids.has(line.id))];
}
