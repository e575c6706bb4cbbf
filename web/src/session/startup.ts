import { ApiError, api, ask, connect } from '../api.ts';
import { openPermissions } from './decrypt-permissions.ts';
import { showToOpen, withoutShowHints } from './restore-show.ts';
import { readStored, writeStored } from './local-storage.ts';
import type { LoginContext, Rights, ShowSummary, UserConfig } from './api-types.ts';

/** A show with the user's permissions and settings in it. */
export interface OpenShow {
  show: ShowSummary;
  rights: Rights;
  config: UserConfig;
}

export interface Started {
  context: LoginContext;
  /** Null if the user belongs to no show (SE-17). */
  open: OpenShow | null;
}

/** Prefetches the data of the page at an address before it renders; part of a route's `handle`. */
export type Prefetch = (who: OpenShow & { user: LoginContext['user'] }, at: URL) => Promise<unknown>;

/** The permissions of a show did not load or decrypt (SE-23). */
export class PermissionsUnavailableError extends Error {}

/** Whether the call failed because the user is not, or no longer, a member of the show. */
export function isNoMember(error: unknown): boolean {
  const { cause } = error instanceof PermissionsUnavailableError ? error : {};
  return cause instanceof ApiError && cause.code === 'SHOW_NOT_IN_SESSION';
}

export class ServerUnreachableError extends Error {}

/** The login context lacks a required field (SE-01). */
export class IncompleteContextError extends Error {}

const requiredFields = ['user', 'shows', 'csrfToken', 'platformConfig', 'features', 'sid'] as const;

/** An empty list of shows means "no shows"; it does not count as missing (SE-01). */
export function missingFields(context: Partial<LoginContext>): string[] {
  return requiredFields.filter((name) => context[name] === undefined || context[name] === null);
}

/** URL of the sign-in page, with the page to open afterwards (DEC-05). */
export function loginUrl(returnTo: string): string {
  return returnTo === '/' ? '/api/auth/login' : `/api/auth/login?returnTo=${encodeURIComponent(returnTo)}`;
}

/** Leaves the page for `url`. Never resolves, so that nothing is rendered in the meantime. */
export function redirectTo(url: string): Promise<never> {
  const leave = () => location.replace(url);
  // Browsers count a page that is left while it loads as failed.
  if (document.readyState === 'complete') leave();
  else addEventListener('load', leave);
  return new Promise(() => undefined);
}

type ContextQuery = Parameters<(typeof api.api.sessions)['login-context']['$get']>[0]['query'];

async function loginContext(query: ContextQuery): Promise<LoginContext> {
  return ask(api.api.sessions['login-context'].$get({ query })).catch((cause: unknown) => {
    // `fetch` throws a TypeError if there is no response.
    throw cause instanceof TypeError ? new ServerUnreachableError('', { cause }) : cause;
  });
}

/** The key material of the permissions of the current session (DEC-10). */
type Secrets = Pick<LoginContext, 'csrfToken' | 'keySalt'>;
let secrets: Secrets = { csrfToken: '', keySalt: '' };
let renewing: Promise<Secrets | null> | null = null;

function storeSecrets({ csrfToken, keySalt }: Secrets): Secrets {
  secrets = { csrfToken, keySalt };
  connect({ csrfToken });
  return secrets;
}

async function reloadSecrets(userId: string): Promise<Secrets | null> {
  const context = await loginContext({});
  if (context.user.id === userId) return storeSecrets(context);
  // Another user has signed in with this browser: nothing on this page belongs to them.
  location.reload();
  return null;
}

/** Loads the session that another tab renewed. Concurrent calls share one request (DEC-04). */
function renewSecrets(userId: string): Promise<Secrets | null> {
  renewing ??= reloadSecrets(userId)
    .catch(() => null)
    .finally(() => {
      renewing = null;
    });
  return renewing;
}

async function handleSignedOut(error: unknown, currentShow: string | null): Promise<never> {
  if (!(error instanceof ApiError) || error.status !== 401) throw error;
  // The show hints stay in the address and apply after the sign-in (SH-30, SH-31).
  const currentUrl = `${location.pathname}${location.search}${location.hash}`;
  if (error.code !== 'session_timeout') return redirectTo(loginUrl(currentUrl));
  if (currentShow) writeStored('reauthShowId', currentShow);
  return redirectTo(`/error?type=login-redirect&returnTo=${encodeURIComponent(currentUrl)}`);
}

/** Loads the user and opens their show (SE-01, SE-15, SE-19). Redirects signed-out users to the sign-in. */
export async function startUp(): Promise<Started> {
  const url = new URL(location.href);
  const restoreShow = url.searchParams.get('restoreShow');
  const fromUrl = url.searchParams.get('s');
  const beforeLogin = readStored('reauthShowId');
  // The server opens only its own choice along with the response. With any other hint the browser decides.
  const query = {
    ...(restoreShow && { restoreShow }),
    ...(beforeLogin || fromUrl ? {} : { open: '1' as const }),
  };
  const context = await loginContext(query).catch((error: unknown) =>
    // The session expired before this page loaded: only the browser knows which show was open (SE-19).
    handleSignedOut(error, restoreShow ?? fromUrl ?? beforeLogin ?? readStored('currentShowId')),
  );
  if (missingFields(context).length > 0) throw new IncompleteContextError();
  storeSecrets(context);
  connect({ renew: async () => (await renewSecrets(context.user.id))?.csrfToken ?? null });
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
  writeStored('reauthShowId', null);
  if (showId === null) return { context, open: null };
  return { context, open: (await preopenedShow(context, showId)) ?? (await openShow(context, showId)) };
}

/** Returns the show that came with the login context, or null if none or another one did. */
async function preopenedShow(context: LoginContext, showId: string): Promise<OpenShow | null> {
  const show = context.shows.find(({ id }) => id === showId);
  if (!show || context.open?.showId !== showId) return null;
  const { permissions, config } = context.open;
  return { show, rights: await decryptRights(permissions, context, showId), config };
}

type Blob64 = Parameters<typeof openPermissions>[0];

/** Decrypts permissions for this session. Throws `PermissionsUnavailableError` (DEC-10). */
function decryptRights(blob: Blob64, { user }: LoginContext, showId: string): Promise<Rights> {
  return (
    openPermissions(blob, secrets, showId)
      // If another tab renewed the session, the response decrypts with the new key.
      .catch(async (cause: unknown) => {
        const renewed = await renewSecrets(user.id);
        if (!renewed) throw cause;
        return openPermissions(blob, renewed, showId);
      })
      .catch((cause: unknown) => {
        throw new PermissionsUnavailableError('', { cause });
      })
  );
}

/**
 * Loads and decrypts the permissions of a show. Also selects it on the server (`st` = 1), unless it is only refreshed
 * (PE-20).
 */
export async function openShow(
  context: LoginContext,
  showId: string,
  summary?: ShowSummary,
  isAgain = false,
): Promise<OpenShow> {
  const show = summary ?? context.shows.find(({ id }) => id === showId);
  if (!showId || !show) throw new Error('A show without an id cannot be selected'); // SE-29
  const query = { showId, st: isAgain ? '0' : '1' };
  const [blob, config] = await Promise.all([
    ask(api.api.users.permissions.$get({ query })),
    ask(api.api.users.config.$get({ query })),
  ]).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) throw error;
    throw new PermissionsUnavailableError('', { cause: error });
  });
  return { show, rights: await decryptRights(blob, context, showId), config };
}
