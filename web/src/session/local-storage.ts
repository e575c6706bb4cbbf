/** The local-storage keys of the session (DEC-08) and of the theme. Nothing else of the session is stored there. */
type StorageKey =
  | 'lastActivityTime'
  | 'currentShowId'
  | 'reauthShowId'
  | 'persona'
  | 'showNextApprovalItem'
  | 'queueSort'
  | 'homeTiles'
  | 'recentDocuments'
  | 'listSettings'
  | 'hiddenLineColumns'
  | 'theme';

/** Returns null if nothing is stored, or if storage is blocked. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A full or blocked storage only costs convenience.
  }
}
