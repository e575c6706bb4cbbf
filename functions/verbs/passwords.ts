import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's scrypt figures for a 16 MiB working set; a Worker has 128 MiB for everything. */
const cost = { N: 16_384, r: 8, p: 5 };
const keyBytes = 32;
const maxmem = 64 * 1024 * 1024;

/** `scrypt$N$r$p$saltHex$hashHex`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('hex')}$${hash.toString('hex')}`;
}

/** True when `password` made `stored`. A user without a password costs the same time as a wrong one. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [, n, r, p, salt, hash] = (stored ?? unmatchable).split('$');
  const wanted = Buffer.from(hash ?? '', 'hex');
  const given = await derive(password, Buffer.from(salt ?? '', 'hex'), {
    N: Number(n),
    r: Number(r),
    p: Number(p),
  });
  return wanted.length === given.length && timingSafeEqual(given, wanted);
}

const unmatchable = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'00'.repeat(16)}$${'00'.repeat(16)}`;

function derive(password: string, salt: Buffer, options: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, { ...options, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
