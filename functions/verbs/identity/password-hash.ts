import crypto, { randomBytes, timingSafeEqual } from 'node:crypto';

interface Cost {
  N: number;
  r: number;
  p: number;
}

/** OWASP's scrypt parameters for a 16 MiB working set; a Worker has 128 MiB for everything. */
const cost: Cost = { N: 16_384, r: 8, p: 5 };
const keyBytes = 32;
const maxmem = 64 * 1024 * 1024;

/**
 * The work of every comparison. After `cost` is lowered, this keeps the former work until no stored hash needs it. A
 * hash that needs more work matches nothing, because its duration would reveal that the account exists.
 */
const comparedWork = workOf(cost);

/** Parameters that fill the work a cheaper hash leaves, in falling size, so that a few of them fill any difference. */
const fillers = [
  { N: 16_384, r: 8 },
  { N: 1024, r: 8 },
  { N: 16, r: 8 },
  { N: 2, r: 1 },
];

function workOf({ N, r, p }: Cost): number {
  return N * r * p;
}

/** `scrypt$N$r$p$saltHex$hashHex`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('hex')}$${hash.toString('hex')}`;
}

/** False for a hash with other parameters than `hashPassword` uses. */
export function hasCurrentCost(stored: string): boolean {
  return stored.startsWith(`scrypt$${cost.N}$${cost.r}$${cost.p}$`);
}

/**
 * True when `stored` is the hash of `password`. The work is the same for every stored hash and for a user without a
 * password.
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const { salt, hash, costs } = comparison(stored);
  const keys: Buffer[] = [];
  // One after the other, because each needs a working set of its own.
  for (const each of costs) keys.push(await derive(password, salt, each));
  const [derived] = keys;
  return derived?.length === hash.length && timingSafeEqual(derived, hash);
}

/**
 * The keys that a comparison computes: that of the stored hash first, then fillers up to `comparedWork`. An unreadable
 * hash matches nothing.
 */
export function comparison(stored: string | null): { salt: Buffer; hash: Buffer; costs: Cost[] } {
  const read = stored === null ? null : readHash(stored);
  const { salt, hash, params } = read ?? { salt: Buffer.alloc(16), hash: Buffer.alloc(0), params: cost };
  const costs = [params];
  let remaining = comparedWork - workOf(params);
  for (const { N, r } of fillers) {
    const p = Math.floor(remaining / (N * r));
    if (p > 0) costs.push({ N, r, p });
    remaining -= N * r * p;
  }
  return { salt, hash, costs };
}

function readHash(stored: string): { salt: Buffer; hash: Buffer; params: Cost } | null {
  const [, n, r, p, salt = '', hash = ''] = stored.split('$');
  const params = { N: Number(n), r: Number(r), p: Number(p) };
  if (!(workOf(params) > 0 && workOf(params) <= comparedWork)) return null;
  return { salt: Buffer.from(salt, 'hex'), hash: Buffer.from(hash, 'hex'), params };
}

function derive(password: string, salt: Buffer, options: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    crypto.scrypt(password.normalize('NFKC'), salt, keyBytes, { ...options, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
