import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { DocType, Persona } from '#domain/document';
import type { DocumentChanged } from '#domain/realtime/messages';
import { formatCursor, hasNextPage, pageSize } from '#domain/lists/lists';
import { keys } from '../../../keys.ts';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { inBursts } from '../../../session/batch-messages.ts';
import { useDocumentChanges, useLiveOpening } from '../../../session/live-provider.tsx';
import { useSession } from '../../../session/session.tsx';
import { useRefreshWithoutLive } from '../use-polling-fallback.ts';
import { filterCount } from './filters/filter-parts.ts';
import { withoutDecided } from './decided-rows.ts';
import { createPageCache, visiblePages } from './page-cache.ts';
import type { ListAnswer, ListKind, ListRow, PageQuestion } from './list-definition.ts';
import type { ListQuery } from './list-query.ts';
import { listTexts } from './messages.ts';
import { useListSums } from './use-list-totals.ts';
import { useDebounced } from '../../../parts/hooks/use-debounced.ts';

/** A burst of changes, such as a bulk approval, makes one refetch in a second. */
const refreshPace = { soonMs: 250, restMs: 1000 };

/** DEC-100: what changed elsewhere is seen here without a reload. */
function useRefreshOnChange(docType: DocType, refresh: () => void, showId: string): void {
  const changes = useMemo(() => inBursts<DocumentChanged>(refreshPace, refresh), [refresh]);
  useDocumentChanges((change) => {
    if (change.docType === docType && change.showId === showId) changes.add(change);
  });
  useEffect(() => {
    // While the window was away messages may have been missed.
    addEventListener('focus', refresh);
    return () => {
      changes.stop();
      removeEventListener('focus', refresh);
    };
  }, [changes, refresh]);
  useLiveOpening(refresh);
  useRefreshWithoutLive(refresh);
}

/** A page, with the question that it answers: the rows of an older one may still stand on the screen. */
interface ListPage<Row> extends ListAnswer<Row> {
  asked: string;
  /** When, on the clock of `performance`. */
  askedAt: number;
}

/** Where the next page begins: the server need not step over what is already here. */
function endOf(before: ListPage<ListRow> | null): string | null {
  const last = before?.rows.at(-1);
  return last ? formatCursor(last) : null;
}

/** A document raised between two pages pushes the last row of one into the next: each stands once, as it was read last. */
function rowsOf<Row extends ListRow>(pages: readonly ListPage<Row>[]): Row[] {
  const all = new Map<string, { row: Row; askedAt: number }>();
  for (const { rows, askedAt } of pages) {
    for (const row of rows)
      if ((all.get(row.id)?.askedAt ?? -1) <= askedAt) all.set(row.id, { row, askedAt });
  }
  return [...all.values()].map(({ row }) => row);
}

/** The page that was read last: how many there are in all, and of a queue what they come to, is as it says. */
function newestOf<Row>(pages: readonly ListPage<Row>[]): ListPage<Row> | undefined {
  const askedLast = Math.max(...pages.map(({ askedAt }) => askedAt));
  return pages.findLast(({ askedAt }) => askedAt === askedLast);
}

/** A row that says the same as before stays the same value: of those that are read again only the changed are drawn. */
function steadied<Row extends ListRow>(known: Map<string, Row>, read: Row[]): Row[] {
  return read.map((row) => {
    const before = known.get(row.id);
    if (before && JSON.stringify(before) === JSON.stringify(row)) return before;
    known.set(row.id, row);
    return row;
  });
}

export type Wish<Type extends DocType, Filters> = Omit<
  PageQuestion<Type, Filters>,
  'showId' | 'persona' | 'page' | 'after'
>;

/** A page by its key. Errors: `ApiError`. */
export async function readListPage<Type extends DocType, Row extends ListRow, Filters>(
  kind: ListKind<Type, Row, Filters>,
  [, , showId, persona, wanted, page, after]: ReturnType<typeof keys.documents>,
): Promise<ListPage<Row>> {
  const question = wanted as Wish<Type, Filters>;
  const askedAt = performance.now();
  const answered = await kind.readPage({ showId, persona, page, after, ...question });
  return { ...answered, asked: JSON.stringify(question), askedAt };
}

/** What the list is to show, but for the page. */
function useWish<Type extends DocType, Filters>(
  query: ListQuery<Type, Filters>,
  onlyOwn: boolean,
): Wish<Type, Filters> {
  const { user } = useSession();
  const count = useIsPhone() ? pageSize.mobile : pageSize.dashboard;
  return useMemo(() => ({ query, userId: user.id, onlyOwn, count }), [query, user.id, onlyOwn, count]);
}

const SCROLL_REST_MS = 150;

/** Reads pages again that something may have changed meanwhile, once they have come into sight and the list rests there. */
function useReadInSight(list: RefObject<HTMLElement | null>, hasOld: () => boolean, read: () => void): void {
  const look = useEffectEvent(() => {
    if (hasOld()) read();
  });
  useEffect(() => {
    const main = list.current?.closest('main');
    let rest: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(rest);
      rest = setTimeout(() => look(), SCROLL_REST_MS);
    };
    main?.addEventListener('scroll', wait, { passive: true });
    return () => {
      clearTimeout(rest);
      main?.removeEventListener('scroll', wait);
    };
  }, [list]);
}

/**
 * The pages of a list as far as they have been scrolled to (LS-20 to LS-24). A failure of what the user asked for is
 * told of; one of a refresh in the background leaves the rows as they are (LS-38).
 */
export function useListPages<Type extends DocType, Row extends ListRow, Filters>(
  kind: ListKind<Type, Row, Filters>,
  list: {
    persona: Persona;
    query: ListQuery<Type, Filters>;
    onlyOwn: boolean;
    /** The element that grows with the rows, inside the scrolling page. */
    box: RefObject<HTMLElement | null>;
  },
  onReset: () => void,
) {
  const { query, persona, box } = list;
  const { show } = useSession();
  const flash = useToast();
  const [wasLoaded, setLoaded] = useState(false);
  const [known] = useState(() => new Map<string, Row>());
  const wish = useWish(query, list.onlyOwn);
  const rested = useDebounced(wish, wasLoaded ? kind.refetchAfterMs : 0);
  const { count, ...rowsAsked } = rested;
  const asked = JSON.stringify(rested);
  const isSettled = asked === JSON.stringify(wish);
  const filtered = filterCount(kind.filters.parts, query.filters) > 0 || query.number !== '';
  const [pages] = useState(() =>
    createPageCache<ListPage<Row>>((rows) => visiblePages(box.current, { rows, count: wish.count })),
  );
  const answer = useSWRInfinite<ListPage<Row>>(
    (page, before: ListPage<Row> | null) =>
      before && !hasNextPage({ page, count }, before.total)
        ? null
        : keys.documents(kind.docType, show.id, persona, rested, page + 1, endOf(before)),
    async (key: ReturnType<typeof keys.documents>) => {
      const [, , , , wanted, page] = key;
      const kept = pages.kept(page, JSON.stringify(wanted));
      if (kept) return kept;
      const read = await readListPage(kind, key);
      return { ...read, rows: steadied(known, read.rows) };
    },
    {
      keepPreviousData: true,
      // What is already in sight is read again only when something changed.
      revalidateFirstPage: false,
      // At mounting SWR forgets to when the screen is drawn again at once: see `lastAsked`.
      revalidateIfStale: false,
    },
  );
  const { data, error, mutate, size, setSize, isValidating } = answer;
  const shown = useMemo(() => data && withoutDecided<Row, ListPage<Row>>(data), [data]);
  const rows = useMemo(() => shown && rowsOf(shown), [shown]);
  const isMine = data?.[0]?.asked === asked;
  const ownFailed = error !== undefined && !isMine;
  const reset = useEffectEvent(() => {
    flash('error', listTexts.reset);
    onReset();
  });
  const mustReset = ownFailed && !isValidating && filtered && isSettled;
  useEffect(() => {
    if (mustReset) reset();
  }, [mustReset]);
  useLayoutEffect(() => pages.hold(isMine ? data : []), [pages, data, isMine]);
  useLayoutEffect(() => {
    // Those that were read ahead, or on an earlier visit, among them.
    for (const row of rows ?? []) known.set(row.id, row);
  }, [known, rows]);
  const newest = shown && newestOf(shown);
  const total = newest?.total ?? 0;
  const isPart = isMine && newest?.sums === undefined && rows !== undefined && rows.length < total;
  const rest = useListSums(kind, { showId: show.id, persona, ...rowsAsked }, isPart);
  const { refresh: refreshSums } = rest;
  const refresh = useCallback(() => {
    pages.markOld(performance.now());
    void mutate();
    refreshSums();
  }, [pages, mutate, refreshSums]);
  useReadInSight(box, pages.hasOldInSight, () => void mutate());
  useRefreshOnChange(kind.docType, refresh, show.id);
  // What was asked for before, on this visit or an earlier one, is shown at once as it was then, and read again.
  const lastAsked = useRef<string | null>(null);
  const isKept = useEffectEvent(() => isMine);
  useEffect(() => {
    if (lastAsked.current === asked) return;
    lastAsked.current = asked;
    if (isKept()) refresh();
  }, [asked, refresh]);
  useEffect(() => setLoaded((before) => before || data !== undefined), [data]);
  const isBehind = isMine && data.length < size;
  return {
    /** Undefined until the first page is here. */
    rows,
    total,
    isQueue: newest?.sums !== undefined,
    /** What the whole list comes to, unless all of its rows are here; undefined until it is known. */
    sums: newest?.sums ?? rest.sums,
    hasMore: isMine && hasNextPage({ page: data.length, count }, total),
    isLoadingMore: isBehind && isValidating,
    isStale: data !== undefined && (!isSettled || !isMine),
    /** What was asked for did not come, and there is no filter to blame (LS-39, LS-40). */
    failed: ownFailed && !filtered,
    error: error as unknown,
    moreFailed: isBehind && error !== undefined,
    isRetrying: isValidating,
    more: () => {
      // The page before must be here, or pages would be skipped.
      if (isMine && data.length === size) void setSize(size + 1);
    },
    refresh,
    reload: useCallback(() => {
      // From its beginning, whatever is in sight now.
      pages.hold([]);
      void setSize(1).then(() => mutate());
    }, [pages, setSize, mutate]),
  };
}
