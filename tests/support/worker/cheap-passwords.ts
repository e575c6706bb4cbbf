import crypto from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';

/** Hashes and compares passwords at the lowest cost; the full cost would dominate the time of a sign-in. */
export function compareCheaply(costs: ScryptOptions[] = []): void {
  const { scryptSync } = crypto;
  vi.spyOn(crypto, 'scrypt').mockImplementation((password, salt, size, cost, done) => {
    costs.push(cost);
    done(null, scryptSync(password, salt, size, { N: 16, r: 1, p: 1 }));
  });
}

export function compareAtFullCost(): void {
  vi.mocked(crypto.scrypt).mockRestore();
}

/** Compares cheaply until the test ends. Returns a list that grows by the full cost of each hash. */
export function recordCosts(): ScryptOptions[] {
  const costs: ScryptOptions[] = [];
  compareCheaply(costs);
  onTestFinished(compareAtFullCost);
  return costs;
}
