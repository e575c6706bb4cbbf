import { randomBytes } from 'node:crypto';
import { formerSecretOf, secretOf } from '#edges/deployment-secret';

const text = new TextEncoder();

/** What something is sealed for, and whose it is: it opens for nothing and nobody else. */
export interface Seal {
  purpose: string;
  owner: string;
}

async function keyFor(secret: string, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: text.encode(purpose) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/** AES-256-GCM under a key of this secret, in base64url. */
export async function sealWith(secret: string, { purpose, owner }: Seal, value: string): Promise<string> {
  const iv = randomBytes(12);
  const algorithm = { name: 'AES-GCM', iv, additionalData: text.encode(owner) };
  const sealed = await crypto.subtle.encrypt(algorithm, await keyFor(secret, purpose), text.encode(value));
  return Buffer.concat([iv, Buffer.from(sealed)]).toString('base64url');
}

/** The reverse of `sealWith`; null when it was sealed under another secret, for another purpose or for somebody else. */
export async function unsealWith(
  secret: string,
  { purpose, owner }: Seal,
  sealed: string,
): Promise<string | null> {
  const bytes = Buffer.from(sealed, 'base64url');
  const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData: text.encode(owner) };
  try {
    const opened = await crypto.subtle.decrypt(algorithm, await keyFor(secret, purpose), bytes.subarray(12));
    return new TextDecoder().decode(opened);
  } catch {
    return null;
  }
}

/**
 * What identity must be able to read again, for the database, under this deployment's secret. `owner` is whose it is. A
 * copy of the database opens nothing.
 */
export async function seal(env: Env, purpose: string, owner: string, value: string): Promise<string> {
  return sealWith(secretOf(env, 'IDENTITY_SECRET'), { purpose, owner }, value);
}

/** The reverse of `seal`, also for what was sealed under the secret before; null when neither opens it. */
export async function unseal(
  env: Env,
  purpose: string,
  owner: string,
  sealed: string,
): Promise<string | null> {
  const opened = await unsealWith(secretOf(env, 'IDENTITY_SECRET'), { purpose, owner }, sealed);
  const former = formerSecretOf(env);
  return opened ?? (former === null ? null : unsealWith(former, { purpose, owner }, sealed));
}
