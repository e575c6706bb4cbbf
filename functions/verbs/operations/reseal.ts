import { isShortSecret, minSecretBytes } from '#edges/deployment-secret';
import { requireLongSecret, sealedInDirectory } from '#store/directory/encrypted-values';
import type { SealedValue } from '#store/directory/encrypted-values';
import { allShards } from '#store/d1/open';
import { readSealedWebhooks } from '#store/show/webhooks/encrypted-secrets';
import { sealWith, unsealWith } from '#verbs/identity/encrypt-secret';

const pageSize = 100;

/** How many values were sealed again, were so before, and open with neither secret. */
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
 * Seals everything that the former secret protects under the present one (DEC-122). It may be stopped and repeated at any
 * time: what is sealed already stays. When nothing is left under the former secret, only a long one is taken from then on.
 * Throws when the present secret is short, or the same.
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
  const opened = await unsealWith(former, value, value.sealed);
  if (opened === null)
    return (await unsealWith(present, value, value.sealed)) === null ? 'unreadable' : 'unchanged';
  await value.exchange(await sealWith(present, value, opened), now);
  return 'changed';
}
