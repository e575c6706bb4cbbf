import { useState } from 'react';
import useSWR from 'swr';
import type { NewUser, UserChange } from '#domain/management/user';
import type { Role } from '#domain/identity/permissions';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import type { User, UserLookupResult } from '#domain/management/management-response';

/** A row of the user list (API-70). */
export interface ListedUser {
  id: string;
  username: string;
  name: string;
  isActive: boolean;
  roleId: Role;
}

/** The current users of the show. The filters of lists accept older data (DEC-72). */
export function useShowUsers() {
  const { show } = useSession();
  return useSWR<ListedUser[]>(keys.lookup(show.id, 'people'), () =>
    ask(api.api.users.$get({ query: { show: show.id } })),
  );
}

/** Reads the user each time a form opens, so that it does not start from cached data (API-71). */
export function useUser(id: string) {
  const { show } = useSession();
  const [loadedId, setLoadedId] = useState<string | null>(null);
  const { data, ...state } = useSWR<User>(
    keys.lookup(show.id, 'user', id),
    () => ask(api.api.users[':id'].$get({ param: { id }, query: { show: show.id } })),
    { dedupingInterval: 0, onSuccess: () => setLoadedId(id) },
  );
  return { ...state, data: loadedId === id ? data : undefined };
}

/** The user of a username. Throws `ApiError` with `USER_NOT_FOUND` (API-68, DEC-63). */
export async function findUser(
  showId: string,
  username: string,
  useSmartId: boolean,
): Promise<UserLookupResult> {
  const query = { show: showId, username, useSmartId: useSmartId ? '1' : '0' };
  // The route also returns lists and is typed for them.
  return (await ask(api.api.users.$get({ query }))) as unknown as UserLookupResult;
}

/** Changes of users. All throw `ApiError` (API-66, API-67, API-75). */
export function createUser(showId: string, user: NewUser): Promise<User> {
  return ask(api.api.users.$post({ query: { show: showId }, json: user }));
}

export function changeUser(showId: string, id: string, change: UserChange): Promise<User> {
  return ask(api.api.users[':id'].$patch({ param: { id }, query: { show: showId }, json: change }));
}

export function putDepartments(showId: string, id: string, departmentIds: string[]) {
  const call = { param: { id }, query: { show: showId }, json: { departmentIds } };
  return ask(api.api.users[':id'].departments.$put(call));
}

/** E-mails a local user another link to set a password. Throws `ApiError` with `email_send_failed`. */
export function inviteAgain(showId: string, id: string) {
  return ask(api.api.users[':id'].invitation.$post({ param: { id }, query: { show: showId } }));
}
