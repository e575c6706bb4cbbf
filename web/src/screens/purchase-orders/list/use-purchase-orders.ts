import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { Persona } from '#domain/document';
import { hasNextPage, pageSize, sortText } from '#domain/lists';
import type { PurchaseOrderList } from '#domain/purchase-order';
import { keys } from '../../../keys.ts';
import { useFlash } from '../../../parts/flash.tsx';
import { useIsPhone } from '../../../parts/use-width.ts';
import { useDocumentChanges, useLiveReturn } from '../../../session/live-provider.tsx';
import { useSession } from '../../../session/session.tsx';
import { listPurchaseOrders } from '../calls.ts';
import { failed } from '../messages.ts';
import { useRefreshWithoutLive } from '../use-purchase-order.ts';
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
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, REFRESH_AFTER_MS);
  });
  useEffect(() => {
    // While the window was away messages may have been missed.
    addEventListener('focus', refresh);
    return () => {
      clearTimeout(timer.current);
      removeEventListener('focus', refresh);
    };
  }, [refresh]);
  useLiveReturn(refresh);
  useRefreshWithoutLive(refresh);
}

/** The pages of the list as far as they have been scrolled to (LS-20 to LS-23). */
export function usePurchaseOrders(persona: Persona, query: ListQuery, onReset: () => void) {
  const { show, user, config } = useSession();
  const flash = useFlash();
  const phone = useIsPhone();
  const count = phone ? pageSize.mobile : pageSize.dashboard;
  const [wasLoaded, setLoaded] = useState(false);
  const onlyOwn = persona === 'CREATOR' && config.purchaseOrderVisibility === 'CREATED_BY_THIS_USER';
  const wanted = useMemo(
    () => ({ filters: filterBody(query, persona, user.id, onlyOwn), sort: sortText(query.sort), count }),
    [query, persona, user.id, onlyOwn, count],
  );
  const rested = useDebounced(wanted, wasLoaded ? REFETCH_AFTER_MS : 0);
  const filtered = filterCount(query) > 0 || query.number !== '';
  const fail = useEffectEvent(() => {
    if (!filtered) return flash('error', failed.list);
    flash('error', failed.listReset);
    return onReset();
  });
  const answer = useSWRInfinite<PurchaseOrderList>(
    (page, before: PurchaseOrderList | null) =>
      before && !hasNextPage({ page, count }, before.total)
        ? null
        : keys.documents('PO', show.id, persona, rested, page + 1),
    (key: ReturnType<typeof keys.documents>) =>
      listPurchaseOrders({ showId: show.id, persona, page: key[5], ...rested }),
    {
      keepPreviousData: true,
      // What is already in sight is read again only when something changed.
      revalidateFirstPage: false,
      revalidateOnMount: true,
    },
  );
  const { data, error, mutate, size, setSize, isValidating } = answer;
  useEffect(() => {
    if (error) fail();
  }, [error]);
  const refresh = useCallback(() => void mutate(), [mutate]);
  useRefreshOnChange(refresh, show.id);
  useEffect(() => setLoaded((before) => before || data !== undefined), [data]);
  const total = data?.at(-1)?.total ?? 0;
  const isLoadingMore = data !== undefined && data.length < size;
  return {
    /** Undefined until the first page is here. */
    rows: data?.flatMap(({ poS }) => poS),
    total,
    hasMore: data !== undefined && hasNextPage({ page: data.length, count }, total),
    isLoadingMore,
    isStale:
      data !== undefined && !isLoadingMore && (rested !== wanted || (isValidating && answer.isLoading)),
    failed: error !== undefined && data === undefined,
    more: () => {
      // The page before must be here, or pages would be skipped.
      if (data && data.length === size) void setSize(size + 1);
    },
  };
}
