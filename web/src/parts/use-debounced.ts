import { useEffect, useState } from 'react';

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
