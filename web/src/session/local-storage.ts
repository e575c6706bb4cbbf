/** The local-storage keys of the session (DEC-08) and of the theme. Nothing else of the session is kept there. */
type StorageKey =
  | 'lastActivityTime'
  | 'currentShowId'
  | 'reauthShowId'
  | 'persona'
  | 'showNextApprovalItem'
  | 'theme';

/** Null where nothing is kept, or where the browser keeps nothing for us at all. */
export function recall(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A full or closed storage costs convenience only.
  }
}
