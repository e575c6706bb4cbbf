import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { DocType } from '#domain/document';
import type { FilterParts } from './filters/filter-parts.ts';
import { readQuery, writeQuery } from './list-query.ts';
import type { ListQuery } from './list-query.ts';

/** The query in the address, and a function that changes a part of it. Changes replace the history entry. */
export function useListQuery<Type extends DocType, Filters>(
  docType: Type,
  parts: FilterParts<Filters>,
): [ListQuery<Type, Filters>, (part: Partial<ListQuery<Type, Filters>>) => void] {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readQuery(docType, parts, params), [docType, parts, params]);
  // Changes may come late, as from a debounced search, or right after another. They build on the latest query.
  const latest = useRef(query);
  useLayoutEffect(() => {
    latest.current = query;
  }, [query]);
  const change = useCallback(
    (part: Partial<ListQuery<Type, Filters>>) => {
      latest.current = { ...latest.current, ...part };
      setParams(writeQuery(docType, parts, latest.current), { replace: true });
    },
    [docType, parts, setParams],
  );
  return [query, change];
}
