import { preload } from 'swr';
import type { DocType, Persona } from '#domain/document';
import { pageSize } from '#domain/lists/lists';
import { keys } from '../../../keys.ts';
import { isPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { defaultSort } from '../../../session/queue-sort.ts';
import type { Prefetch } from '../../../session/startup.ts';
import type { ListDefinition, ListRow } from './list-definition.ts';
import { arranger, prefetchArranger } from './arranger.ts';
import { readQuery } from './list-query.ts';
import { prefetchTable } from './lazy-rows-table.tsx';
import { readListPage } from './use-list-pages.ts';
import type { ListRequest } from './use-list-pages.ts';

/** Prefetches the first page of a list, with the key that the list will use, and the code of the table. */
export function prefetchList<Type extends DocType, Row extends ListRow, Filters>(
  kind: ListDefinition<Type, Row, Filters>,
  persona: Persona,
): Prefetch {
  return async ({ user, show, config }, at) => {
    await prefetchArranger();
    const query = readQuery(kind.docType, kind.filters.parts, at.searchParams, (status) =>
      defaultSort(kind.docType, persona, user.id, status),
    );
    const place = { userId: user.id, showId: show.id, view: query.view };
    const columns = arranger.of?.(kind, persona, place)?.fetched;
    const request: ListRequest<Type, Filters> = {
      query,
      userId: user.id,
      onlyOwn: persona === 'CREATOR' && kind.onlyOwn(config),
      count: isPhone() ? pageSize.mobile : pageSize.dashboard,
      ...(columns && { columns }),
    };
    const key = keys.documents(kind.docType, show.id, persona, request, 1, null);
    return Promise.all([preload(key, () => readListPage(kind, key)), prefetchTable()]);
  };
}
