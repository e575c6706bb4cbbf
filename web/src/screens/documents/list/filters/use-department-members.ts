import useSWR from 'swr';
import { api, ask } from '../../../../api.ts';
import { keys, referenceDataOptions } from '../../../../keys.ts';
import { useSession } from '../../../../session/session.tsx';
import type { Department } from '#domain/management/management-response';

async function readMembers(showId: string, departmentIds: string[]): Promise<ReadonlySet<string>> {
  const users = await ask(api.api.departments.users.list.$post({ json: { departmentIds, showId } }));
  return new Set(users.map(({ id }) => id));
}

/**
 * The ids of the users whom the creator filter offers: members of the selected active departments. Null without a
 * selection, when all users are offered. Undefined while loading (LS-36).
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
