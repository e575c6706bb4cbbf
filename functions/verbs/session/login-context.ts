import { isApprover } from '#domain/identity/permissions';
import { hasIdentityDirectory } from '#edges/identity/identity-directory';
import type { Access, SessionAccess, ShowRow } from '#store/directory/sessions';
import { readMembership, readRecentShows } from '#store/directory/users';
import type { ShowWithStudio } from '#store/directory/users';
import { readManagedShows } from '#store/directory/shows';
import { countWaitingByShow } from '#store/show/lists/count-waiting';
import { fullName } from '#verbs/request/context';
import { signedOutPath } from '#verbs/identity/oidc-sign-in';
import { mayCreateShows } from '#verbs/request/require-permission';

/** A show as pickers and lists display it (MG-10, DEC-06). */
export interface ShowSummary {
  id: string;
  slug: string;
  name: string;
  license: string;
  accountingSystem: ShowRow['accountingSystem'];
  studioDivision: { name: string };
  features: string[];
  awaitingApprovalCount: number;
}

export function summaryOf(show: ShowWithStudio, awaitingApprovalCount: number): ShowSummary {
  const { id, slug, name, license, accountingSystem, features } = show;
  const studioDivision = { name: [show.studioName, show.division].filter(Boolean).join(' / ') };
  return { id, slug, name, license, accountingSystem, studioDivision, features, awaitingApprovalCount };
}

/** Shows in the start-up response; `Browse All` pages through the others. */
const startUpShows = 200;

/** The first shows by name, then the missing ones of `namedIds`: selected and recent shows are always included. */
async function showsAtStart(
  env: Env,
  { user, showLocations }: Access,
  namedIds: Promise<readonly (string | null)[]>,
): Promise<ShowSummary[]> {
  const page = { search: '', count: startUpShows, page: 1 };
  const [first, waiting, ids] = await Promise.all([
    readManagedShows(env, user.id, { of: 'own' }, page),
    countWaitingByShow(env, showLocations, user.id),
    namedIds,
  ]);
  const known = new Set(first.shows.map(({ id }) => id));
  const missing =
    first.total === known.size ? [] : new Set(ids.filter((id) => id !== null && !known.has(id)));
  const more = await Promise.all(
    [...missing].map(async (showId) => readManagedShows(env, user.id, { of: 'own', showId }, page)),
  );
  return [first, ...more].flatMap(({ shows }) =>
    shows.map((show) => summaryOf(show, waiting.get(show.id) ?? 0)),
  );
}

/** The web client's start-up data (DEC-06, SE-01). `restoreShow` takes precedence over the session's selected show. */
export async function loginContext(
  env: Env,
  access: SessionAccess,
  request: { restoreShow: string | null; expirationTime: string; refreshTime: string },
) {
  const { user, session } = access;
  const preferredIds = [request.restoreShow, session.selectedShowId];
  const recently = readRecentShows(env, user.id);
  const namedIds = recently.then((ids) => [...preferredIds, ...ids]);
  const [shows, recent] = await Promise.all([showsAtStart(env, access, namedIds), recently]);
  const byId = new Map(shows.map((show) => [show.id, show]));
  const wanted = preferredIds.find((id) => id !== null && byId.has(id));
  const membership =
    wanted && wanted !== access.show?.id
      ? (await readMembership(env, wanted, user.id))?.membership
      : access.membership;
  return {
    user: {
      id: user.id,
      username: user.username,
      firstName: user.firstName,
      lastName: user.lastName,
      name: fullName(user),
      initials: user.initials,
      localUser: user.localUser,
      mayCreateShows: mayCreateShows(user),
      approver: membership ? isApprover(membership.role) : false,
    },
    shows,
    selectedShow: wanted ? (byId.get(wanted) ?? null) : null,
    recentShows: recentShowsOf(recent, shows),
    csrfToken: session.csrfToken,
    keySalt: session.tokenHash,
    platformConfig: { environment: env.ENVIRONMENT },
    featureFlags: { smartId2: hasIdentityDirectory(env) },
    features: Object.fromEntries(shows.map((show) => [show.id, show.features])),
    sid: { logoutRedirectUrl: signedOutPath(env) },
    dateFormat: user.dateFormat,
    expirationTime: request.expirationTime,
    refreshTime: request.refreshTime,
  };
}

/** At most five, filled from the list of shows when fewer were viewed (SE-16). */
function recentShowsOf(recent: readonly string[], shows: readonly ShowSummary[]): ShowSummary[] {
  const ordered = [
    ...recent.flatMap((id) => shows.filter((show) => show.id === id)),
    ...shows.filter((show) => !recent.includes(show.id)),
  ];
  return ordered.slice(0, 5);
}
