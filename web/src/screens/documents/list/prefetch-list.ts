import { preload } from 'swr';
import type { DocType, Persona } from '#domain/document';
import { pageSize } from '#domain/lists/lists';
import { keys } from '../../../keys.ts';
import { isPhone } from '../../../parts/hooks/use-breakpoint.ts';
import type { Prefetch } from '../../../session/startup.ts';
import type { ListKind, ListRow } from './list-definition.ts';
import { readQuery } from './list-query.ts';
import { prefetchTable } from './lazy-rows-table.tsx';
import { readListPage } from './use-list-pages.ts';
import type { Wish } from './use-list-pages.ts';

/** Asks for the first page of a list as the list itself will, and for what draws it, before it is drawn. */
export function prefetchList<Type extends DocType, Row extends ListRow, Filters>(
  kind: ListKind<Type, Row, Filters>,
  persona: Persona,
): Prefetch {
  return ({ user, show, config }, at) => {
    const wish: Wish<Type, Filters> = {
      query: readQuery(kind.docType, kind.filters.parts, at.searchParams),
      userId: user.id,
      onlyOwn: persona === 'CREATOR' && kind.onlyOwn(config),
      count: isPhone() ? pageSize.mobile : pageSize.dashboard,
    };
    const key = keys.documents(kind.docType, show.id, persona, wish, 1, null);
    return Promise.all([preload(key, () => readListPage(kind, key)), prefetchTable()]);
  };
}
