import useSWR from 'swr';
import type { Department } from '#domain/management/department';
import { api, ask } from '../../../../api.ts';
import { keys } from '../../../../keys.ts';
import { referenceDataOptions } from '../../../../refresh-interval.ts';
import { useSession } from '../../../../session/session.tsx';

async function readMembers(showId: string, departmentIds: string[]): Promise<ReadonlySet<string>> {
  const users = await ask(api.api.departments.users.list.$post({ json: { departmentIds, showId } }));
  return new Set(users.map(({ id }) => id));
}

/**
 * LS-36: the ids of those whom the creator filter offers once departments are chosen: the users of the active ones.
 * Null without a choice, when everybody is offered; undefined until it is known.
 */
export function useDepartmentPeople(
  departments: readonly Department[],
  chosen: readonly string[],
): ReadonlySet<string> | null | undefined {
  const { show } = useSession();
  const active = departments
    .filter(({ id, isActive }) => isActive && chosen.includes(id))
    .map(({ id }) => id);
  const { data } = useSWR(
    active.length === 0 ? null : keys.lookup(show.id, 'department-people', ...active.toSorted()),
    ([, showId, , ...ids]) => readMembers(showId, ids.map(String)),
    { ...referenceDataOptions, keepPreviousData: true },
  );
  if (chosen.length === 0) return null;
  return active.length === 0 ? new Set() : data;
}
