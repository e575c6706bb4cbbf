import useSWR from 'swr';
import { api, ask } from '../api.ts';
import { keys, referenceDataOptions } from '../keys.ts';
import type { Option } from '../parts/fields/select.tsx';
import { useSession } from './session.tsx';

/**
 * The approvers of the show without one user and the signed-in user, who names another (COV-07, REPL-01). The server
 * checks which types they may approve.
 */
export function useOtherApprovers(userId: string | undefined): { options: Option[]; isLoading: boolean } {
  const { show, user } = useSession();
  const { data, isLoading } = useSWR<Option[]>(
    keys.lookup(show.id, 'approvers'),
    async () => {
      const query = { show: show.id, templateType: 'PURCHASE_ORDER' as const };
      const people = await ask(api.api.users.$get({ query }));
      return people.map(({ id, name, roleId }) => ({ id, text: name, detail: roleId }));
    },
    referenceDataOptions,
  );
  return { options: (data ?? []).filter(({ id }) => id !== user.id && id !== userId), isLoading };
}
