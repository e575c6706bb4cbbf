import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { Persona } from '#domain/document';
import { hasNextPage, pageSize, sortText } from '#domain/lists';
import type { PurchaseOrderList, PurchaseOrderRow } from '#domain/purchase-order';
import { keys } from '../../../keys.ts';
import { useFlash } from '../../../parts/flash.tsx';
import { useIsPhone } from '../../../parts/use-width.ts';
import { useDocumentChanges, useLiveReturn } from '../../../session/live-provider.tsx';
import { useSession } from '../../../session/session.tsx';
import { listPurchaseOrders } from '../calls.ts';
import { failed } from '../../documents/messages.ts';
import { useRefreshWithoutLive } from '../../documents/use-document.ts';
import { filterBody, filterCount } from './list-query.ts';
import type { ListQuery } from './list-query.ts';
import { useDebounced } from './use-debounced.ts';

/** LS-34: how long a changed filter rests before the list is asked for again. */
const REFETCH_AFTER_MS = 250;
/** A burst of changes, such as a bulk approval, makes one refetch. */
const REFRESH_AFTER_MS = 250;

/** DEC-100: what changed elsewhere is seen here without a reload. */
function useRefreshOnChange(refresh: () => void, showId: string): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useDocumentChanges((change) => {
    if (change.docType !== 'PO' || change.showId !== showId) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      refresh();
    }, REFRESH_AFTER_MS);
  });
  useEffect(() => {
    // While the window was away messages may have been missed.
    addEventListener('focus', refresh);
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      removeEventListener('focus', refresh);
    };
  }, [refresh]);
  useLiveReturn(refresh);
  useRefreshWithoutLive(refresh);
}

/** A page, with the question that it answers: the rows of an older one may still stand on the screen. */
interface ListPage extends PurchaseOrderList {
  asked: string;
}

/** A document raised between two pages pushes the last row of one into the next: each stands once. */
function rowsOf(pages: readonly ListPage[]): PurchaseOrderRow[] {
  return [...new Map(pages.flatMap(({ poS }) => poS).map((row) => [row.id, row])).values()];
}

/** What the list is to show, as the server is asked for it. */
function useWanted(persona: Persona, query: ListQuery) {
  const { user, config } = useSession();
  const phone = useIsPhone();
  const count = phone ? pageSize.mobile : pageSize.dashboard;
  const onlyOwn = persona === 'CREATOR' && config.purchaseOrderVisibility === 'CREATED_BY_THIS_USER';
  return useMemo(
    () => ({ filters: filterBody(query, persona, user.id, onlyOwn), sort: sortText(query.sort), count }),
    [query, persona, user.id, onlyOwn, count],
  );
}

/**
 * The pages of the list as far as they have been scrolled to (LS-20 to LS-24). A failure of what the user asked for is
 * told of; one of a refresh in the background leaves the rows as they are (LS-38).
 */
export function usePurchaseOrders(persona: Persona, query: ListQuery, onReset: () => void) {
  const { show } = useSession();
  const flash = useFlash();
  const [wasLoaded, setLoaded] = useState(false);
  const wanted = useWanted(persona, query);
  const rested = useDebounced(wanted, wasLoaded ? REFETCH_AFTER_MS : 0);
  const { count } = rested;
  const asked = JSON.stringify(rested);
  const isSettled = asked === JSON.stringify(wanted);
  const filtered = filterCount(query) > 0 || query.number !== '';
  const answer = useSWRInfinite<ListPage>(
    (page, before: ListPage | null) =>
      before && !hasNextPage({ page, count }, before.total)
        ? null
        : keys.documents('PO', show.id, persona, rested, page + 1),
    async ([, , showId, as, wish, page]: ReturnType<typeof keys.documents>) => {
      const question = wish as typeof rested;
      const list = await listPurchaseOrders({ showId, persona: as, page, ...question });
      return { ...list, asked: JSON.stringify(question) };
    },
    {
      keepPreviousData: true,
      // What is already in sight is read again only when something changed.
      revalidateFirstPage: false,
      revalidateOnMount: true,
    },
  );
  const { data, error, mutate, size, setSize, isValidating } = answer;
  const isMine = data?.[0]?.asked === asked;
  const ownFailed = error !== undefined && !isMine;
  const reset = useEffectEvent(() => {
    flash('error', failed.listReset);
    onReset();
  });
  const mustReset = ownFailed && !isValidating && filtered && isSettled;
  useEffect(() => {
    if (mustReset) reset();
  }, [mustReset]);
  const refresh = useCallback(() => void mutate(), [mutate]);
  useRefreshOnChange(refresh, show.id);
  // What was asked for before is shown at once as it was then, and read again.
  const lastAsked = useRef(asked);
  const isKept = useEffectEvent(() => isMine);
  useEffect(() => {
    if (lastAsked.current === asked) return;
    lastAsked.current = asked;
    if (isKept()) refresh();
  }, [asked, refresh]);
  useEffect(() => setLoaded((before) => before || data !== undefined), [data]);
  const total = data?.at(-1)?.total ?? 0;
  const isBehind = isMine && data.length < size;
  return {
    /** Undefined until the first page is here. */
    rows: data && rowsOf(data),
    total,
    hasMore: isMine && hasNextPage({ page: data.length, count }, total),
    isLoadingMore: isBehind && isValidating,
    isStale: data !== undefined && (!isSettled || !isMine),
    /** What was asked for did not come, and there is no filter to blame (LS-39). */
    failed: ownFailed && !filtered,
    moreFailed: isBehind && error !== undefined,
    isRetrying: isValidating,
    more: () => {
      // The page before must be here, or pages would be skipped.
      if (isMine && data.length === size) void setSize(size + 1);
    },
    refresh,
  };
}
