import { permissionsOf } from '#domain/identity/permissions';
import type { Permissions } from '#domain/identity/permissions';
import { mayEditShow, listableShows } from '#domain/management/show-form';
import { readManagedShows } from '#store/directory/shows';
import type { ListedShow, ShowScope } from '#store/directory/shows';
import type { Access, MembershipRow, ShowRow } from '#store/directory/sessions';
import { countWaitingByShow } from '#store/show/lists/count-waiting';
import { summaryOf } from '#verbs/session/login-context';
import type { ShowSummary } from '#verbs/session/login-context';

/** A show in Management or My Shows, and whether the user may edit it. */
export type ManagedShow = ShowSummary & {
  mayEdit: boolean;
  /** Only shows of which the user is a member can be opened. */
  isMember: boolean;
};

/** The show that is open, with the user's membership of it. */
export interface CurrentShow {
  show: ShowRow;
  membership: MembershipRow;
}

interface Page {
  search: string;
  count: number;
  page: number;
}

/**
 * A page of the shows that the user may see under Management (API-49, DEC-11), with the count of pending approvals
 * (DEC-84).
 */
export async function listShows(
  env: Env,
  access: Access,
  from: CurrentShow | null,
  page: Page,
): Promise<{ shows: ManagedShow[]; total: number }> {
  const permissions = from && permissionsOf(from.membership);
  return list(env, access, scopeFrom(permissions), page, (show) =>
    mayEditShow({
      targetShow: show.membership && permissionsOf(show.membership),
      currentShow: permissions,
      isSameStudio: show.studioId === from?.show.studioId,
    }),
  );
}

/** A page of the user's own shows (SH-47 to SH-50, API-60); only `showId` when the caller is limited to one show. */
export async function listOwnShows(env: Env, access: Access, page: Page, showId: string | null | undefined) {
  return list(env, access, { of: 'own', showId }, page, ({ membership }) =>
    mayEditShow({
      targetShow: membership && permissionsOf(membership),
      currentShow: null,
      isSameStudio: false,
    }),
  );
}

async function list(
  env: Env,
  { user, showLocations }: Access,
  scope: ShowScope,
  page: Page,
  mayEdit: (show: ListedShow) => boolean,
): Promise<{ shows: ManagedShow[]; total: number }> {
  const [{ shows, total }, waiting] = await Promise.all([
    readManagedShows(env, user.id, scope, page),
    countWaitingByShow(env, showLocations, user.id),
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

function scopeFrom(permissions: Permissions | null): ShowScope {
  return { of: permissions ? listableShows(permissions) : 'own' };
}
