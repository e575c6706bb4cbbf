import { and, eq, sql } from 'drizzle-orm';
import type { Database, ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { isNotMoving } from '#store/show/outbox/moving-shows';
import { documents } from '#store/show/tables/document-tables';
import { approvalLinks } from '#store/show/tables/job-tables';

export type ApprovalLinkRow = typeof approvalLinks.$inferSelect;

/** Links to approve of one e-mail. */
export function insertApprovalLinks(
  { db }: ShowStore,
  rows: readonly (typeof approvalLinks.$inferInsert)[],
): Write[] {
  return rows.map((row) => db.insert(approvalLinks).values(row));
}

const byToken = prepareRead(({ db, showId }, { tokenHash }: { tokenHash: string }) => [
  db
    .select({ link: approvalLinks, docType: documents.type })
    .from(approvalLinks)
    .innerJoin(documents, eq(documents.id, approvalLinks.documentId))
    .where(and(eq(approvalLinks.showId, showId), eq(approvalLinks.tokenHash, tokenHash)))
    .limit(1),
]);

/** The link of a token with the type of its document, also one that has ended; null for an unknown token. */
export const approvalLinkQuery = (
  source: Source,
  tokenHash: string,
): Query<(ApprovalLinkRow & Pick<typeof documents.$inferSelect, 'type'>) | null> =>
  mapQuery(byToken(source, { tokenHash }), ([[row]]) => (row ? { ...row.link, type: row.docType } : null));

/** Marks a link as used. When it was used before, its count is null, which fails the batch of the vote (LINK-06). */
export function markLinkUsed({ showId }: ShowStore, tokenHash: string, now: string): Write {
  return sql`UPDATE approval_links SET uses = iif(used_at IS NULL, 1, NULL), used_at = ${now}
    WHERE show_id = ${showId} AND token_hash = ${tokenHash}`;
}

/** Removes links that expired before `before`, at most 500 per sweep. Returns their number. */
export async function deleteOldApprovalLinks(db: Database, before: string): Promise<number> {
  const deleted = await db.all(sql`DELETE FROM approval_links WHERE (show_id, token_hash) IN (
    SELECT show_id, token_hash FROM approval_links INDEXED BY approval_links_by_expiry
    WHERE expires_at < ${before} AND ${isNotMoving(approvalLinks.showId)} LIMIT 500) RETURNING 1`);
  return deleted.length;
}
