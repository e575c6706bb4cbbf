import { useCallback, useState } from 'react';

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

/** Unsaved work found when the form opens; `forget` when it was taken up or thrown away. */
export function useFoundDraft<Draft>(key: string, parse: (value: unknown) => Draft | null) {
  const [found, setFound] = useState(() => readKept(key, parse));
  const forget = useCallback(() => setFound(null), []);
  return { found, forget };
}
