import { createHash, randomBytes } from 'node:crypto';
import { vi } from 'vitest';
import { studioEnv } from '../fixtures/studio.ts';

/** A fault in an otherwise valid answer. */
export interface TokenFault {
  claims?: Record<string, unknown>;
  /** Signed with an unpublished key. */
  foreignKey?: boolean;
  /** The token claims the algorithm `none`. */
  unsigned?: boolean;
  /** Only the userinfo endpoint returns the e-mail address. */
  emailAtUserinfo?: boolean;
}

interface Grant extends TokenFault {
  nonce: string;
  challenge: string;
  redirectUri: string;
  email: string;
  spent: boolean;
}

export const issuer = 'https://id.test';
const client = { id: 'backlot', secret: 'client-secret-of-the-tests' };
const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
};
const newKey = () => crypto.subtle.generateKey(rsa, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;
/** Case-insensitive. */
const subjectOf = (email: string) => `subject of ${email.toLowerCase()}`;
const base64url = (value: string | Uint8Array) => Buffer.from(value).toString('base64url');

async function sign(key: CryptoKey, claims: object, { unsigned = false }: TokenFault): Promise<string> {
  const header = unsigned ? { alg: 'none' } : { alg: 'RS256', kid: 'k1' };
  const text = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`;
  if (unsigned) return `${text}.`;
  const signature = await crypto.subtle.sign(rsa.name, key, new TextEncoder().encode(text));
  return `${text}.${base64url(new Uint8Array(signature))}`;
}

/**
 * Starts an identity provider in place of the network, and configures the Worker for it. It enforces the protocol: a
 * code is valid once, for its verifier and redirect address. `grant` does what its sign-in page would do.
 */
export async function openProvider() {
  const [own, foreign] = await Promise.all([newKey(), newKey()]);
  const grants = new Map<string, Grant>();
  const given: string[] = [];
  const state = { isDown: false };
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['RS256'],
  };

  async function token(request: Request): Promise<Response> {
    const form = await request.formData();
    const field = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    const [, basic = ''] = /^Basic (.+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
    const isClient = decodeURIComponent(atob(basic)) === `${client.id}:${client.secret}`;
    if (!isClient) return Response.json({ error: 'invalid_client' }, { status: 401 });
    const grant = grants.get(field('code'));
    const challenge = createHash('sha256').update(field('code_verifier')).digest('base64url');
    const fits =
      grant && !grant.spent && grant.challenge === challenge && grant.redirectUri === field('redirect_uri');
    if (!fits) return Response.json({ error: 'invalid_grant' }, { status: 400 });
    grant.spent = true;
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: client.id,
      sub: subjectOf(grant.email),
      iat: seconds,
      exp: seconds + 300,
      nonce: grant.nonce,
      ...(!grant.emailAtUserinfo && { email: grant.email, email_verified: true }),
      ...grant.claims,
    };
    const key = (grant.foreignKey ? foreign : own).privateKey;
    const idToken = await sign(key, claims, grant);
    const accessToken = `access-${base64url(grant.email)}`;
    given.push(idToken, accessToken);
    return Response.json({ access_token: accessToken, token_type: 'Bearer', id_token: idToken });
  }

  async function answer(request: Request): Promise<Response> {
    if (state.isDown) throw new TypeError('Network connection lost');
    switch (new URL(request.url).pathname) {
      case '/.well-known/openid-configuration':
        return Response.json(metadata);
      case '/jwks': {
        const jwk = await crypto.subtle.exportKey('jwk', own.publicKey);
        return Response.json({ keys: [{ ...jwk, kid: 'k1', use: 'sig', alg: 'RS256' }] });
      }
      case '/token':
        return token(request);
      case '/userinfo': {
        const [, of = ''] = /^Bearer access-(.+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
        const email = Buffer.from(of, 'base64url').toString();
        return Response.json({ sub: subjectOf(email), email, email_verified: true });
      }
      default:
        return new Response(null, { status: 404 });
    }
  }

  const network = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    return request.url.startsWith(issuer) ? answer(request) : network(request);
  });
  Object.assign(studioEnv, {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
  });

  return {
    state,
    /** Every issued token. */
    given,
    /** Signs in at `location` and returns the redirect path with a code. */
    grant(location: string, email: string, fault: TokenFault = {}): string {
      const asked = new URL(location).searchParams;
      const code = randomBytes(16).toString('hex');
      const value = (name: string) => asked.get(name) ?? '';
      grants.set(code, {
        ...fault,
        email,
        nonce: value('nonce'),
        challenge: value('code_challenge'),
        redirectUri: value('redirect_uri'),
        spent: false,
      });
      return `/api/auth/callback?${new URLSearchParams({ code, state: value('state') }).toString()}`;
    },
  };
}
