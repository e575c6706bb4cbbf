import { readShowsWithFeature } from '#store/directory/people';
import type { ShowStore } from '#store/open';
import { addErrand, reopenErrand } from '#store/show/outbox-reads';
import { freshId } from './context.ts';
import type { ShowContext } from './context.ts';
import type { Errands } from './errands.ts';
import { importPayments } from './import-payments.ts';
import { dispatchOutbox } from './outbox-dispatch.ts';
import type { Errand } from './outbox-rows.ts';

/** How often accounting is asked for payments by itself. */
const everyMs = 600_000;

const errand = { kind: 'import-payments' } as const satisfies Errand;

/**
 * Has the show's payments imported by the queue, now (DEC-44): one errand a show, so that many who ask at once ask
 * accounting once.
 */
export async function askForPayments({ env, store, show, now, later }: ShowContext): Promise<void> {
  const asked = await ask({ ...store, showId: show.id }, now, null);
  // The row is there: the call is not for the queue to hold up.
  later(dispatchOutbox(env, store.db, asked, now));
}

/** DEC-44: once in ten minutes for each show of the shard that has the feature. Answers for how many. */
export async function askForDuePayments(env: Env, shard: ShowStore, now: string): Promise<number> {
  const shows = await readShowsWithFeature(env, 'APPA', shard.shard);
  const before = new Date(Date.parse(now) - everyMs).toISOString();
  const asked = await Promise.all(shows.map((show) => ask({ ...shard, showId: show.id }, now, before)));
  await Promise.all(asked.map((entries) => dispatchOutbox(env, shard.db, entries, now)));
  return asked.flat().length;
}

/** The entry that is to be sent for; none while it is too early. */
async function ask(store: ShowStore, now: string, before: string | null) {
  const { showId } = store;
  const row = { id: freshId(showId), showId, kind: errand.kind, payload: { ...errand }, createdAt: now };
  const id = await reopenErrand(store, { ...row, effectKey: errand.kind }, before);
  return id === null ? [] : [{ id, showId }];
}

/**
 * Works the errand off. What is more than one run of a Worker may do is left to another: it finds the first part done.
 */
export async function importForErrand(errands: Errands, entryId: string): Promise<void> {
  if ((await importPayments(errands)) === 'done') return;
  const { env, store, show, now } = errands;
  const row = { id: freshId(show.id), showId: show.id };
  const effectKey = `${errand.kind}:${entryId}:${now}`;
  await addErrand(store, { ...row, kind: errand.kind, payload: { ...errand }, effectKey, createdAt: now });
  await dispatchOutbox(env, store.db, [row], now);
}
