import type { ShowStore } from '../open.ts';
import { digestItems } from './work-tables.ts';

/** Keeps an event for its user's next digest (DEC-58); the same event is kept once. */
export async function keepForDigest(store: ShowStore, row: typeof digestItems.$inferInsert): Promise<void> {
  await store.db.insert(digestItems).values(row).onConflictDoNothing();
}
