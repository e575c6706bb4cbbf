import { useMemo, useRef } from 'react';

/** What was chosen and is still being fetched, such as the vendor behind a name. */
export interface PendingChoice {
  /** A choice on its way; it ends in whether it came, and says itself why it did not. */
  add: (choice: Promise<boolean>) => void;
  /** Whether all came, those that are chosen meanwhile too; null when nothing is on its way. */
  rest: () => Promise<boolean> | null;
}

/** Who sends choices off waits for those that are not here yet: without them it would send something else than is seen. */
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
      rest: () => (waiting.current.size > 0 ? all() : null),
    };
  }, []);
}
