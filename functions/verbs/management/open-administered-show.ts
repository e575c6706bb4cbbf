import { Refusal } from '#domain/codes';
import { mayAdministerShow } from '#domain/operations/health';
import { permissionsOf } from '#domain/identity/permissions';
import { readMembership } from '#store/directory/users';
import { readShowRow } from '#store/directory/shows';
import type { ShowRow, UserRow } from '#store/directory/sessions';
import { storeFor } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import type { Standpoint } from './list-shows.ts';

/** Who looks after shows, and from which open one. */
export interface ShowAdministrator {
  env: Env;
  user: UserRow;
  from: Standpoint | null;
  now: string;
  later: (work: Promise<unknown>) => void;
}

/** A show that somebody looks after; he need not be a member of it. */
export interface AdministeredShow extends ShowAdministrator {
  show: ShowRow;
  store: ShowStore;
  isMember: boolean;
}

/** Opens a show to whoever looks after it (DEC-11). Throws `FORBIDDEN` for its other members, `NOT_FOUND` for strangers. */
export async function openAdministeredShow(
  administrator: ShowAdministrator,
  id: string,
): Promise<AdministeredShow> {
  const { env, user, from } = administrator;
  const [show, place] = await Promise.all([readShowRow(env, id), readMembership(env, id, user.id)]);
  const rights = {
    there: place && permissionsOf(place.membership),
    here: from && permissionsOf(from.membership),
    isSameStudio: show !== null && show.studioId === from?.show.studioId,
  };
  // DEC-98: who does not belong to a show does not learn whether there is one.
  if (!mayAdministerShow(rights)) throw new Refusal(place ? 'FORBIDDEN' : 'NOT_FOUND');
  if (!show?.isActive) throw new Refusal('NOT_FOUND');
  return { ...administrator, show, store: storeFor(env, show), isMember: place !== null };
}
