import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import { countVersion } from '#domain/budget/counts';
import { parseSettings } from '#domain/settings';
import { dateInZone } from '#domain/values/days';
import type { Database, ShowStore } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';
import { showSettings } from '#store/show/tables/reference-tables';
import { countedUpTo, countProgress, isToBeCounted } from './count-progress.ts';
import { codeOlderMovements, recountOlder } from './recount.ts';

/** The shows of a shard with documents that this release has not counted yet. */
export async function readShowsToCount(db: Database): Promise<string[]> {
  const rows = await db
    .select({ showId: showSettings.showId })
    .from(showSettings)
    .where(isToBeCounted)
    .limit(100);
  return rows.map(({ showId }) => showId);
}

/** Counts the next documents of a show. Returns true when none are left. */
export async function countPage(store: ShowStore, limit: number, now: string): Promise<boolean> {
  const { db, showId } = store;
  const ofShow = eq(showSettings.showId, showId);
  const [settings] = await db
    .select({ ...countProgress, stored: showSettings.settings })
    .from(showSettings)
    .where(ofShow);
  const after = countedUpTo(settings);
  if (!settings || after === null) return true;
  const { version, position } = settings;
  const { timeZone } = parseSettings(settings.stored);
  const rows = await db
    .select({
      id: documents.id,
      updatedAt: documents.updatedAt,
      effectiveDay: documents.effectiveDay,
      paidAt: sql<string | null>`(SELECT max(p.updated_at) FROM payment_invoices link CROSS JOIN documents p
        ON p.id = link.payment_id WHERE link.show_id = ${showId} AND link.invoice_id = documents.id AND p.status = 'APPROVED')`,
    })
    .from(documents)
    // The plus keeps SQLite from using an index on the show id: its documents are adjacent in the order of their ids. The
    // upper bound ends the last page before the documents of other shows.
    .where(
      and(
        gt(documents.id, after || `${showId}_`),
        lt(documents.id, `${showId}_\u{10FFFF}`),
        sql`+${documents.showId} = ${showId}`,
      ),
    )
    .orderBy(asc(documents.id))
    .limit(limit);
  const last = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
  const ids = rows.map(({ id }) => id);
  const counted = rows.map(({ updatedAt, paidAt, ...row }) => ({
    ...row,
    day: dateInZone(updatedAt, timeZone),
    paidDay: paidAt && dateInZone(paidAt, timeZone),
  }));
  await store.write([
    ...(ids.length > 0 ? [codeOlderMovements(store, ids), recountOlder(store, counted, now)] : []),
    db
      .update(showSettings)
      .set({ countVersion, countPosition: last })
      .where(
        and(
          ofShow,
          eq(showSettings.countVersion, version),
          sql`${showSettings.countPosition} IS ${position}`,
        ),
      ),
  ]);
  return last === null;
}
