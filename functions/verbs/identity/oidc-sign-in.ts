import {
  startAuthorization,
  endSessionUrl,
  completeAuthorization,
  ProviderFailure,
} from '#edges/identity/oidc';
import type { Identity, Trip } from '#edges/identity/oidc';
import { log } from '#edges/log';
import { linkSubject, findUserBySubject, accountQuery } from '#store/directory/users';
import { keepPendingSignIn, consumePendingSignIn } from '#store/directory/pending-sign-ins';
import type { SessionRow, UserRow } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { startSession, newToken } from './start-session.ts';
import type { Arrival } from './start-session.ts';
import { seal, unseal } from './encrypt-secret.ts';
import { pendingForMs } from './second-factor.ts';
import { read } from '#store/d1/query';
import { directoryOf } from '#store/d1/open';

const purpose = 'provider-sign-in';
const callbackOf = (origin: string) => `${origin}/api/auth/callback`;

/** True when people sign in with an identity provider (DEC-05). */
export function usesProvider(env: Env): boolean {
  return env.OIDC_ISSUER !== '';
}

/** Null in the place of a provider that cannot be asked, or is not to be believed. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof ProviderFailure) return null;
    throw error;
  });
}

/** Sets out for the identity provider (DEC-05): where to go, and the cookie of the way. Null: it cannot be reached. */
export async function startOidcSignIn(
  env: Env,
  { origin, returnTo, now }: { origin: string; returnTo: string; now: string },
): Promise<{ url: string; token: string } | null> {
  const begun = await orNull(startAuthorization(env, callbackOf(origin)));
  if (!begun) return null;
  const { url, trip } = begun;
  const token = newToken();
  const tokenHash = sha256(token);
  await keepPendingSignIn(env, {
    tokenHash,
    kind: 'PROVIDER',
    userId: null,
    returnTo,
    secret: await seal(env, purpose, tokenHash, JSON.stringify(trip)),
    expiresAt: new Date(Date.parse(now) + pendingForMs).toISOString(),
  });
  return { url, token };
}

type Unknown = 'UNVERIFIED' | 'LOCAL' | 'UNKNOWN' | 'OTHER';

/** What became of somebody who came back: signed in, or why not. */
export type Returned =
  | { kind: 'SESSION'; token: string; returnTo: string }
  | { kind: Unknown | 'FAILED'; email: string; returnTo: string };

/**
 * Ends the way to the identity provider, once. Nobody is made by signing in, and whoever has a password here signs in with
 * that. `FAILED`, too, when this browser had not set out, or is back already.
 */
export async function completeOidcSignIn(
  env: Env,
  trip: { token: string; origin: string; search: string },
  arrival: Arrival,
): Promise<Returned> {
  const tokenHash = sha256(trip.token);
  const pending = await consumePendingSignIn(env, tokenHash, 'PROVIDER', arrival.now);
  const remembered = pending && (await unseal(env, purpose, tokenHash, pending.secret));
  const returnTo = pending?.returnTo ?? '';
  if (!remembered) return { kind: 'FAILED', email: '', returnTo };
  const url = new URL(callbackOf(trip.origin) + trip.search);
  const who = await orNull(completeAuthorization(env, url, JSON.parse(remembered) as Trip));
  if (!who) return { kind: 'FAILED', email: '', returnTo };
  const email = who.verifiedEmail?.trim().toLowerCase() ?? '';
  const found = await personOf(env, who, email);
  if (typeof found === 'string') {
    log('warn', 'sign-in refused', { by: 'identity provider', why: found });
    return { kind: found, email, returnTo };
  }
  return {
    kind: 'SESSION',
    token: await startSession(env, found.id, arrival, {
      by: 'identity provider',
      idToken: who.idToken,
    }),
    returnTo,
  };
}

/**
 * Whom the provider means: who was bound to this subject, whatever the e-mail says by now; else who has the verified e-mail
 * as username, who is bound by that from now on. `OTHER`: the provider has called that person by another subject before.
 */
async function personOf(env: Env, who: Identity, email: string): Promise<UserRow | Unknown> {
  const bound = await findUserBySubject(env, who);
  if (bound) return bound.localUser ? 'LOCAL' : bound;
  if (email === '') return 'UNVERIFIED';
  const user = await read(accountQuery(directoryOf(env, ''), email));
  if (!user || user.localUser) return user ? 'LOCAL' : 'UNKNOWN';
  return (await linkSubject(env, user.id, who)) ? user : 'OTHER';
}

/** Where whoever is signed out ends up (DEC-05). The provider's page would sign him in again at once. */
export function signedOutPath(env: Env): string {
  return usesProvider(env) ? '/api/auth/signed-out' : '/api/auth/login';
}

/** Where a browser goes when its session has ended (SE-20, API-44): out of the identity provider, too, if it came from there. */
export async function logoutUrl(
  env: Env,
  session: Pick<SessionRow, 'tokenHash' | 'idToken'>,
  origin: string,
): Promise<string> {
  if (!usesProvider(env)) return signedOutPath(env);
  const idToken = session.idToken && (await unseal(env, 'id-token', session.tokenHash, session.idToken));
  const out = idToken ? await endSessionUrl(env, idToken, `${origin}/api/auth/signed-out`) : null;
  return out ?? signedOutPath(env);
}
