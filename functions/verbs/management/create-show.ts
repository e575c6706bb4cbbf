import { uuidv7obj } from 'uuidv7';
import { Refusal } from '#domain/codes';
import { slugOf } from '#domain/values/names';
import { voidTogglesFor } from '#domain/identity/permissions';
import { newShowSettings } from '#domain/settings';
import type { NewShow } from '#domain/management/show-form';
import { lookupsFor } from '#edges/accounting/open';
import { countShowsByShard, insertShow, readShowRow, studioIdOf } from '#store/directory/shows';
import type { ShowRow, UserRow } from '#store/directory/sessions';
import { sha256 } from '#store/d1/sha256';
import { storeFor } from '#store/d1/open';
import { leastUsedShard, findShardOf } from '#store/show-move/choose-shard';
import { enqueueJobs } from '#store/show/outbox/outbox';
import { mergeSettings } from '#store/show/management/settings';
import { freshId } from '#verbs/request/context';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { SyncMasterDataJob } from '#verbs/outbox/jobs';
import type { Repeat } from '#verbs/request/idempotency';

/** Who creates a show: he becomes its first member. */
export interface Founder {
  env: Env;
  user: UserRow;
  now: string;
}

/**
 * Creates a show from a license of the accounting system (API-50, DEC-64), on the shard with the most room. Its founder
 * is its first EP Internal, and its companies, accounts and vendors are brought over by the queue. The same request
 * again answers the same show. Throws `invalid_parameter` for what accounting does not know, or for a repeated key with
 * another show, and `accounting_interface_error`.
 */
export async function createShow(founder: Founder, given: NewShow, repeat: Repeat | null): Promise<string> {
  const { env, user, now } = founder;
  const id = idFor(user.id, repeat);
  const known = repeat ? await readShowRow(env, id) : null;
  if (known) return sameShow(known, given);
  const { license, studio, division } = await checked(env, given);
  // A try that broke off has left its rows somewhere: this one goes on there.
  const begun = repeat ? await findShardOf(env, id) : null;
  const shard = begun ?? (await leastUsedShard(env, await countShowsByShard(env)));
  const store = storeFor(env, { id, shard });
  // The show's own rows first: once the directory knows the show, it is whole.
  await mergeSettings(store, newShowSettings);
  const job = { kind: 'import-books', after: null } as const satisfies SyncMasterDataJob;
  const { kind } = job;
  const row = { id: freshId(id), showId: id, kind, payload: job, effectKey: kind };
  const added = await enqueueJobs(store.db, [row], now);
  const show = {
    id,
    studioId: await studioIdOf(env, {
      id: `${studio.id}:${division.id}`,
      name: studio.name,
      division: division.name,
    }),
    name: given.name,
    license: license.license,
    shard,
    accountingSystem: license.accountingSystem,
    features: [...new Set(given.features)],
    createdAt: now,
    accountingPackageId: given.acctPackageId,
    showTypeId: given.showTypeId,
  };
  const made = await insertWithSlug(env, show, user.id);
  await dispatchJobs(env, store.db, added, now);
  return made === 'there already' ? sameShow(await readShowRow(env, id), given) : id;
}

/** Of a repeated request the same id, so that it finds the show that the first one made. */
function idFor(userId: string, repeat: Repeat | null): string {
  const source = repeat ? `${userId} ${repeat.key}` : uuidv7obj().toHex();
  const letters = BigInt(`0x${sha256(source)}`).toString(36);
  return `s${letters.slice(-9)}`;
}

function sameShow(known: ShowRow | null, given: NewShow): string {
  if (known?.name !== given.name || known.license !== given.license) {
    throw new Refusal('invalid_parameter', { status: 422 });
  }
  return known.id;
}

/** What was chosen, in accounting's own words: names are its, not the client's. */
async function checked(env: Env, given: NewShow) {
  const lookups = lookupsFor(env);
  const license = (await lookups.licenses(given.license)).find((one) => one.license === given.license);
  // Of a license that it does not know accounting answers nothing else.
  if (!license) throw new Refusal('invalid_parameter', { message: 'license is not valid.' });
  const [studios, divisions, packages, types] = await Promise.all([
    lookups.studios(given.license),
    lookups.divisions(given.studioId),
    lookups.packages(given.license),
    lookups.showTypes(given.license),
  ]);
  const byId = (rows: readonly { id: string; name: string }[], id: string) =>
    rows.find((row) => row.id === id);
  const studio = byId(studios, given.studioId);
  const division = byId(divisions, given.divisionId);
  const wrong = [
    !studio && 'studioId',
    !division && 'divisionId',
    !byId(packages, given.acctPackageId) && 'acctPackageId',
    !byId(types, given.showTypeId) && 'showTypeId',
  ].filter(Boolean);
  if (!studio || !division || wrong.length > 0) {
    throw new Refusal('invalid_parameter', { message: wrong.join(', ') });
  }
  return { license, studio, division };
}

type NewRow = Parameters<typeof insertShow>[1];

/** Two shows of one name have different slugs. */
async function insertWithSlug(env: Env, show: Omit<NewRow, 'slug'>, userId: string) {
  const member = {
    showId: show.id,
    userId,
    role: 'EP Internal',
    purchaseOrderVisibility: 'ALL',
    invoiceVisibility: 'ALL',
    invoiceModuleVisible: true,
    paymentModuleVisible: true,
    ...voidTogglesFor('EP Internal'),
  } as const;
  const slug = slugOf(show.name);
  const made = await insertShow(env, { ...show, slug: slug || show.id }, member);
  return made === 'slug taken' ? insertShow(env, { ...show, slug: `${slug}-${show.id}` }, member) : made;
}
