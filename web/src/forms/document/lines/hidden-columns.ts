import { readStored, writeStored } from '../../../session/local-storage.ts';

interface Owner {
  userId: string;
  showId: string;
}

interface Stored {
  userId: string;
  /** Names of columns by show. */
  shows: Record<string, string[]>;
}

const shownLimit = 50;

function readAll(userId: string): Stored {
  try {
    const stored = JSON.parse(readStored('hiddenLineColumns') ?? '{}') as Partial<Stored>;
    if (stored.userId === userId && typeof stored.shows === 'object') return { userId, shows: stored.shows };
  } catch {
    // What cannot be read counts as no choice.
  }
  return { userId, shows: {} };
}

/** The line columns that this user hid in this show with this browser (ENTRY-04). */
export function readHiddenColumns({ userId, showId }: Owner): string[] {
  const names: unknown = readAll(userId).shows[showId];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

export function writeHiddenColumns({ userId, showId }: Owner, names: readonly string[]): void {
  const others = Object.entries(readAll(userId).shows).filter(([id]) => id !== showId);
  const shows = Object.fromEntries([...others, [showId, [...names]]].slice(-shownLimit));
  writeStored('hiddenLineColumns', JSON.stringify({ userId, shows }));
}
