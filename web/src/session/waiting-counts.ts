import { useEffect } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { api, ask, watchActs } from '../api.ts';
import { keys } from '../keys.ts';
import { readFirst } from './preload.ts';
import { useSession } from './session.tsx';

/** What waits for the user in a show, and of which departments he is an active member (DEC-10). */
export function useCounts() {
  const { show } = useSession();
  return useSWR(keys.meta(show.id), () => counts(show.id));
}

export type Counts = Awaited<ReturnType<typeof counts>>;

function counts(show: string) {
  return ask(api.api.users.meta.$get({ query: { show, st: '0', revisions: '1' } }));
}

/** For the first drawing. Errors: `ApiError`. */
export function readCounts(showId: string): Promise<void> {
  return readFirst(keys.meta(showId), () => counts(showId));
}

/** As many shows as start-up brings. */
const shows = { page: '1', count: '200', search: '' };

/** What waits changes with what is done here, whether or not a message of it comes back. */
export function useFreshCounts(): void {
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  useEffect(() => {
    return watchActs(() => {
      void mutate(keys.meta(show.id));
      void mutate(keys.home(show.id));
      void mutate(keys.waiting());
    });
  }, [mutate, show.id]);
}

/** How many documents wait for the user in a show, asked anew while `isWatched` (SH-50); start-up brings the first. */
export function useWaitingByShow(isWatched: boolean): (showId: string) => number {
  const session = useSession();
  const { data } = useSWR(isWatched ? keys.waiting() : null, () =>
    ask(api.api.users.shows.$get({ query: shows })),
  );
  return (showId) =>
    (data?.shows ?? session.shows).find(({ id }) => id === showId)?.awaitingApprovalCount ?? 0;
}
