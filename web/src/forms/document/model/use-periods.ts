import useSWR from 'swr';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';

/** The accounting periods of the open show. Does not fetch while `isEnabled` is false. */
export function usePeriods(isEnabled = true) {
  const { show } = useSession();
  return useSWR(isEnabled ? keys.managed(show.id, 'periods') : null, () =>
    ask(api.api.periods.$get({ query: { showId: show.id } })),
  );
}
