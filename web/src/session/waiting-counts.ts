import { useEffect } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { api, ask, watchMutations } from '../api.ts';
import { keys } from '../keys.ts';
import { preloadData } from './preload.ts';
import { useSession } from './session.tsx';

/**
 * Counts of documents that wait for the user in the show, and the departments of which they are an active member
 * (DEC-10).
 */
export function useCounts() {
  const { show } = useSession();
  return useSWR(keys.meta(show.id), () => counts(show.id));
}

export type Counts = Awaited<ReturnType<typeof counts>>;

function counts(show: string) {
  return ask(api.api.users.meta.$get({ query: { show, st: '0', revisions: '1' } }));
}

/** For the first render. Throws `ApiError`. */
export function readCounts(showId: string): Promise<void> {
  return preloadData(keys.meta(showId), () => counts(showId));
}

/** As many shows as the login context contains. */
const shows = { page: '1', count: '200', search: '' };

/** Refetches the counts after every mutation, whether or not a message about it arrives. */
export function useFreshCounts(): void {
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  useEffect(() => {
    return watchMutations(() => {
      void mutate(keys.meta(show.id));
      void mutate(keys.home(show.id));
      void mutate(keys.waiting());
    });
  }, [mutate, show.id]);
}

/**
 * Returns the number of documents that wait for the user in a show, refetched when `isWatched`; initially from the
 * login context (SH-50).
 */
export function useWaitingByShow(isWatched: boolean): (showId: string) => number {
  const session = useSession();
  const { data } = useSWR(isWatched ? keys.waiting() : null, () =>
    ask(api.api.users.shows.$get({ query: shows })),
  );
  return (showId) =>
    (data?.shows ?? session.shows).find(({ id }) => id === showId)?.awaitingApprovalCount ?? 0;
}
