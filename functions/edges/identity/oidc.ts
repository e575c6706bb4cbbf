import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { ClientAuth, Configuration } from 'openid-client';
import { log } from '#edges/log';

/** The state to store between the redirect to the identity provider and its callback. */
export interface AuthorizationRequest {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Identity {
  issuer: string;
  /** The user's id at that issuer, which is never reassigned. */
  subject: string;
  /** Null unless the provider has verified it. */
  verifiedEmail: string | null;
  /** Required for the provider's logout. */
  idToken: string;
}

const cacheLifetimeMs = 10 * 60_000;
const timeLimitSeconds = 10;

/** The provider's metadata and keys, cached for ten minutes. Never a promise, as promises belong to one request. */
let cachedProvider: { cacheKey: string; at: number; configuration: Configuration } | null = null;

async function provider(env: Env): Promise<Configuration> {
  const cacheKey = JSON.stringify([env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET]);
  if (cachedProvider?.cacheKey === cacheKey && Date.now() - cachedProvider.at < cacheLifetimeMs)
    return cachedProvider.configuration;
  const configuration = await discover(env);
  cachedProvider = { cacheKey, at: Date.now(), configuration };
  return configuration;
}

function discover(env: Env): Promise<Configuration> {
  const issuer = new URL(env.OIDC_ISSUER);
  // Plain HTTP is allowed only for a provider on the same machine.
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname);
  return discovery(issuer, env.OIDC_CLIENT_ID, undefined, clientAuth(env.OIDC_CLIENT_SECRET), {
    // Verifies signatures although the token comes directly from the provider, as a second line of defense.
    execute: isLocal ? [enableNonRepudiationChecks, allowInsecureRequests] : [enableNonRepudiationChecks],
    timeout: timeLimitSeconds,
  });
}

/** Uses an authentication method that the provider supports; a client without a secret uses PKCE alone. */
function clientAuth(secret: string): ClientAuth {
  if (secret === '') return None();
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const auth = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    auth(secret)(server, ...rest);
  };
}

/** Logs a failure of the provider or an untrustworthy response of it, and returns null. */
async function nullOnFailure<T>(what: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    log('warn', 'identity provider', { what }, error);
    return null;
  }
}

/**
 * Returns the URL for signing in: authorization code with PKCE, state and nonce; null when the provider cannot be
 * reached.
 */
export async function startAuthorization(
  env: Env,
  redirectUri: string,
): Promise<{ url: string; request: AuthorizationRequest } | null> {
  return nullOnFailure('begin', async () => {
    const request = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(await provider(env), {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      response_type: 'code',
      state: request.state,
      nonce: request.nonce,
      code_challenge: await calculatePKCECodeChallenge(request.verifier),
      code_challenge_method: 'S256',
      ...(env.OIDC_ACR && { acr_values: env.OIDC_ACR }),
    });
    return { url: url.href, request };
  });
}

/**
 * Returns the identity from the callback `url`; null when the provider rejected the request, or when state, nonce,
 * issuer, audience, times, signature or strength are invalid.
 */
export async function completeAuthorization(
  env: Env,
  url: URL,
  request: AuthorizationRequest,
): Promise<Identity | null> {
  return nullOnFailure('end', async () => {
    const configuration = await provider(env);
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: request.state,
      expectedNonce: request.nonce,
      pkceCodeVerifier: request.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new Error('There is no ID token.');
    assertStrength(env, claims['acr']);
    // Some providers return the e-mail only from the user info endpoint.
    const userInfo =
      claims['email'] === undefined
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : claims;
    const email = userInfo['email_verified'] === true ? userInfo['email'] : null;
    const verifiedEmail = typeof email === 'string' ? email : null;
    return { issuer: claims.iss, subject: claims.sub, verifiedEmail, idToken: tokens.id_token };
  });
}

/** A provider may ignore the requested strength; only the token states which one was used. */
function assertStrength(env: Env, acr: unknown): void {
  const acceptedValues = env.OIDC_ACR.split(' ').filter(Boolean);
  if (acceptedValues.length > 0 && !(typeof acr === 'string' && acceptedValues.includes(acr)))
    throw new Error('The provider signed in with less than was asked for.');
}

/** Returns the URL that also ends the session at the provider (SE-20), or null when it has none. */
export async function endSessionUrl(env: Env, idToken: string, backTo: string): Promise<string | null> {
  return nullOnFailure('logout', async () => {
    const configuration = await provider(env);
    if (!configuration.serverMetadata().end_session_endpoint) return null;
    return buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: backTo })
      .href;
  });
}
