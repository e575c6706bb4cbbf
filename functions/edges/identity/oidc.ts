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
import { causeOf, log } from '#edges/log';

/** What must be remembered between the way to the identity provider and the way back. */
export interface Trip {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who came back. */
export interface Identity {
  issuer: string;
  /** Who it is at that issuer; given to nobody else, ever. */
  subject: string;
  /** Null unless the provider vouches for it. */
  verifiedEmail: string | null;
  /** What the provider's logout will ask for. */
  idToken: string;
}

/** The identity provider could not be asked, or what came back from it is not to be believed. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure';
}

const rereadAfterMs = 10 * 60_000;
const timeLimitSeconds = 10;

/** The provider's own document and keys, read anew now and then. Never a promise: those belong to one request. */
let known: { of: string; at: number; configuration: Configuration } | null = null;

async function provider(env: Env): Promise<Configuration> {
  const of = JSON.stringify([env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET]);
  if (known?.of === of && Date.now() - known.at < rereadAfterMs) return known.configuration;
  const configuration = await discover(env);
  known = { of, at: Date.now(), configuration };
  return configuration;
}

function discover(env: Env): Promise<Configuration> {
  const issuer = new URL(env.OIDC_ISSUER);
  // Plain HTTP is for a provider on this very machine.
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname);
  return discovery(issuer, env.OIDC_CLIENT_ID, undefined, clientAuth(env.OIDC_CLIENT_SECRET), {
    // Signatures are checked although the token comes straight from the provider: one mistake less to rely on.
    execute: isLocal ? [enableNonRepudiationChecks, allowInsecureRequests] : [enableNonRepudiationChecks],
    timeout: timeLimitSeconds,
  });
}

/** As the provider says that it likes its clients to authenticate; a client without a secret has PKCE alone. */
function clientAuth(secret: string): ClientAuth {
  if (secret === '') return None();
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const auth = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    auth(secret)(server, ...rest);
  };
}

async function orFailure<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log('warn', 'identity provider', { what }, error);
    throw new ProviderFailure(`${what}: ${causeOf(error)}`, { cause: error });
  }
}

/** Where to send somebody to sign in: authorization code with PKCE, state and nonce. Throws `ProviderFailure`. */
export async function startAuthorization(
  env: Env,
  redirectUri: string,
): Promise<{ url: string; trip: Trip }> {
  return orFailure('begin', async () => {
    const trip = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(await provider(env), {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      response_type: 'code',
      state: trip.state,
      nonce: trip.nonce,
      code_challenge: await calculatePKCECodeChallenge(trip.verifier),
      code_challenge_method: 'S256',
      ...(env.OIDC_ACR && { acr_values: env.OIDC_ACR }),
    });
    return { url: url.href, trip };
  });
}

/**
 * Who has come back to `url` from the trip. Throws `ProviderFailure` when the provider refused, or when state, nonce,
 * issuer, audience, times, signature or strength are not as they must be.
 */
export async function completeAuthorization(env: Env, url: URL, trip: Trip): Promise<Identity> {
  return orFailure('end', async () => {
    const configuration = await provider(env);
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: trip.state,
      expectedNonce: trip.nonce,
      pkceCodeVerifier: trip.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new Error('There is no ID token.');
    mustBeStrong(env, claims['acr']);
    // Providers may keep the e-mail out of the token, and tell it when asked.
    const told =
      claims['email'] === undefined
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : claims;
    const email = told['email_verified'] === true ? told['email'] : null;
    const verifiedEmail = typeof email === 'string' ? email : null;
    return { issuer: claims.iss, subject: claims.sub, verifiedEmail, idToken: tokens.id_token };
  });
}

/** A provider may leave what it was asked for undone, and says only in the token how it signed somebody in. */
function mustBeStrong(env: Env, acr: unknown): void {
  const enough = env.OIDC_ACR.split(' ').filter(Boolean);
  if (enough.length > 0 && !(typeof acr === 'string' && enough.includes(acr)))
    throw new Error('The provider signed in with less than was asked for.');
}

/** Where a browser goes to end its session at the provider, too (SE-20); null when the provider has no such place. */
export async function endSessionUrl(env: Env, idToken: string, backTo: string): Promise<string | null> {
  try {
    const configuration = await provider(env);
    if (!configuration.serverMetadata().end_session_endpoint) return null;
    return buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: backTo })
      .href;
  } catch (error) {
    log('warn', 'identity provider', { what: 'logout' }, error);
    return null;
  }
}
