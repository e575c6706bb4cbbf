import { describe, expect, test } from 'vitest';
import { openPermissions } from '../../../web/src/session/decrypt-permissions.ts';
import { personaFor } from '../../../web/src/session/persona.ts';
import { recentlyViewed, showToOpen, withoutShowHints } from '../../../web/src/session/restore-show.ts';

const all = ['alpha', 'bravo', 'delta'];
const none = { selected: null, beforeLogin: null, fromUrl: null, recent: [], all };

describe('which show opens', () => {
  test.each([
    [
      'server selection',
      { selected: 'bravo', beforeLogin: 'delta', fromUrl: 'alpha', recent: ['alpha'] },
      'bravo',
    ],
    ['show before re-authentication', { beforeLogin: 'delta', fromUrl: 'alpha', recent: ['bravo'] }, 'delta'],
    ['the s parameter', { fromUrl: 'bravo', recent: ['delta'] }, 'bravo'],
    ['first recently viewed', { recent: ['delta', 'bravo'] }, 'delta'],
    ['first show', {}, 'alpha'],
  ])('SE-15: %s', (_name, hints, expected) => {
    expect(showToOpen({ ...none, ...hints })).toBe(expected);
  });

  test('SE-15: a hint at a show that the user is not a member of is ignored', () => {
    expect(showToOpen({ ...none, beforeLogin: 'foreign', fromUrl: 'delta' })).toBe('delta');
  });

  test('SE-17: a user without shows opens none', () => {
    expect(showToOpen({ ...none, all: [], fromUrl: 'alpha' })).toBeNull();
  });

  test('SE-16: at most five recently viewed shows, each once, filled from the list', () => {
    const shows = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id }));
    const ids = recentlyViewed([{ id: 'd' }, { id: 'b' }], shows).map(({ id }) => id);
    expect(ids).toEqual(['d', 'b', 'a', 'c', 'e']);
    expect(recentlyViewed([], [{ id: 'a' }])).toEqual([{ id: 'a' }]);
  });

  test('SH-30, SH-31: restoreShow and s leave the URL, everything else stays', () => {
    const url = 'https://backlot.example/po?restoreShow=alpha&s=bravo&status=void#x';
    expect(withoutShowHints(url)).toBe('/po?status=void#x');
  });
});

describe('persona', () => {
  test.each([
    ['/po/edit/alpha_1', 'APPROVER', 'CREATOR'],
    ['/invoice/edit/alpha_1', 'APPROVER', 'CREATOR'],
    ['/approvals', 'CREATOR', 'APPROVER'],
    ['/approvals/payments', 'CREATOR', 'APPROVER'],
    ['/po/review/alpha_1/creator', 'APPROVER', 'CREATOR'],
    ['/po/review/alpha_1/Approver/', 'CREATOR', 'APPROVER'],
    ['/po', 'APPROVER', 'CREATOR'],
    ['/shows', 'APPROVER', 'APPROVER'],
    ['/shows', 'CREATOR', 'CREATOR'],
  ] as const)('PE-16, SH-05, SH-10, SH-17: %s after %s is %s', (path, stored, expected) => {
    expect(personaFor(path, stored)).toBe(expected);
  });
});

describe('permissions blob', () => {
  const session = { csrfToken: 'c'.repeat(43), keySalt: 'a'.repeat(64) };
  const rights = { role: 'Approver', permissions: {}, invoices: true, payments: false };

  async function sealed(showId: string): Promise<{ data: string; iv: string }> {
    const text = new TextEncoder();
    const secret = await crypto.subtle.importKey('raw', text.encode(session.csrfToken), 'HKDF', false, [
      'deriveKey',
    ]);
    const key = await crypto.subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: text.encode(session.keySalt), info: text.encode('permissions') },
      secret,
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt'],
    );
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const additionalData = text.encode(showId);
    const bytes = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData },
      key,
      text.encode(JSON.stringify(rights)),
    );
    const base64 = (buffer: Uint8Array) => btoa(String.fromCharCode(...buffer));
    return { data: base64(new Uint8Array(bytes)), iv: base64(iv) };
  }

  test('PE-20: the blob decrypts with the token and salt of its own session', async () => {
    expect(await openPermissions(await sealed('alpha'), session, 'alpha')).toEqual(rights);
  });

  test('PE-20: the blob of another show or session does not decrypt', async () => {
    const blob = await sealed('alpha');
    await expect(openPermissions(blob, session, 'bravo')).rejects.toThrow();
    await expect(openPermissions(blob, { ...session, csrfToken: 'd' }, 'alpha')).rejects.toThrow();
  });
});
