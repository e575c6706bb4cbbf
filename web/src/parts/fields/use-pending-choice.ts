import { useMemo, useRef } from 'react';

/** Choices that are still being fetched, such as the vendor behind a chosen name. */
export interface PendingChoice {
  /** Adds a pending choice. It resolves to whether it succeeded, and reports its own failure. */
  add: (choice: Promise<boolean>) => void;
  /** Resolves to whether all choices succeeded, including those added meanwhile; null when none is pending. */
  whenSettled: () => Promise<boolean> | null;
}

/** Tracks pending choices, so that a save or a filter waits for them instead of sending an outdated value. */
export function usePendingChoice(): PendingChoice {
  const waiting = useRef(new Set<Promise<boolean>>());
  return useMemo(() => {
    const all = async (): Promise<boolean> => {
      const came = (await Promise.all(waiting.current)).every(Boolean);
      return waiting.current.size > 0 ? (await all()) && came : came;
    };
    return {
      add: (choice) => {
        waiting.current.add(choice);
        void choice.then(() => waiting.current.delete(choice));
      },
      whenSettled: () => (waiting.current.size > 0 ? all() : null),
    };
  }, []);
}
