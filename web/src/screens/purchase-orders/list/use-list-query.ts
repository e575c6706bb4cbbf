import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { readQuery, writeQuery } from './list-query.ts';
import type { ListQuery } from './list-query.ts';

/** The query in the address, and how to change a part of it. Steps of typing and filtering leave no trail behind. */
export function useListQuery(): [ListQuery, (part: Partial<ListQuery>) => void] {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readQuery(params), [params]);
  // A change may be made late (a number that was typed) or right after another: it builds on what is asked for now.
  const latest = useRef(query);
  useLayoutEffect(() => {
    latest.current = query;
  }, [query]);
  const change = useCallback(
    (part: Partial<ListQuery>) => {
      latest.current = { ...latest.current, ...part };
      setParams(writeQuery(latest.current), { replace: true });
    },
    [setParams],
  );
  return [query, change];
}
