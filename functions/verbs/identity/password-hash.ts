import crypto, { randomBytes, timingSafeEqual } from 'node:crypto';

interface Cost {
  N: number;
  r: number;
  p: number;
}

/** OWASP's scrypt figures for a 16 MiB working set; a Worker has 128 MiB for everything. */
const cost: Cost = { N: 16_384, r: 8, p: 5 };
const keyBytes = 32;
const maxmem = 64 * 1024 * 1024;

/**
 * Work of every comparison. When `cost` is lowered this stays at the former work until no stored hash has it: a hash
 * that needs more matches nothing, because the time it takes would tell that the account exists.
 */
const comparedWork = workOf(cost);

/** Rounds that a cheaper hash leaves to do, in falling size, so that few of them fill any difference. */
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

/** False for a hash of another cost than `hashPassword` uses. */
export function hasCurrentCost(stored: string): boolean {
  return stored.startsWith(`scrypt$${cost.N}$${cost.r}$${cost.p}$`);
}

/** True when `password` made `stored`. The work is the same for every stored cost and for a user without a password. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const { salt, hash, costs } = comparison(stored);
  const keys: Buffer[] = [];
  // One after the other: each has a working set of its own.
  for (const each of costs) keys.push(await derive(password, salt, each));
  const [given] = keys;
  return given?.length === hash.length && timingSafeEqual(given, hash);
}

/**
 * What a comparison computes: the key of the stored hash first, then what fills the difference to `comparedWork`. A hash
 * that cannot be read is one that nothing matches.
 */
export function comparison(stored: string | null): { salt: Buffer; hash: Buffer; costs: Cost[] } {
  const read = stored === null ? null : readHash(stored);
  const { salt, hash, own } = read ?? { salt: Buffer.alloc(16), hash: Buffer.alloc(0), own: cost };
  const costs = [own];
  let left = comparedWork - workOf(own);
  for (const { N, r } of fillers) {
    const p = Math.floor(left / (N * r));
    if (p > 0) costs.push({ N, r, p });
    left -= N * r * p;
  }
  return { salt, hash, costs };
}

function readHash(stored: string): { salt: Buffer; hash: Buffer; own: Cost } | null {
  const [, n, r, p, salt = '', hash = ''] = stored.split('$');
  const own = { N: Number(n), r: Number(r), p: Number(p) };
  if (!(workOf(own) > 0 && workOf(own) <= comparedWork)) return null;
  return { salt: Buffer.from(salt, 'hex'), hash: Buffer.from(hash, 'hex'), own };
}

function derive(password: string, salt: Buffer, options: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    crypto.scrypt(password.normalize('NFKC'), salt, keyBytes, { ...options, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
