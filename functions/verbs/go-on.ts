import { addErrand } from '#store/show/outbox-reads';
import { freshId } from './context.ts';
import type { Errands } from './errands.ts';
import { dispatchOutbox } from './outbox-dispatch.ts';
import type { Errand } from './outbox-rows.ts';

/** What one errand cannot do is left to another: one successor an entry, however often the entry is tried. */
export async function goOn(
  { env, store, show, now }: Errands,
  payload: Errand,
  entryId: string,
): Promise<void> {
  const { kind } = payload;
  const row = { id: freshId(show.id), showId: show.id, kind };
  await addErrand(store, { ...row, payload, effectKey: `${entryId}:next:${kind}`, createdAt: now });
  await dispatchOutbox(env, store.db, [row], now);
}
