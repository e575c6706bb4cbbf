import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { DocType } from '#domain/document';
import type { FilterParts } from './filters/filter-parts.ts';
import { readQuery, writeQuery } from './list-query.ts';
import type { ListQuery } from './list-query.ts';

/** The query in the address, and how to change a part of it. Steps of typing and filtering leave no trail behind. */
export function useListQuery<Type extends DocType, Filters>(
  docType: Type,
  parts: FilterParts<Filters>,
): [ListQuery<Type, Filters>, (part: Partial<ListQuery<Type, Filters>>) => void] {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readQuery(docType, parts, params), [docType, parts, params]);
  // A change may be made late (a number that was typed) or right after another: it builds on what is asked for now.
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
