import useSWR from 'swr';
import type { Cover } from '#domain/cover/cover-request';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { useSession } from '../session.tsx';

export type ListedCover = Omit<Cover, 'undecided' | 'undecidedByType'> & {
  undecidedByType?: Cover['undecidedByType'] | undefined;
};

/** The covers of the open show that the user may see (COV-08). */
export function useCovers() {
  const { show } = useSession();
  return useSWR<ListedCover[]>(keys.covers(show.id), () =>
    ask(api.api.covers.$get({ query: { showId: show.id } })),
  );
}
