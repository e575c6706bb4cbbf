import { useCallback } from 'react';
import useSWR from 'swr';
import type { DocType } from '#domain/document';
import { keys } from '../../../keys.ts';
import type { ListDefinition, ListRow, RowsRequest } from './list-definition.ts';

/**
 * The totals of a list beyond the loaded rows, requested if `isNeeded`. Undefined while loading or after a failure
 * (LS-46).
 */
export function useListSums<Type extends DocType, Row extends ListRow, Filters>(
  kind: ListDefinition<Type, Row, Filters>,
  request: RowsRequest<Type, Filters>,
  isNeeded: boolean,
) {
  const { showId, persona, ...rows } = request;
  const key = isNeeded ? keys.listSums(kind.docType, showId, persona, rows) : null;
  const { data, error, mutate } = useSWR(key, () => kind.readSums(request));
  const refresh = useCallback(() => void mutate(), [mutate]);
  const totals = error === undefined ? data : undefined;
  return { sums: totals?.sums, base: totals?.base, refresh };
}
