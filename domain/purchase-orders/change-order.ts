import type { LineDraft } from '#domain/documents/line';

/** True when the line at this index is locked; `lockedLineCount` is null without an open change order (CO-06). */
export function isLockedLine(index: number, lockedLineCount: number | null): boolean {
  return lockedLineCount !== null && index < lockedLineCount;
}

/**
 * Returns the lines of a change order's save. The original lines stay as stored, in their places, whatever was sent for
 * them; only additional lines are taken from the request (CO-06).
 */
export function withLockedLines(
  stored: readonly LineDraft[],
  sent: readonly LineDraft[],
  lockedLineCount: number,
): LineDraft[] {
  const locked = stored.slice(0, lockedLineCount);
  const ids = new Set(locked.map((line) => line.id));
  return [...locked, ...sent.filter((line) => line.id === null || !ids.has(line.id))];
}
