import { randomBytes } from 'node:crypto';

/**
 * DEC-10: AES-256-GCM over the JSON of a user's permissions, keyed by the session's CSRF token. It hides nothing from
 * its user; a blob of another session or show does not decrypt, and nothing readable stays in caches after log-out.
 */
export async function encryptPermissions(
  value: unknown,
  secret: { csrfToken: string; keySalt: string; showId: string },
): Promise<{ data: string; iv: string }> {
  const text = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', text.encode(secret.csrfToken), 'HKDF', false, [
    'deriveKey',
  ]);
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: text.encode(secret.keySalt), info: text.encode('permissions') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  );
  const iv = randomBytes(12);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: text.encode(secret.showId) },
    key,
    text.encode(JSON.stringify(value)),
  );
  return { data: Buffer.from(sealed).toString('base64'), iv: iv.toString('base64') };
}
