import { Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { DocType, Persona } from '#domain/document';
import { sortText } from '#domain/lists/lists';
import { LoadFailure } from '../../../parts/page/card.tsx';
import { BackToTop, LoadMore } from '../../../parts/table/load-more.tsx';
import { LoadingContent } from '../../../parts/page/skeleton.tsx';
import type { RowSelection } from '../../../parts/table/row-selection.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { defaultSort, rememberSort } from '../../../session/queue-sort.ts';
import { useSession } from '../../../session/session.tsx';
import { LastActionNotice } from '../last-action-notice.tsx';
import { kinds } from '../paths.ts';
import { useRowPrefetch } from '../prefetch-document.ts';
import { noFilters } from './filters/filter-parts.ts';
import { ListHeader } from './list-header.tsx';
import type { Arrangement, ListDefinition, ListRow } from './list-definition.ts';
import { useListKeys } from './list-shortcuts.ts';
import type { ListQuery } from './list-query.ts';
import { listTexts } from './messages.ts';
import { Rows } from './rows.tsx';
import type { GroupedRowsProps } from './rows.tsx';
import { arranger } from './arranger.ts';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
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

const GroupedRows = lazyPart(async () => (await import('./view/grouped-rows.tsx')).GroupedRows) as <
  Type extends DocType,
  Row extends ListRow,
  Filters,
>(
  props: GroupedRowsProps<Type, Row, Filters>,
) => JSX.Element;

function List<Type extends DocType, Row extends ListRow, Filters>(props: ListProps<Type, Row, Filters>) {
  const { kind, persona, title } = props;
  const { docType, filters } = kind;
  const { config, show, user } = useSession();
  const top = useRef<HTMLDivElement>(null);
  const [query, change] = useListQuery(docType, persona, filters.parts);
  const onlyOwn = persona === 'CREATOR' && kind.onlyOwn(config);
  const [arrangement, onArrange] = useState<Arrangement<Row> | null>(
    () => arranger.of?.(kind, persona, { userId: user.id, showId: show.id, view: query.view }) ?? null,
  );
  const columns = arrangement?.fetched ?? '';
  const list = useListPages(kind, { persona, query, onlyOwn, columns, box: top }, () =>
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
    <Rows
      {...rowsProps}
      {...{ rows, startsBelow, picks, arrangement }}
      isStale={list.isStale}
      onChanged={refresh}
    />
  );
  const reload = () => {
    list.reload();
    top.current?.closest('main')?.scrollTo({ top: 0 });
  };
  const { sums, base, isQueue } = list;
  const view = { persona, query, rows, total, sums, reload };
  return (
    <div
      ref={top}
      data-queue={isQueue ? true : undefined}
      data-compact={arrangement?.isCompact ? true : undefined}
      className="pb-2"
    >
      <ListHeader {...rowsProps} {...{ title, onlyOwn, rows, total, sums, base, isQueue, onArrange, top }} />
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
          <>
            {query.group ? (
              <Suspense fallback={<LoadingContent />}>
                <GroupedRows {...rowsProps} {...{ onlyOwn, arrangement }} by={query.group} />
              </Suspense>
            ) : Selection ? (
              <Selection view={view}>{drawn}</Selection>
            ) : (
              drawn(null)
            )}
          </>
        )}
        {list.hasMore && !query.group ? (
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
