const text = new TextEncoder();

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCodePoint(...new Uint8Array(bytes)));
}

/** Seals a user's rights for one session like the Worker does, but without `node:crypto` (DEC-10). */
export async function sealRights(
  rights: unknown,
  secret: { csrfToken: string; keySalt: string; showId: string },
): Promise<{ data: string; iv: string }> {
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
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: text.encode(secret.showId) },
    key,
    text.encode(JSON.stringify(rights)),
  );
  return { data: base64(sealed), iv: base64(iv.buffer) };
}
