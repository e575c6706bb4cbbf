import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readQuery, writeQuery } from './list-query.ts';
import type { ListQuery } from './list-query.ts';

/** The query in the address, and how to change a part of it. Steps of typing and filtering leave no trail behind. */
export function useListQuery(): [ListQuery, (part: Partial<ListQuery>) => void] {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readQuery(params), [params]);
  const change = useCallback(
    (part: Partial<ListQuery>) =>
      setParams((before) => writeQuery({ ...readQuery(before), ...part }), { replace: true }),
    [setParams],
  );
  return [query, change];
}
