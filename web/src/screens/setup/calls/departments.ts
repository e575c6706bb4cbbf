import useSWR from 'swr';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import type { Department } from '#domain/management/management-response';

/** The current departments. The forms of documents accept older data (MG-02, DEC-72). */
export function useManagedDepartments() {
  const { show } = useSession();
  return useSWR<Department[]>(keys.lookup(show.id, 'departments'), () =>
    ask(api.api.departments.$get({ query: { showId: show.id } })),
  );
}

/** Changes of a department, a setting or a member. All throw `ApiError`. */
export function addDepartment(showId: string, name: string) {
  return ask(api.api.departments.$post({ query: { showId }, json: { name } }));
}

export function changeDepartment(
  showId: string,
  id: string,
  change: { name?: string | undefined; isActive?: boolean | undefined },
) {
  return ask(api.api.departments[':id'].$patch({ param: { id }, query: { showId }, json: change }));
}

export function setPrefix(showId: string, id: string, value: string) {
  const call = { param: { id }, query: { showId }, json: { value } };
  return ask(api.api.departments[':id'].settings.poNumberPrefix.$post(call));
}

export function setAccountCodes(showId: string, id: string, value: Record<string, string[]>) {
  const call = { param: { id }, query: { showId }, json: { value } };
  return ask(api.api.departments[':id'].settings.accountCodes.$post(call));
}

export function setMember(showId: string, id: string, userId: string, active: boolean) {
  const call = { param: { id, userId }, query: { showId }, json: { active } };
  return ask(api.api.departments[':id'].user[':userId'].$put(call));
}

/** Whether a member can be removed (API-103). */
export function checkMember(showId: string, id: string, userId: string) {
  return ask(api.api.departments[':id'].check.$get({ param: { id }, query: { showId, userId } }));
}
