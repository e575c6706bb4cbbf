import { permissionsOf } from '#domain/identity/permissions';
import type { Permissions } from '#domain/identity/permissions';
import { mayEditShow, listableShows } from '#domain/management/show-form';
import { readManagedShows } from '#store/directory/shows';
import type { ListedShow, ShowScope } from '#store/directory/shows';
import type { Access, MembershipRow, ShowRow } from '#store/directory/sessions';
import { countWaitingByShow } from '#store/show/lists/count-waiting';
import { summaryOf } from '#verbs/session/login-context';
import type { ShowSummary } from '#verbs/session/login-context';

/** A show in Management or My Shows, with what the reader may do with it. */
export type ManagedShow = ShowSummary & {
  mayEdit: boolean;
  /** Only one's own shows can be opened. */
  isMember: boolean;
};

/** Where the reader stands: the show that is open, and his place in it. */
export interface Standpoint {
  show: ShowRow;
  membership: MembershipRow;
}

interface Page {
  search: string;
  count: number;
  page: number;
}

/** A page of the shows that DEC-11 lets somebody see under Management (API-49), each with what waits for him (DEC-84). */
export async function listShows(
  env: Env,
  access: Access,
  from: Standpoint | null,
  page: Page,
): Promise<{ shows: ManagedShow[]; total: number }> {
  const here = from && permissionsOf(from.membership);
  return list(env, access, scopeFrom(here), page, (show) =>
    mayEditShow({
      there: show.membership && permissionsOf(show.membership),
      here,
      isSameStudio: show.studioId === from?.show.studioId,
    }),
  );
}

/** A page of one's own shows (SH-47 to SH-50, API-60); of `showId` alone for whoever may call no other. */
export async function listOwnShows(env: Env, access: Access, page: Page, showId: string | null | undefined) {
  return list(env, access, { of: 'own', showId }, page, ({ membership }) =>
    mayEditShow({ there: membership && permissionsOf(membership), here: null, isSameStudio: false }),
  );
}

async function list(
  env: Env,
  { user, showPlaces }: Access,
  scope: ShowScope,
  page: Page,
  mayEdit: (show: ListedShow) => boolean,
): Promise<{ shows: ManagedShow[]; total: number }> {
  const [{ shows, total }, waiting] = await Promise.all([
    readManagedShows(env, user.id, scope, page),
    countWaitingByShow(env, showPlaces, user.id),
  ]);
  return {
    shows: shows.map((show) => ({
      ...summaryOf(show, waiting.get(show.id) ?? 0),
      mayEdit: mayEdit(show),
      isMember: show.membership !== null,
    })),
    total,
  };
}

function scopeFrom(here: Permissions | null): ShowScope {
  return { of: here ? listableShows(here) : 'own' };
}
