import type { LineDraft } from '#domain/documents/line';

/** CO-06: whether the line at this index may not be touched; `lockedLineCount` is null without an open change order. */
export function isLockedLine(index: number, lockedLineCount: number | null): boolean {
  return lockedLineCount !== null && index < lockedLineCount;
}

/**
 * CO-06: the lines of a save of a change order. Those up to the original count are the stored ones, in their places,
 * whatever was sent for them; only what was sent beyond them is new.
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
