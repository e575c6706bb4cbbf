import { useEffect, useState } from 'react';

/** Debounce time of searches (LS-33, LS-42, VE-09). */
export const SEARCH_DEBOUNCE_MS = 500;

/** The value, debounced by `ms`; immediate when that is 0. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    if (ms === 0) return setDebounced(value);
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return ms === 0 ? value : debounced;
}

/** The debounced search text; an emptied box applies at once. */
export function useSearchText(typed: string): string {
  const text = typed.trim();
  return useDebounced(text, text === '' ? 0 : SEARCH_DEBOUNCE_MS);
}
