import * as v from 'valibot';
import { username } from '#domain/management/user';
import { signatureOf } from '#edges/accounting/signature';
import { log } from '#edges/log';

/** The studio's identity directory; without an address there is none, and smartId2 is off (DEC-64). */
type DirectoryEnv = Partial<Record<'PEOPLE_DIRECTORY_URL' | 'PEOPLE_DIRECTORY_SECRET', string>>;

const person = v.object({
  username,
  firstName: v.pipe(v.string(), v.maxLength(200)),
  lastName: v.pipe(v.string(), v.maxLength(200)),
});
export type DirectoryPerson = v.InferOutput<typeof person>;

/** A user waits for the form. */
const timeLimitMs = 5_000;

function settingsOf(env: Env): { url: string; secret: string } | null {
  const { PEOPLE_DIRECTORY_URL: url = '', PEOPLE_DIRECTORY_SECRET: secret = '' } = env as DirectoryEnv;
  return url === '' ? null : { url: url.replace(/\/+$/, ''), secret };
}

/** True when this deployment looks up users in an identity directory (PE-27). */
export function hasIdentityDirectory(env: Env): boolean {
  return settingsOf(env) !== null;
}

/**
 * Looks up a username in the identity directory (DEC-63): `GET {url}/people?username=`, signed like calls to
 * accounting. The returned username may differ, as a person may have several there. Returns null when the directory
 * does not have it, and when it is unavailable, which is logged.
 */
export async function findInDirectory(env: Env, requestedUsername: string): Promise<DirectoryPerson | null> {
  const settings = settingsOf(env);
  if (!settings) return null;
  const url = new URL(`${settings.url}/people`);
  url.searchParams.set('username', requestedUsername);
  const timestamp = Math.floor(Date.now() / 1000);
  const signable = { method: 'GET', url, timestamp, idempotencyKey: '', body: '' };
  try {
    const response = await fetch(url, {
      headers: {
        Accept: 'application/json',
        'X-Backlot-Timestamp': String(timestamp),
        'X-Backlot-Signature': await signatureOf(settings.secret, signable),
      },
      // A signature is valid for one address, so a redirect is an error.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`status ${response.status}`);
    return v.parse(person, await response.json());
  } catch (error) {
    log('warn', 'identity directory unreachable', {}, error);
    return null;
  }
}
