import crypto from 'node:crypto';
import { vi } from 'vitest';

/** Has every password hashed and compared at the lowest cost: the full one would take most of a sign-in's time. */
export function compareCheaply(): void {
  const { scryptSync } = crypto;
  vi.spyOn(crypto, 'scrypt').mockImplementation((password, salt, size, _cost, done) => {
    done(null, scryptSync(password, salt, size, { N: 16, r: 1, p: 1 }));
  });
}

export function compareAtFullCost(): void {
  vi.mocked(crypto.scrypt).mockRestore();
}
