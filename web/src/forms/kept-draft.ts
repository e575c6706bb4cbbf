/** Unsaved work, kept in this browser until it is saved or thrown away. */
export interface Kept<Draft> {
  draft: Draft;
  /** The version of the document it began from; 0 for a new one. */
  version: number;
  /** An instant. */
  at: string;
}

/** One slot for each user, show and document, so that nobody is offered another's work. */
export function keptKey(userId: string, showId: string, document: string): string {
  return `draft:${userId}:${showId}:${document}`;
}

function isKept(value: unknown): value is Kept<unknown> {
  return (
    typeof value === 'object' && value !== null && 'draft' in value && 'version' in value && 'at' in value
  );
}

/** What is kept, if it still reads as a draft: an older build may have kept another shape. */
export function readKept<Draft>(key: string, parse: (value: unknown) => Draft | null): Kept<Draft> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isKept(value)) return null;
    const draft = parse(value.draft);
    return draft === null ? null : { draft, version: value.version, at: value.at };
  } catch {
    return null;
  }
}

/** A full or forbidden storage costs the safety net, not the form. */
export function keep<Draft>(key: string, kept: Kept<Draft> | null): void {
  try {
    if (kept === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Nothing to do: the form itself still holds the work.
  }
}

/** So many pieces of unsaved work about one document are kept beside each other. */
const SLOTS = 5;

export interface Found<Draft> extends Kept<Draft> {
  slot: string;
}

/**
 * Unsaved work that was left behind, the newest first, and a free slot for the work that now begins, so that it takes
 * the place of nothing that nobody has decided about. Once all are taken, the oldest is given up.
 */
export function openSlots<Draft>(key: string, parse: (value: unknown) => Draft | null) {
  const slots = Array.from({ length: SLOTS }, (_, index) => (index === 0 ? key : `${key}:${index}`));
  const found = slots
    .flatMap((slot): Found<Draft>[] => {
      const kept = readKept(slot, parse);
      return kept ? [{ ...kept, slot }] : [];
    })
    .toSorted((a, b) => b.at.localeCompare(a.at));
  const taken = new Set(found.map(({ slot }) => slot));
  const free = slots.find((slot) => !taken.has(slot));
  return free === undefined
    ? { found: found.slice(0, -1), own: found.at(-1)?.slot ?? key }
    : { found, own: free };
}
