import { randomBytes } from 'node:crypto';
import { formerSecretOf, secretOf } from '#edges/deployment-secret';

const text = new TextEncoder();

/** The purpose and the owner that a value is encrypted for; nothing else decrypts it. */
export interface EncryptionScope {
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

/** AES-256-GCM under a key derived from this secret, in base64url. */
export async function encryptWith(
  secret: string,
  { purpose, owner }: EncryptionScope,
  value: string,
): Promise<string> {
  const iv = randomBytes(12);
  const algorithm = { name: 'AES-GCM', iv, additionalData: text.encode(owner) };
  const encrypted = await crypto.subtle.encrypt(algorithm, await keyFor(secret, purpose), text.encode(value));
  return Buffer.concat([iv, Buffer.from(encrypted)]).toString('base64url');
}

/** Reverses `encryptWith`; null when the value was encrypted under another secret, for another purpose or owner. */
export async function decryptWith(
  secret: string,
  { purpose, owner }: EncryptionScope,
  encrypted: string,
): Promise<string | null> {
  const bytes = Buffer.from(encrypted, 'base64url');
  const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData: text.encode(owner) };
  try {
    const opened = await crypto.subtle.decrypt(algorithm, await keyFor(secret, purpose), bytes.subarray(12));
    return new TextDecoder().decode(opened);
  } catch {
    return null;
  }
}

/**
 * Encrypts for the database, under this deployment's secret, what identity must be able to read again. A copy of the
 * database alone decrypts nothing.
 */
export async function encryptSecret(
  env: Env,
  purpose: string,
  owner: string,
  value: string,
): Promise<string> {
  return encryptWith(secretOf(env, 'IDENTITY_SECRET'), { purpose, owner }, value);
}

/** Reverses `encryptSecret`, also for values encrypted under the previous secret; null when neither decrypts it. */
export async function decryptSecret(
  env: Env,
  purpose: string,
  owner: string,
  encrypted: string,
): Promise<string | null> {
  const opened = await decryptWith(secretOf(env, 'IDENTITY_SECRET'), { purpose, owner }, encrypted);
  const former = formerSecretOf(env);
  return opened ?? (former === null ? null : decryptWith(former, { purpose, owner }, encrypted));
}
