import { useEffect, useState } from 'react';
import type { SharedForm } from './model/draft.ts';

/** Debounce time, so that a typed amount is one request. */
const DEBOUNCE_MS = 500;

/**
 * Returns a part of the form. It is not rendered on each key: reads the form when the user pauses, and renders if a value
 * that counts has changed. `read` is stable.
 */
export function useEntered<Values>(form: SharedForm, read: () => Values): Values {
  const [entered, setEntered] = useState(read);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const update = () => {
      const now = read();
      setEntered((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(update, DEBOUNCE_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [form, read]);
  return entered;
}
