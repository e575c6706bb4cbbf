import { useMemo } from 'react';

/** Returns the same array while its JSON is the same, to avoid rerenders. */
export function useStableList<Item>(list: readonly Item[]): readonly Item[] {
  const json = JSON.stringify(list);
  return useMemo(() => JSON.parse(json) as Item[], [json]);
}
