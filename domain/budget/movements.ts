import { mergeCounts } from './counts.ts';
import type { Count } from './measures.ts';

/** A change of what a document counts. Movements are only ever appended, so that their sum up to a day is as of it. */
export interface Movement extends Count {
  /** The day on which it counts. */
  effectiveDay: string;
  recordedAt: string;
}

/** Returns the movements of a change: what the documents count after it, less what they counted before (BUD-05). */
export function movementsBetween(
  before: readonly Count[],
  after: readonly Count[],
  when: Pick<Movement, 'effectiveDay' | 'recordedAt'>,
): Movement[] {
  const reversed = before.map((count) => ({
    ...count,
    cents: -count.cents,
    ...(count.originalCents !== undefined && { originalCents: -count.originalCents }),
  }));
  return mergeCounts([...reversed, ...after]).map((count) => ({ ...count, ...when }));
}
