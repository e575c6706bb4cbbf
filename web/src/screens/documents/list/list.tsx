import { memo, Suspense, useMemo, useRef, useCallback, useLayoutEffect } from 'react';
import type { DocType, Persona } from '#domain/document';
import { sortText } from '#domain/lists/lists';
import type { Direction, SortType } from '#domain/lists/lists';
import { LoadFailure } from '../../../parts/page/card.tsx';
import { BackToTop, LoadMore } from '../../../parts/table/load-more.tsx';
import { Loading } from '../../../parts/controls/spinner.tsx';
import type { RowSelection } from '../../../parts/table/row-selection.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { useIsBelowDesktop, useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { defaultSort, rememberSort } from '../../../session/queue-sort.ts';
import { useSession } from '../../../session/session.tsx';
import { LastActionNotice } from '../last-action-notice.tsx';
import { kinds } from '../paths.ts';
import { useRowPrefetch } from '../prefetch-document.ts';
import { Cards } from './cards.tsx';
import { noFilters } from './filters/filter-parts.ts';
import { ListHeader } from './list-header.tsx';
import type { ListDefinition, ListRow } from './list-definition.ts';
import { useListKeys } from './list-shortcuts.ts';
import type { ListQuery } from './list-query.ts';
import { listTexts } from './messages.ts';
import { EmptyList } from './empty-list.tsx';
import { hrefOf } from './row-href.ts';
import { RowsTable } from './lazy-rows-table.tsx';
import { useListPages } from './use-list-pages.ts';
import { useListScroll } from './use-list-scroll.ts';
import { useSearchParams } from 'react-router';
import type { FilterParts } from './filters/filter-parts.ts';
import { readQuery, writeQuery } from './list-query.ts';

/** The query in the address, and a function that changes a part of it. Changes replace the history entry. */
function useListQuery<Type extends DocType, Filters>(
  docType: Type,
  persona: Persona,
  parts: FilterParts<Filters>,
): [ListQuery<Type, Filters>, (part: Partial<ListQuery<Type, Filters>>) => void] {
  const [params, setParams] = useSearchParams();
  const { user } = useSession();
  const defaultOf = useCallback(
    (status: string | null) => defaultSort(docType, persona, user.id, status),
    [docType, persona, user.id],
  );
  const query = useMemo(
    () => readQuery(docType, parts, params, defaultOf),
    [docType, parts, params, defaultOf],
  );
  // Changes may come late, as from a debounced search, or right after another. They build on the latest query.
  const latest = useRef(query);
  useLayoutEffect(() => {
    latest.current = query;
  }, [query]);
  const change = useCallback(
    (part: Partial<ListQuery<Type, Filters>>) => {
      const { sort, status } = latest.current;
      // Another tab opens in its own default order, unless the user chose one.
      const isDefault = sortText(sort) === sortText(defaultOf(status));
      const sortOfTab = part.status !== undefined && isDefault ? { sort: defaultOf(part.status) } : {};
      latest.current = { ...latest.current, ...sortOfTab, ...part };
      // Before the order is remembered: as the default it would not be in the address, which would not change.
      const address = writeQuery(docType, parts, latest.current, defaultOf);
      if (part.sort) rememberSort(docType, persona, user.id, latest.current);
      setParams(address, { replace: true });
    },
    [docType, persona, user.id, parts, defaultOf, setParams],
  );
  return [query, change];
}

interface ListProps<Type extends DocType, Row extends ListRow, Filters> {
  kind: ListDefinition<Type, Row, Filters>;
  persona: Persona;
  /** Null where the tabs above the list already show it. */
  title: string | null;
}

interface RowsProps<Type extends DocType, Row extends ListRow, Filters> extends Omit<
  ListProps<Type, Row, Filters>,
  'title'
> {
  query: ListQuery<Type, Filters>;
  change: (part: Partial<ListQuery<Type, Filters>>) => void;
}

/** The accessible name of the rows, such as `Purchase orders`. */
function labelOf(docType: DocType): string {
  const { plural } = kinds[docType];
  return plural.slice(0, 1) + plural.slice(1).toLowerCase();
}

/** The rows: a table or, on a phone, cards (UX-09). */
function RowsOrCards<Type extends DocType, Row extends ListRow, Filters>(
  props: RowsProps<Type, Row, Filters> & {
    rows: readonly Row[] | undefined;
    isStale: boolean;
    startsBelow: boolean;
    picks: RowSelection<Row> | null;
  },
) {
  const { kind, persona, query, change, rows, isStale, startsBelow, picks } = props;
  const phone = useIsPhone();
  const narrow = useIsBelowDesktop();
  const columns = useMemo(
    () => (narrow ? kind.columns.filter(({ isOnlyWide }) => !isOnlyWide) : kind.columns),
    [kind, narrow],
  );
  const drawn = useMemo(() => {
    const isSort = (id: string): id is SortType<Type> =>
      id !== 'ATTACHMENTS' && kind.columns.some((column) => column.id === id);
    return {
      label: labelOf(kind.docType),
      hrefOf: (row: Row) => hrefOf(kind.docType, row, persona),
      empty: <EmptyList kind={kind} persona={persona} query={query} change={change} />,
      sort: { column: query.sort.type, direction: query.sort.direction },
      onSort: (column: string, direction: Direction) => {
        if (isSort(column)) change({ sort: { type: column, direction } });
      },
    };
  }, [kind, persona, query, change]);
  if (phone) {
    const { label, empty } = drawn;
    const cards = { label, rows, isStale, empty, picks };
    return <Cards {...cards} Card={kind.Card} hrefOf={drawn.hrefOf} />;
  }
  return (
    <Suspense fallback={<Loading />}>
      <RowsTable
        {...drawn}
        columns={columns}
        items={rows}
        isStale={isStale}
        deferOffscreenRows={!startsBelow}
        {...(picks && { picks })}
      />
    </Suspense>
  );
}

/** Memoized: a table of fifty rows is the most expensive part of a list. */
const Rows = memo(RowsOrCards) as typeof RowsOrCards;

function List<Type extends DocType, Row extends ListRow, Filters>(props: ListProps<Type, Row, Filters>) {
  const { kind, persona, title } = props;
  const { docType, filters } = kind;
  const { config } = useSession();
  const top = useRef<HTMLDivElement>(null);
  const [query, change] = useListQuery(docType, persona, filters.parts);
  const onlyOwn = persona === 'CREATOR' && kind.onlyOwn(config);
  const list = useListPages(kind, { persona, query, onlyOwn, box: top }, () =>
    change({ filters: noFilters(filters.parts), number: '' }),
  );
  useListKeys();
  const startsBelow = useListScroll(top, JSON.stringify(query));
  useRowPrefetch(top, docType, persona);
  // After a failed request the list shows an error, not an empty list or a total.
  const rows = list.failed ? [] : list.rows;
  const { total, refresh } = list;
  const rowsProps = { kind, persona, query, change };
  const { Selection } = kind;
  const drawn = (picks: RowSelection<Row> | null) => (
    <Rows {...rowsProps} rows={rows} isStale={list.isStale} startsBelow={startsBelow} picks={picks} />
  );
  const reload = () => {
    list.reload();
    top.current?.closest('main')?.scrollTo({ top: 0 });
  };
  const { sums, base, isQueue } = list;
  const view = { persona, query, rows, total, sums, reload };
  return (
    <div ref={top} data-queue={isQueue ? true : undefined} className="pb-2">
      <ListHeader {...rowsProps} {...{ title, onlyOwn, rows, total, sums, base, isQueue }} />
      <LastActionNotice docType={docType} />
      <div className="pt-1">
        {list.failed ? (
          <LoadFailure
            text={listTexts.failed(docType)}
            onRetry={refresh}
            isBusy={list.isRetrying}
            error={list.error}
          />
        ) : (
          <>{Selection ? <Selection view={view}>{drawn}</Selection> : drawn(null)}</>
        )}
        {list.hasMore ? (
          <LoadMore
            isLoading={list.isLoadingMore}
            onLoad={list.more}
            failure={list.moreFailed ? listTexts.failed(docType) : null}
            onRetry={refresh}
          />
        ) : null}
      </div>
      <BackToTop />
    </div>
  );
}

/** The list of one type of document in one persona (LS-01 to LS-40). */
export function DocumentList<Type extends DocType, Row extends ListRow, Filters>(
  props: ListProps<Type, Row, Filters>,
) {
  const { show } = useSession();
  // Another show or persona mounts another list, so that the old rows never appear in it (LS-20).
  return <List key={`${show.id} ${props.persona}`} {...props} />;
}

/** The list of one type in the creator's persona (SH-05, SH-54, SH-62). */
export function CreatorScreen<Type extends DocType, Row extends ListRow, Filters>(props: {
  kind: ListDefinition<Type, Row, Filters>;
}) {
  const { plural } = kinds[props.kind.docType];
  useTitle(plural);
  return <DocumentList kind={props.kind} persona="CREATOR" title={plural} />;
}
