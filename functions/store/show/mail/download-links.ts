import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { inList } from '#store/d1/in-list';
import type { Database, ShowStore, Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { isNotMoving } from '#store/show/outbox/moving-shows';
import { mailedLinks } from '#store/show/tables/job-tables';

export type MailedLinkRow = typeof mailedLinks.$inferSelect;

/** Stores a link; a retried e-mail replaces its link by a new one. */
export async function saveMailedLink(store: ShowStore, row: typeof mailedLinks.$inferInsert): Promise<void> {
  const { id: _id, showId: _showId, ...values } = row;
  await store.db.insert(mailedLinks).values(row).onConflictDoUpdate({ target: mailedLinks.id, set: values });
}

const isOpen = (now: string) => and(isNull(mailedLinks.revokedAt), gt(mailedLinks.expiresAt, now));

/** The link of a token, unless it has expired or was revoked. */
export async function readOpenLink(
  { db, showId }: ShowStore,
  tokenHash: string,
  now: string,
): Promise<MailedLinkRow | null> {
  const rows = await db
    .select()
    .from(mailedLinks)
    .where(and(eq(mailedLinks.showId, showId), eq(mailedLinks.tokenHash, tokenHash), isOpen(now)))
    .limit(1);
  return rows[0] ?? null;
}

type LinkQuery = { documentId: string; now: string };
const openLinks = prepareRead(({ db, showId }, { documentId, now }: LinkQuery) => [
  db
    .select()
    .from(mailedLinks)
    .where(and(eq(mailedLinks.showId, showId), eq(mailedLinks.documentId, documentId), isOpen(now)))
    .orderBy(desc(mailedLinks.createdAt), desc(mailedLinks.id)),
]);

/** The links of a document that have not expired or been revoked, newest first. */
export const openLinksQuery = (store: Source, documentId: string, now: string): Query<MailedLinkRow[]> =>
  mapQuery(openLinks(store, { documentId, now }), ([rows]) => rows);

const mailedLink = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select()
    .from(mailedLinks)
    .where(and(eq(mailedLinks.showId, showId), eq(mailedLinks.id, id)))
    .limit(1),
]);

/** A link, also one that has ended; null when the show has none of this id. */
export const mailedLinkQuery = (store: Source, id: string): Query<MailedLinkRow | null> =>
  mapQuery(mailedLink(store, { id }), ([rows]) => rows[0] ?? null);

export async function revokeMailedLink({ db, showId }: ShowStore, id: string, at: string): Promise<void> {
  await db
    .update(mailedLinks)
    .set({ revokedAt: sql`coalesce(${mailedLinks.revokedAt}, ${at})` })
    .where(and(eq(mailedLinks.showId, showId), eq(mailedLinks.id, id)));
}

/** The ids of links that expired before `before`, at most 100 per sweep. */
export async function readEndedLinks(db: Database, before: string): Promise<string[]> {
  const rows = await db
    .select({ id: mailedLinks.id })
    .from(mailedLinks)
    .where(and(lt(mailedLinks.expiresAt, before), isNotMoving(mailedLinks.showId)))
    .orderBy(asc(mailedLinks.expiresAt))
    .limit(100);
  return rows.map((row) => row.id);
}

export async function deleteMailedLinks(db: Database, ids: readonly string[]): Promise<void> {
  await db.delete(mailedLinks).where(inArray(mailedLinks.id, inList(ids)));
}
