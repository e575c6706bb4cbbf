import type { Identity, AuthorizationRequest } from '#edges/identity/oidc';
import { log } from '#edges/log';
import { linkSubject, findUserBySubject, accountQuery } from '#store/directory/users';
import { insertPendingSignIn, consumePendingSignIn } from '#store/directory/pending-sign-ins';
import type { SessionRow, UserRow } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { startSession, newToken } from './start-session.ts';
import type { SignInRequest } from './start-session.ts';
import { encryptSecret, decryptSecret } from './encrypt-secret.ts';
import { pendingForMs } from './second-factor.ts';
import { read } from '#store/d1/query';
import { directoryOf } from '#store/d1/open';

const purpose = 'provider-sign-in';
const callbackOf = (origin: string) => `${origin}/api/auth/callback`;

/** True when users sign in with an identity provider (DEC-05). */
export function usesProvider(env: Env): boolean {
  return env.OIDC_ISSUER !== '';
}

/** Loaded when used: most requests need no library for the provider's protocol. */
const oidc = () => import('#edges/identity/oidc');

/**
 * Starts a sign-in at the identity provider. Returns the URL to redirect to and the cookie of the pending sign-in; null
 * when the provider cannot be reached (DEC-05).
 */
export async function startOidcSignIn(
  env: Env,
  { origin, returnTo, now }: { origin: string; returnTo: string; now: string },
): Promise<{ url: string; token: string } | null> {
  const { startAuthorization } = await oidc();
  const authorization = await startAuthorization(env, callbackOf(origin));
  if (!authorization) return null;
  const { url, request } = authorization;
  const token = newToken();
  const tokenHash = sha256(token);
  await insertPendingSignIn(env, {
    tokenHash,
    kind: 'PROVIDER',
    userId: null,
    returnTo,
    secret: await encryptSecret(env, purpose, tokenHash, JSON.stringify(request)),
    expiresAt: new Date(Date.parse(now) + pendingForMs).toISOString(),
  });
  return { url, token };
}

type SignInRefusal = 'UNVERIFIED' | 'LOCAL' | 'UNKNOWN' | 'OTHER';

/** The result of a sign-in at the provider: a session, or why not. */
export type CallbackResult =
  | { kind: 'SESSION'; token: string; returnTo: string }
  | { kind: SignInRefusal | 'FAILED'; email: string; returnTo: string };

/**
 * Completes a sign-in at the identity provider, once. It creates no user, and users with a password here must use that.
 * Returns `FAILED` also when this browser did not start the sign-in, or has completed it before.
 */
export async function completeOidcSignIn(
  env: Env,
  trip: { token: string; origin: string; search: string },
  signInRequest: SignInRequest,
): Promise<CallbackResult> {
  const tokenHash = sha256(trip.token);
  const pending = await consumePendingSignIn(env, tokenHash, 'PROVIDER', signInRequest.now);
  const storedTrip = pending && (await decryptSecret(env, purpose, tokenHash, pending.secret));
  const returnTo = pending?.returnTo ?? '';
  if (!storedTrip) return { kind: 'FAILED', email: '', returnTo };
  const url = new URL(callbackOf(trip.origin) + trip.search);
  const { completeAuthorization } = await oidc();
  const identity = await completeAuthorization(env, url, JSON.parse(storedTrip) as AuthorizationRequest);
  if (!identity) return { kind: 'FAILED', email: '', returnTo };
  const email = identity.verifiedEmail?.trim().toLowerCase() ?? '';
  const result = await findUserOfIdentity(env, identity, email);
  if (typeof result === 'string') {
    log('warn', 'sign-in refused', { by: 'identity provider', why: result });
    return { kind: result, email, returnTo };
  }
  return {
    kind: 'SESSION',
    token: await startSession(env, result.id, signInRequest, {
      by: 'identity provider',
      idToken: identity.idToken,
    }),
    returnTo,
  };
}

/**
 * The user that the provider names: the one linked to this subject, even if the e-mail has changed; otherwise the one
 * whose username is the verified e-mail, who is linked from now on. `OTHER`: the user is linked to another subject.
 */
async function findUserOfIdentity(
  env: Env,
  identity: Identity,
  email: string,
): Promise<UserRow | SignInRefusal> {
  const bound = await findUserBySubject(env, identity);
  if (bound) return bound.localUser ? 'LOCAL' : bound;
  if (email === '') return 'UNVERIFIED';
  const user = await read(accountQuery(directoryOf(env, ''), email));
  if (!user || user.localUser) return user ? 'LOCAL' : 'UNKNOWN';
  return (await linkSubject(env, user.id, identity)) ? user : 'OTHER';
}

/** The page after signing out. The provider's page would sign the user in again at once (DEC-05). */
export function signedOutPath(env: Env): string {
  return usesProvider(env) ? '/api/auth/signed-out' : '/api/auth/login';
}

/**
 * Where a browser goes when its session has ended; this also signs out of the identity provider if the session came
 * from there (SE-20, API-44).
 */
export async function logoutUrl(
  env: Env,
  session: Pick<SessionRow, 'tokenHash' | 'idToken'>,
  origin: string,
): Promise<string> {
  if (!usesProvider(env)) return signedOutPath(env);
  const idToken =
    session.idToken && (await decryptSecret(env, 'id-token', session.tokenHash, session.idToken));
  if (!idToken) return signedOutPath(env);
  const { endSessionUrl } = await oidc();
  return (await endSessionUrl(env, idToken, `${origin}/api/auth/signed-out`)) ?? signedOutPath(env);
}
