import { useMemo } from 'react';

/** The same list for as long as it says the same, so that nothing is drawn again for it. */
export function useStableList<One>(list: readonly One[]): readonly One[] {
  const said = JSON.stringify(list);
  return useMemo(() => JSON.parse(said) as One[], [said]);
}
