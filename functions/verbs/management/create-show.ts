import { uuidv7obj } from 'uuidv7';
import { Refusal } from '#domain/codes';
import { slugOf } from '#domain/values/names';
import { deployedRegions } from '#domain/values/regions';
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
import type { IdempotencyKey } from '#verbs/request/context';

/** The user who creates a show and becomes its first member. */
export interface ShowCreator {
  env: Env;
  user: UserRow;
  now: string;
}

/**
 * Creates a show from a license of the accounting system, on the shard of its region with the most free space (API-50, DEC-64, DEC-150). Its
 * creator becomes its first EP Internal; a job imports its companies, accounts and vendors. The same idempotency key
 * returns the same show. Throws `invalid_parameter` for values that accounting does not know, or for a key that was
 * used for another show, and `accounting_interface_error`.
 */
export async function createShow(
  creator: ShowCreator,
  input: NewShow,
  idempotencyKey: IdempotencyKey | null,
): Promise<string> {
  const { env, user, now } = creator;
  const id = idFor(user.id, idempotencyKey);
  const existing = idempotencyKey ? await readShowRow(env, id) : null;
  if (existing) return requireSameShow(existing, input);
  const { license, studio, division } = await validateChoices(env, input);
  // An attempt that failed halfway has left rows on a shard: this one continues there.
  const startedShard = idempotencyKey ? await findShardOf(env, id) : null;
  const shard =
    startedShard ?? (await leastUsedShard(env, await countShowsByShard(env), input.region ?? null));
  const store = storeFor(env, { id, shard });
  // The show's rows are written before the directory entry, so that a listed show is always complete.
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
    name: input.name,
    license: license.license,
    shard,
    accountingSystem: license.accountingSystem,
    features: [...new Set(input.features)],
    createdAt: now,
    accountingPackageId: input.acctPackageId,
    showTypeId: input.showTypeId,
  };
  const result = await insertWithSlug(env, show, user.id);
  await dispatchJobs(env, store.db, added, now);
  return result === 'there already' ? requireSameShow(await readShowRow(env, id), input) : id;
}

/** A repeated request gets the same id, so that it finds the show that the first one created. */
function idFor(userId: string, idempotencyKey: IdempotencyKey | null): string {
  const source = idempotencyKey ? `${userId} ${idempotencyKey.key}` : uuidv7obj().toHex();
  const letters = BigInt(`0x${sha256(source)}`).toString(36);
  return `s${letters.slice(-9)}`;
}

function requireSameShow(existing: ShowRow | null, input: NewShow): string {
  if (existing?.name !== input.name || existing.license !== input.license) {
    throw new Refusal('invalid_parameter', { status: 422 });
  }
  return existing.id;
}

/** Validates the choices against accounting and takes the names from there, not from the client. */
async function validateChoices(env: Env, input: NewShow) {
  const lookups = lookupsFor(env);
  const license = (await lookups.licenses(input.license)).find((one) => one.license === input.license);
  // For a license that accounting does not know, its other lookups return nothing.
  if (!license) throw new Refusal('invalid_parameter', { message: 'license is not valid.' });
  const [studios, divisions, packages, types] = await Promise.all([
    lookups.studios(input.license),
    lookups.divisions(input.studioId),
    lookups.packages(input.license),
    lookups.showTypes(input.license),
  ]);
  const byId = (rows: readonly { id: string; name: string }[], id: string) =>
    rows.find((row) => row.id === id);
  const studio = byId(studios, input.studioId);
  const division = byId(divisions, input.divisionId);
  const isDeployed = !input.region || deployedRegions(env.SHARD_REGIONS).includes(input.region);
  const wrong = [
    !studio && 'studioId',
    !division && 'divisionId',
    !byId(packages, input.acctPackageId) && 'acctPackageId',
    !byId(types, input.showTypeId) && 'showTypeId',
    !isDeployed && 'region',
  ].filter(Boolean);
  if (!studio || !division || wrong.length > 0) {
    throw new Refusal('invalid_parameter', { message: wrong.join(', ') });
  }
  return { license, studio, division };
}

type NewRow = Parameters<typeof insertShow>[1];

/** Two shows with the same name get different slugs. */
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
  const result = await insertShow(env, { ...show, slug: slug || show.id }, member);
  return result === 'slug taken' ? insertShow(env, { ...show, slug: `${slug}-${show.id}` }, member) : result;
}
