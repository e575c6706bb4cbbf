import { Refusal } from '#domain/codes';
import { mayAdministerShow } from '#domain/operations/health';
import { permissionsOf } from '#domain/identity/permissions';
import { readMembership } from '#store/directory/users';
import { readShowRow } from '#store/directory/shows';
import type { ShowRow, UserRow } from '#store/directory/sessions';
import { storeFor } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import type { IdempotencyKey } from '#verbs/request/context';
import type { CurrentShow } from './list-shows.ts';

export interface ShowAdministrator {
  env: Env;
  user: UserRow;
  from: CurrentShow | null;
  now: string;
  idempotencyKey: IdempotencyKey | null;
  runAfterResponse: (work: Promise<unknown>) => void;
}

export interface AdministeredShow extends ShowAdministrator {
  show: ShowRow;
  store: ShowStore;
  isMember: boolean;
}

/** A show, the user's membership of it, and what decides whether they may administer or edit it. */
export async function readShowRights(env: Env, userId: string, from: CurrentShow | null, id: string) {
  const [show, member] = await Promise.all([readShowRow(env, id), readMembership(env, id, userId)]);
  const rights = {
    targetShow: member && permissionsOf(member.membership),
    currentShow: from && permissionsOf(from.membership),
    isSameStudio: show !== null && show.studioId === from?.show.studioId,
  };
  return { show, member, rights };
}

/** Opens a show for its administrator (DEC-11). Throws `FORBIDDEN` for other members, `NOT_FOUND` for non-members. */
export async function openAdministeredShow(
  administrator: ShowAdministrator,
  id: string,
): Promise<AdministeredShow> {
  const { env, user, from } = administrator;
  const { show, member, rights } = await readShowRights(env, user.id, from, id);
  // Users who do not belong to a show must not learn whether it exists (DEC-98).
  if (!mayAdministerShow(rights)) throw new Refusal(member ? 'FORBIDDEN' : 'NOT_FOUND');
  if (!show?.isActive) throw new Refusal('NOT_FOUND');
  return { ...administrator, show, store: storeFor(env, show), isMember: member !== null };
}
