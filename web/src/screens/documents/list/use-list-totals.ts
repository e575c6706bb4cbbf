import { useCallback } from 'react';
import useSWR from 'swr';
import type { DocType } from '#domain/document';
import { keys } from '../../../keys.ts';
import type { ListKind, ListRow, RowsQuestion } from './list-definition.ts';

/**
 * LS-46: what a list comes to beyond the rows that are loaded, asked for once `isAsked`; undefined until it is known. A
 * sum that could not be read is not shown.
 */
export function useListSums<Type extends DocType, Row extends ListRow, Filters>(
  kind: ListKind<Type, Row, Filters>,
  question: RowsQuestion<Type, Filters>,
  isAsked: boolean,
) {
  const { showId, persona, ...wish } = question;
  const key = isAsked ? keys.listSums(kind.docType, showId, persona, wish) : null;
  const { data, error, mutate } = useSWR(key, () => kind.readSums(question));
  const refresh = useCallback(() => void mutate(), [mutate]);
  return { sums: error === undefined ? data?.sums : undefined, refresh };
}
