import { isApprover } from '#domain/permissions';
import { hasIdentityDirectory } from '#edges/identity-directory';
import type { Access, SessionAccess, ShowRow } from '#store/directory/sessions';
import { readMembership, readRecentShows, readShowsOf } from '#store/directory/people';
import type { ShowWithStudio } from '#store/directory/people';
import { countWaitingByShow } from '#store/show/count-waiting';
import { fullName } from './context.ts';
import { signedOutPath } from './provider-sign-in.ts';
import { mayFound } from './require.ts';

/** A show as pickers and lists print it (MG-10, DEC-06). */
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

/** A page of the user's shows, each with what waits for him (SH-47 to SH-50, API-60). */
export async function listMyShows(
  env: Env,
  { user, seats }: Access,
  page: { search: string; count: number; page: number },
): Promise<{ shows: ShowSummary[]; total: number }> {
  const [found, waiting] = await Promise.all([
    readShowsOf(env, user.id, page),
    countWaitingByShow(env, seats, user.id),
  ]);
  return {
    shows: found.shows.map((show) => summaryOf(show, waiting.get(show.id) ?? 0)),
    total: found.total,
  };
}

/** At most this many shows travel with the start-up answer; `Browse All` pages through the rest. */
const startUpShows = 200;

/** Everything the web needs to start (DEC-06, SE-01). `restoreShow` wins over the session's own selection. */
export async function loginContext(
  env: Env,
  access: SessionAccess,
  request: { restoreShow: string | null; expirationTime: string; refreshTime: string },
) {
  const { user, session } = access;
  const [{ shows }, recent] = await Promise.all([
    listMyShows(env, access, { search: '', count: startUpShows, page: 1 }),
    readRecentShows(env, user.id),
  ]);
  const byId = new Map(shows.map((show) => [show.id, show]));
  const wanted = [request.restoreShow, session.selectedShowId].find((id) => id !== null && byId.has(id));
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
      mayCreateShows: mayFound(user),
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

/** SE-16: five at most, filled from the show list when fewer were viewed. */
function recentShowsOf(recent: readonly string[], shows: readonly ShowSummary[]): ShowSummary[] {
  const ordered = [
    ...recent.flatMap((id) => shows.filter((show) => show.id === id)),
    ...shows.filter((show) => !recent.includes(show.id)),
  ];
  return ordered.slice(0, 5);
}
