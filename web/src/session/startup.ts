import { ApiError, api, ask, connect } from '../api.ts';
import { openPermissions } from './decrypt-permissions.ts';
import { showToOpen, withoutShowHints } from './restore-show.ts';
import { recall, remember } from './local-storage.ts';
import type { LoginContext, Rights, ShowSummary, UserConfig } from './api-types.ts';

/** A show with everything that its screens need to know about this user. */
export interface OpenShow {
  show: ShowSummary;
  rights: Rights;
  config: UserConfig;
}

export interface Started {
  context: LoginContext;
  /** Null: the user belongs to no show (SE-17). */
  open: OpenShow | null;
}

/** Asks for what the page at an address is going to read, before it is drawn; part of a route's `handle`. */
export type Prefetch = (who: OpenShow & { user: LoginContext['user'] }, at: URL) => Promise<unknown>;

/** The permissions of a show did not load or did not open (SE-23). */
export class PermissionsUnavailable extends Error {}

/** Whoever asked for the permissions of a show is not, or no longer, in it. */
export function isNoMember(error: unknown): boolean {
  const { cause } = error instanceof PermissionsUnavailable ? error : {};
  return cause instanceof ApiError && cause.code === 'SHOW_NOT_IN_SESSION';
}

/** The server could not be asked who is here: nothing is wrong but the connection. */
export class Unreachable extends Error {}

/** The answer lacks something that start-up cannot do without (SE-01). */
export class IncompleteContext extends Error {}

const needed = ['user', 'shows', 'csrfToken', 'platformConfig', 'features', 'sid'] as const;

/** SE-01: an empty list of shows is "no shows", not a missing one. */
export function missingFrom(context: Partial<LoginContext>): string[] {
  return needed.filter((name) => context[name] === undefined || context[name] === null);
}

/** Where to sign in, and what to open afterwards (DEC-05). */
export function loginUrl(returnTo: string): string {
  return returnTo === '/' ? '/api/auth/login' : `/api/auth/login?returnTo=${encodeURIComponent(returnTo)}`;
}

/** Leaves the page for the sign-in; never resolves, so that nothing is drawn in the meantime. */
export function leaveFor(url: string): Promise<never> {
  const leave = () => location.replace(url);
  // A page that is left while it still comes counts as one that did not.
  if (document.readyState === 'complete') leave();
  else addEventListener('load', leave);
  return new Promise(() => undefined);
}

type ContextQuery = Parameters<(typeof api.api.sessions)['login-context']['$get']>[0]['query'];

async function loginContext(query: ContextQuery): Promise<LoginContext> {
  return ask(api.api.sessions['login-context'].$get({ query })).catch((cause: unknown) => {
    // What `fetch` throws where no answer comes.
    throw cause instanceof TypeError ? new Unreachable('', { cause }) : cause;
  });
}

/** What permissions are encrypted with (DEC-10): that of the session whose cookie this browser holds. */
type Secrets = Pick<LoginContext, 'csrfToken' | 'keySalt'>;
let secrets: Secrets = { csrfToken: '', keySalt: '' };
let renewing: Promise<Secrets | null> | null = null;

function keep({ csrfToken, keySalt }: Secrets): Secrets {
  secrets = { csrfToken, keySalt };
  connect({ csrfToken });
  return secrets;
}

async function presentSecrets(userId: string): Promise<Secrets | null> {
  const context = await loginContext({});
  if (context.user.id === userId) return keep(context);
  // Somebody else has signed in with this browser: nothing of this page is his.
  location.reload();
  return null;
}

/** DEC-04: the session that another tab has renewed; calls that need it at once share one question. */
function renewed(userId: string): Promise<Secrets | null> {
  renewing ??= presentSecrets(userId)
    .catch(() => null)
    .finally(() => {
      renewing = null;
    });
  return renewing;
}

async function whenSignedOut(error: unknown, currentShow: string | null): Promise<never> {
  if (!(error instanceof ApiError) || error.status !== 401) throw error;
  // The hints at a show stay in the address, to be honoured after the sign-in (SH-30, SH-31).
  const here = `${location.pathname}${location.search}${location.hash}`;
  if (error.code !== 'session_timeout') return leaveFor(loginUrl(here));
  if (currentShow) remember('reauthShowId', currentShow);
  return leaveFor(`/error?type=login-redirect&returnTo=${encodeURIComponent(here)}`);
}

/** Loads who is here and opens the show to work in (SE-01, SE-15, SE-19). Signed-out visitors leave for the sign-in. */
export async function startUp(): Promise<Started> {
  const url = new URL(location.href);
  const restoreShow = url.searchParams.get('restoreShow');
  const fromUrl = url.searchParams.get('s');
  const beforeLogin = recall('reauthShowId');
  // Only the server's own choice comes with the answer: what else hints at a show is weighed here.
  const query = {
    ...(restoreShow && { restoreShow }),
    ...(beforeLogin || fromUrl ? {} : { open: '1' as const }),
  };
  const context = await loginContext(query).catch((error: unknown) =>
    // A session that ran out before this page was loaded: only the browser knows the show that was open (SE-19).
    whenSignedOut(error, restoreShow ?? fromUrl ?? beforeLogin ?? recall('currentShowId')),
  );
  if (missingFrom(context).length > 0) throw new IncompleteContext();
  keep(context);
  connect({ renew: async () => (await renewed(context.user.id))?.csrfToken ?? null });
  if (restoreShow !== null || fromUrl !== null) {
    history.replaceState(history.state, '', withoutShowHints(location.href));
  }
  const showId = showToOpen({
    selected: context.selectedShow?.id ?? null,
    beforeLogin,
    fromUrl,
    recent: context.recentShows.map((show) => show.id),
    all: context.shows.map((show) => show.id),
  });
  remember('reauthShowId', null);
  if (showId === null) return { context, open: null };
  return { context, open: (await openedAhead(context, showId)) ?? (await openShow(context, showId)) };
}

/** The show as it came with the start-up's answer; null where another one came, or none. */
async function openedAhead(context: LoginContext, showId: string): Promise<OpenShow | null> {
  const show = context.shows.find(({ id }) => id === showId);
  if (!show || context.open?.showId !== showId) return null;
  const { permissions, config } = context.open;
  return { show, rights: await opened(permissions, context, showId), config };
}

type Blob64 = Parameters<typeof openPermissions>[0];

/** DEC-10: what was sealed for this session. Throws `PermissionsUnavailable`. */
function opened(blob: Blob64, { user }: LoginContext, showId: string): Promise<Rights> {
  return (
    openPermissions(blob, secrets, showId)
      // Another tab may have renewed the session: its answer opens with what is new.
      .catch(async (cause: unknown) => {
        const present = await renewed(user.id);
        if (!present) throw cause;
        return openPermissions(blob, present, showId);
      })
      .catch((cause: unknown) => {
        throw new PermissionsUnavailable('', { cause });
      })
  );
}

/**
 * PE-20: loads and opens the permissions of a show, which also selects it on the server (`st` = 1), unless it is only
 * read once more.
 */
export async function openShow(
  context: LoginContext,
  showId: string,
  known?: ShowSummary,
  isAgain = false,
): Promise<OpenShow> {
  const show = known ?? context.shows.find(({ id }) => id === showId);
  if (!showId || !show) throw new Error('A show without an id cannot be selected'); // SE-29
  const query = { showId, st: isAgain ? '0' : '1' };
  const [blob, config] = await Promise.all([
    ask(api.api.users.permissions.$get({ query })),
    ask(api.api.users.config.$get({ query })),
  ]).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) throw error;
    throw new PermissionsUnavailable('', { cause: error });
  });
  return { show, rights: await opened(blob, context, showId), config };
}
