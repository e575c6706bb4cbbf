import * as v from 'valibot';
import { username } from '#domain/management/user';
import { signatureOf } from '#edges/accounting/signature';
import { log } from '#edges/log';

/** Where the studio keeps its people; without an address there is no such directory, and smartId2 is off (DEC-64). */
type DirectoryEnv = Partial<Record<'PEOPLE_DIRECTORY_URL' | 'PEOPLE_DIRECTORY_SECRET', string>>;

const person = v.object({
  username,
  firstName: v.pipe(v.string(), v.maxLength(200)),
  lastName: v.pipe(v.string(), v.maxLength(200)),
});
export type DirectoryPerson = v.InferOutput<typeof person>;

/** Somebody waits in front of a form. */
const timeLimitMs = 5_000;

function settingsOf(env: Env): { url: string; secret: string } | null {
  const { PEOPLE_DIRECTORY_URL: url = '', PEOPLE_DIRECTORY_SECRET: secret = '' } = env as DirectoryEnv;
  return url === '' ? null : { url: url.replace(/\/+$/, ''), secret };
}

/** PE-27: whether this deployment looks people up in an identity directory. */
export function hasIdentityDirectory(env: Env): boolean {
  return settingsOf(env) !== null;
}

/**
 * Asks the identity directory for a username (DEC-63): `GET {url}/people?username=`, signed as calls to accounting are.
 * The username of the answer may be another one than was asked for: a person may have several names there. Null when
 * the directory does not know it, and when it cannot be asked, which is logged.
 */
export async function findInDirectory(env: Env, wanted: string): Promise<DirectoryPerson | null> {
  const settings = settingsOf(env);
  if (!settings) return null;
  const url = new URL(`${settings.url}/people`);
  url.searchParams.set('username', wanted);
  const timestamp = Math.floor(Date.now() / 1000);
  const signable = { method: 'GET', url, timestamp, idempotencyKey: '', body: '' };
  try {
    const response = await fetch(url, {
      headers: {
        Accept: 'application/json',
        'X-Backlot-Timestamp': String(timestamp),
        'X-Backlot-Signature': await signatureOf(settings.secret, signable),
      },
      // A signature is for one address: a redirect is an error, not a way.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`status ${response.status}`);
    return v.parse(person, await response.json());
  } catch (error) {
    log('warn', 'identity directory not asked', {}, error);
    return null;
  }
}
