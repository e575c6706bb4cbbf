import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { DocType } from '#domain/document';
import type { DocumentChanged } from '#domain/realtime/messages';
import { formatCursor, hasNextPage, pageSize } from '#domain/lists/lists';
import { keys } from '../../../keys.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { batchMessages } from '../../../session/batch-messages.ts';
import { useDocumentChanges, useOnReconnect } from '../../../session/live-provider.tsx';
import { useSession } from '../../../session/session.tsx';
import { usePollingFallback } from '../use-polling-fallback.ts';
import { filterCount } from './filters/filter-parts.ts';
import { withoutDecided } from './decided-rows.ts';
import { createPageCache, visiblePages } from './page-cache.ts';
import type { ListResponse, ListDefinition, ListRow, PageRequest, RowsRequest } from './list-definition.ts';
import { listTexts } from './messages.ts';
import { useListSums } from './use-list-totals.ts';
import { useDebounced } from '../../../parts/hooks/use-debounced.ts';

/** A burst of changes, such as a bulk approval, causes one refetch per second. */
const refreshPace = { delayMs: 250, intervalMs: 1000 };

/** Shows changes of other users without a reload (DEC-100). */
export function useRefreshOnChange(docType: DocType, refresh: () => void, showId: string): void {
  const changes = useMemo(() => batchMessages<DocumentChanged>(refreshPace, refresh), [refresh]);
  useDocumentChanges((change) => {
    if (change.docType === docType && change.showId === showId) changes.add(change);
  });
  useEffect(() => {
    // Messages may have been missed while the window was in the background.
    addEventListener('focus', refresh);
    return () => {
      changes.stop();
      removeEventListener('focus', refresh);
    };
  }, [changes, refresh]);
  useOnReconnect(refresh);
  usePollingFallback(refresh);
}

/** A page with its request: the rows of an older request may still be on the screen. */
interface ListPage<Row> extends ListResponse<Row> {
  requestKey: string;
  /** The time of the request, on the clock of `performance`. */
  requestedAt: number;
}

/** The cursor of the next page, which saves the server from skipping rows. */
function cursorAfter(before: ListPage<ListRow> | null): string | null {
  const last = before?.rows.at(-1);
  return last ? formatCursor(last) : null;
}

/**
 * A new document between two requests moves the last row of one page to the next. Keeps each row once, from the newest
 * request.
 */
function rowsOf<Row extends ListRow>(pages: readonly ListPage<Row>[]): Row[] {
  const all = new Map<string, { row: Row; requestedAt: number }>();
  for (const { rows, requestedAt } of pages) {
    for (const row of rows)
      if ((all.get(row.id)?.requestedAt ?? -1) <= requestedAt) all.set(row.id, { row, requestedAt });
  }
  return [...all.values()].map(({ row }) => row);
}

/** The page that was requested last, whose count and totals are valid. */
function newestOf<Row>(pages: readonly ListPage<Row>[]): ListPage<Row> | undefined {
  const newestTime = Math.max(...pages.map(({ requestedAt }) => requestedAt));
  return pages.findLast(({ requestedAt }) => requestedAt === newestTime);
}

/** Reuses the objects of unchanged rows, so that a refetch renders only the rows that changed. */
function reuseUnchanged<Row extends ListRow>(rowById: Map<string, Row>, read: Row[]): Row[] {
  return read.map((row) => {
    const before = rowById.get(row.id);
    if (before && JSON.stringify(before) === JSON.stringify(row)) return before;
    rowById.set(row.id, row);
    return row;
  });
}

export type ListRequest<Type extends DocType, Filters> = Omit<
  PageRequest<Type, Filters>,
  'showId' | 'persona' | 'page' | 'after'
>;

/** Reads a page by its key. Throws `ApiError`. */
export async function readListPage<Type extends DocType, Row extends ListRow, Filters>(
  kind: ListDefinition<Type, Row, Filters>,
  [, , showId, persona, listRequest, page, after]: ReturnType<typeof keys.documents>,
): Promise<ListPage<Row>> {
  const request = listRequest as ListRequest<Type, Filters>;
  const requestedAt = performance.now();
  const response = await kind.readPage({ showId, persona, page, after, ...request });
  return { ...response, requestKey: JSON.stringify(request), requestedAt };
}

function useListRequest<Type extends DocType, Filters>({
  query,
  onlyOwn,
  columns,
  group,
}: Pick<RowsRequest<Type, Filters>, 'query' | 'onlyOwn' | 'columns' | 'group'>): ListRequest<Type, Filters> {
  const { user } = useSession();
  const count = useIsPhone() ? pageSize.mobile : pageSize.dashboard;
  return useMemo(
    () => ({ query, userId: user.id, onlyOwn, count, ...(columns && { columns }), ...(group && { group }) }),
    [query, user.id, onlyOwn, count, columns, group],
  );
}

const SCROLL_IDLE_MS = 150;

/** Refreshes stale pages that were scrolled into view, once scrolling has stopped. */
function useRefreshVisible(
  list: RefObject<HTMLElement | null>,
  hasStale: () => boolean,
  read: () => void,
): void {
  const refreshStale = useEffectEvent(() => {
    if (hasStale()) read();
  });
  useEffect(() => {
    const main = list.current?.closest('main');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => refreshStale(), SCROLL_IDLE_MS);
    };
    main?.addEventListener('scroll', wait, { passive: true });
    return () => {
      clearTimeout(timer);
      main?.removeEventListener('scroll', wait);
    };
  }, [list]);
}

/**
 * The loaded pages of a list (LS-20 to LS-24). Reports the failure of a request of the user. A failed background
 * refresh leaves the rows as they are (LS-38).
 */
export function useListPages<Type extends DocType, Row extends ListRow, Filters>(
  kind: ListDefinition<Type, Row, Filters>,
  list: Pick<RowsRequest<Type, Filters>, 'persona' | 'query' | 'onlyOwn' | 'columns' | 'group'> & {
    /** The element that grows with the rows, inside the scrolling page. */
    box: RefObject<HTMLElement | null>;
  },
  onReset: () => void,
) {
  const { query, persona, box } = list;
  const { show } = useSession();
  const flash = useToast();
  const [wasLoaded, setLoaded] = useState(false);
  const [rowById] = useState(() => new Map<string, Row>());
  const request = useListRequest(list);
  const debounced = useDebounced(request, wasLoaded ? kind.refetchAfterMs : 0);
  const { count, ...rowsRequest } = debounced;
  const requestKey = JSON.stringify(debounced);
  const isSettled = requestKey === JSON.stringify(request);
  const isFiltered = filterCount(kind.filters.parts, query.filters) > 0 || query.number !== '';
  const [pages] = useState(() =>
    createPageCache<ListPage<Row>>((rows) => visiblePages(box.current, { rows, count: request.count })),
  );
  const answer = useSWRInfinite<ListPage<Row>>(
    (page, before: ListPage<Row> | null) =>
      before && !hasNextPage({ page, count }, before.total)
        ? null
        : keys.documents(kind.docType, show.id, persona, debounced, page + 1, cursorAfter(before)),
    async (key: ReturnType<typeof keys.documents>) => {
      const [, , , , listRequest, page] = key;
      const cachedPage = pages.fresh(page, JSON.stringify(listRequest));
      if (cachedPage) return cachedPage;
      const read = await readListPage(kind, key);
      return { ...read, rows: reuseUnchanged(rowById, read.rows) };
    },
    {
      keepPreviousData: true,
      // Loaded pages are refetched only when something changed.
      revalidateFirstPage: false,
      // SWR forgets to do it on mount when the component renders again at once. See `lastRequest`.
      revalidateIfStale: false,
    },
  );
  const { data, error, mutate, size, setSize, isValidating } = answer;
  const shown = useMemo(() => data && withoutDecided<Row, ListPage<Row>>(data), [data]);
  const rows = useMemo(() => shown && rowsOf(shown), [shown]);
  const isCurrent = data?.[0]?.requestKey === requestKey;
  const hasFailed = error !== undefined && !isCurrent;
  const reset = useEffectEvent(() => {
    flash('error', listTexts.reset);
    onReset();
  });
  const mustReset = hasFailed && !isValidating && isFiltered && isSettled;
  useEffect(() => {
    if (mustReset) reset();
  }, [mustReset]);
  useLayoutEffect(() => pages.store(isCurrent ? data : []), [pages, data, isCurrent]);
  useLayoutEffect(() => {
    // Includes rows that were prefetched or cached by an earlier visit.
    for (const row of rows ?? []) rowById.set(row.id, row);
  }, [rowById, rows]);
  const newest = shown && newestOf(shown);
  const total = newest?.total ?? 0;
  const isPart =
    isCurrent && !list.group && newest?.sums === undefined && rows !== undefined && rows.length < total;
  const listSums = useListSums(kind, { showId: show.id, persona, ...rowsRequest }, isPart);
  const { refresh: refreshSums } = listSums;
  const refresh = useCallback(() => {
    pages.markStale(performance.now());
    void mutate();
    refreshSums();
  }, [pages, mutate, refreshSums]);
  useRefreshVisible(box, pages.hasVisibleStalePages, () => void mutate());
  useRefreshOnChange(kind.docType, refresh, show.id);
  // Shows the cached rows of an earlier request at once, and refetches them.
  const lastRequest = useRef<string | null>(null);
  const isCached = useEffectEvent(() => isCurrent);
  useEffect(() => {
    if (lastRequest.current === requestKey) return;
    lastRequest.current = requestKey;
    if (isCached()) refresh();
  }, [requestKey, refresh]);
  useEffect(() => setLoaded((before) => before || data !== undefined), [data]);
  const isNextMissing = isCurrent && data.length < size;
  return {
    /** Undefined until the first page has loaded. */
    rows,
    total,
    isQueue: newest?.sums !== undefined,
    /** The totals of the whole list, unless all rows are loaded. Undefined while loading. */
    sums: newest?.sums ?? listSums.sums,
    /** One total in the base currency, likewise; only in a show that has one. */
    base: newest?.sums ? newest.base : listSums.base,
    hasMore: isCurrent && hasNextPage({ page: data.length, count }, total),
    isLoadingMore: isNextMissing && isValidating,
    isStale: data !== undefined && (!isSettled || !isCurrent),
    /** The request failed, and not because of a filter (LS-39, LS-40). */
    failed: hasFailed && !isFiltered,
    error: error as unknown,
    moreFailed: isNextMissing && error !== undefined,
    isRetrying: isValidating,
    more: () => {
      // The next page is requested only after the previous one has loaded, else pages would be skipped.
      if (isCurrent && data.length === size) void setSize(size + 1);
    },
    refresh,
    reload: useCallback(() => {
      // Drops all pages, so that the list starts from the beginning.
      pages.store([]);
      void setSize(1).then(() => mutate());
    }, [pages, setSize, mutate]),
  };
}
