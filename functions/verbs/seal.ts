import { randomBytes } from 'node:crypto';
import { secretOf } from '#edges/secret';

const text = new TextEncoder();

async function keyFor(env: Env, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey(
    'raw',
    text.encode(secretOf(env, 'IDENTITY_SECRET')),
    'HKDF',
    false,
    ['deriveKey'],
  );
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: text.encode(purpose) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/**
 * What identity must be able to read again, for the database: AES-256-GCM under this deployment's secret, in base64url.
 * `owner` is whose it is: sealed for one, it opens for nobody else. A copy of the database opens nothing.
 */
export async function seal(env: Env, purpose: string, owner: string, value: string): Promise<string> {
  const iv = randomBytes(12);
  const algorithm = { name: 'AES-GCM', iv, additionalData: text.encode(owner) };
  const sealed = await crypto.subtle.encrypt(algorithm, await keyFor(env, purpose), text.encode(value));
  return Buffer.concat([iv, Buffer.from(sealed)]).toString('base64url');
}

/** The reverse of `seal`; null when it was sealed under another secret, for another purpose or for somebody else. */
export async function unseal(
  env: Env,
  purpose: string,
  owner: string,
  sealed: string,
): Promise<string | null> {
  const bytes = Buffer.from(sealed, 'base64url');
  const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData: text.encode(owner) };
  try {
    const opened = await crypto.subtle.decrypt(algorithm, await keyFor(env, purpose), bytes.subarray(12));
    return new TextDecoder().decode(opened);
  } catch {
    return null;
  }
}
