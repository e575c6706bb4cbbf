import { isShortSecret, minSecretBytes } from '#edges/deployment-secret';
import { requireLongSecret, sealedInDirectory } from '#store/directory/encrypted-values';
import type { SealedValue } from '#store/directory/encrypted-values';
import { allShards } from '#store/d1/open';
import { readSealedWebhooks } from '#store/show/webhooks/encrypted-secrets';
import { encryptWith, decryptWith } from '#verbs/identity/encrypt-secret';

const pageSize = 100;

/** How many values were re-encrypted, were already encrypted with the present secret, and decrypt with neither. */
export interface Resealed {
  what: string;
  changed: number;
  unchanged: number;
  unreadable: number;
}

interface Secrets {
  former: string;
  present: string;
}

type ReadPage = (after: string, limit: number) => Promise<SealedValue[]>;

/**
 * Re-encrypts everything that the former secret protects with the present one (DEC-122). It may be stopped and repeated
 * at any time: values that are already re-encrypted stay. Afterwards the deployment accepts only a long secret. Throws
 * when the present secret is short or equals the former one.
 */
export async function resealAll(
  env: Env,
  secrets: Secrets,
  now: string,
  report: (part: Resealed) => void,
): Promise<void> {
  if (isShortSecret(secrets.present))
    throw new Error(`IDENTITY_SECRET has fewer than ${minSecretBytes} bytes. Nothing was sealed again.`);
  if (secrets.present === secrets.former)
    throw new Error('FORMER_IDENTITY_SECRET is the same as IDENTITY_SECRET. Nothing was sealed again.');
  const parts: [string, ReadPage][] = [
    ...Object.entries(sealedInDirectory).map(([what, read]): [string, ReadPage] => [
      what,
      (after, limit) => read(env, after, limit),
    ]),
    ...allShards(env).map(({ db, shard }): [string, ReadPage] => [
      `webhooks of shard ${shard}`,
      (after, limit) => readSealedWebhooks(db, after, limit),
    ]),
  ];
  for (const [what, read] of parts) report(await resealPart(what, read, secrets, now));
  await requireLongSecret(env, now);
}

async function resealPart(what: string, read: ReadPage, secrets: Secrets, now: string): Promise<Resealed> {
  const part = { what, changed: 0, unchanged: 0, unreadable: 0 };
  let after = '';
  for (;;) {
    const page = await read(after, pageSize);
    for (const value of page) part[await resealOne(value, secrets, now)] += 1;
    const last = page.at(-1);
    if (!last) return part;
    after = last.key;
  }
}

async function resealOne(
  value: SealedValue,
  { former, present }: Secrets,
  now: string,
): Promise<'changed' | 'unchanged' | 'unreadable'> {
  const opened = await decryptWith(former, value, value.sealed);
  if (opened === null)
    return (await decryptWith(present, value, value.sealed)) === null ? 'unreadable' : 'unchanged';
  await value.exchange(await encryptWith(present, value, opened), now);
  return 'changed';
}
