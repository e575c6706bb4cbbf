import type { Rights } from './api-types.ts';

const text = new TextEncoder();

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/**
 * Decrypts the permissions of one show. The key is derived from this session's CSRF token and salt, and the show id is
 * bound as additional data, so the blob of another session or show does not decrypt. Throws if it does not (DEC-10).
 */
export async function openPermissions(
  blob: { data: string; iv: string },
  session: { csrfToken: string; keySalt: string },
  showId: string,
): Promise<Rights> {
  const secret = await crypto.subtle.importKey('raw', text.encode(session.csrfToken), 'HKDF', false, [
    'deriveKey',
  ]);
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: text.encode(session.keySalt), info: text.encode('permissions') },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  );
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytes(blob.iv), additionalData: text.encode(showId) },
    key,
    bytes(blob.data),
  );
  return JSON.parse(new TextDecoder().decode(plain)) as Rights;
}
