import { useEffect, useState } from 'react';

/** How long a search waits for the next key (LS-33, LS-42, VE-09). */
export const SEARCH_DEBOUNCE_MS = 500;

/** A value once it has rested for `ms`; at once when that is 0. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (ms === 0) return setRested(value);
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return ms === 0 ? value : rested;
}

/** A search text once typing has paused; an emptied box counts at once. */
export function useSearchText(typed: string): string {
  const text = typed.trim();
  return useDebounced(text, text === '' ? 0 : SEARCH_DEBOUNCE_MS);
}
