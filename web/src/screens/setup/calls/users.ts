import { useState } from 'react';
import useSWR from 'swr';
import type { NewUser, FoundUser, User, UserChange } from '#domain/management/user';
import type { Role } from '#domain/identity/permissions';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';

/** A row of the users' list (API-70). */
export interface ListedUser {
  id: string;
  username: string;
  name: string;
  isActive: boolean;
  roleId: Role;
}

/** Everybody of the show as it is now; the filters of lists are content with an older answer (DEC-72). */
export function useShowUsers() {
  const { show } = useSession();
  return useSWR<ListedUser[]>(keys.lookup(show.id, 'people'), () =>
    ask(api.api.users.$get({ query: { show: show.id } })),
  );
}

/** API-71: the user as he is at opening, so that no form begins with what was known before. */
export function useUser(id: string) {
  const { show } = useSession();
  const [asked, setAsked] = useState<string | null>(null);
  const { data, ...rest } = useSWR<User>(
    keys.lookup(show.id, 'user', id),
    () => ask(api.api.users[':id'].$get({ param: { id }, query: { show: show.id } })),
    { dedupingInterval: 0, onSuccess: () => setAsked(id) },
  );
  return { ...rest, data: asked === id ? data : undefined };
}

/** API-68, DEC-63: whom a username belongs to. Errors: `ApiError` with `USER_NOT_FOUND`. */
export async function findUser(showId: string, username: string, useSmartId: boolean): Promise<FoundUser> {
  const query = { show: showId, username, useSmartId: useSmartId ? '1' : '0' };
  // The address answers lists, too, and is typed for them.
  return (await ask(api.api.users.$get({ query }))) as unknown as FoundUser;
}

/** API-66, API-67, API-75. Errors: `ApiError`. */
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

/** Mails a local user another link to set a password. Errors: `ApiError` with `email_send_failed`. */
export function inviteAgain(showId: string, id: string) {
  return ask(api.api.users[':id'].invitation.$post({ param: { id }, query: { show: showId } }));
}
