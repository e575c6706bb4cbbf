import crypto from 'node:crypto';
import { vi } from 'vitest';

/** Hashes and compares passwords at the lowest cost; the full cost would dominate the time of a sign-in. */
export function compareCheaply(): void {
  const { scryptSync } = crypto;
  vi.spyOn(crypto, 'scrypt').mockImplementation((password, salt, size, _cost, done) => {
    done(null, scryptSync(password, salt, size, { N: 16, r: 1, p: 1 }));
  });
}

export function compareAtFullCost(): void {
  vi.mocked(crypto.scrypt).mockRestore();
}
