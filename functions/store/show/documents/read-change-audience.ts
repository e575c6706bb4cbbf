import { and, eq, sql } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { isRunning } from '#store/show/cover/running-covers';
import { documents } from '#store/show/tables/document-tables';
import { departmentMembers } from '#store/show/tables/reference-tables';

const audience = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select({
      id: documents.id,
      type: documents.type,
      version: documents.version,
      status: documents.status,
      submissionStatus: documents.submissionStatus,
      creatorId: documents.creatorId,
      ownerId: documents.ownerId,
      departmentId: documents.departmentId,
    })
    .from(documents)
    .where(and(eq(documents.id, id), eq(documents.showId, showId)))
    .limit(1),
  db.select({ userId: sql<string>`user_id` }).from(
    sql`(SELECT a.user_id FROM document_approvers a WHERE a.show_id = ${showId} AND a.document_id = ${id}
        UNION SELECT p.value FROM covers c CROSS JOIN json_each(json_array(c.covering_id, c.alternate_id)) p
          CROSS JOIN documents d
          WHERE c.show_id = ${showId} AND ${isRunning('c')} AND p.value IS NOT NULL
            AND d.id = ${id} AND d.show_id = ${showId} AND instr(c.types, '"' || d.type || '"') > 0
            AND EXISTS (SELECT 1 FROM document_approvers a
              WHERE a.show_id = ${showId} AND a.document_id = ${id} AND a.user_id = c.user_id))`,
  ),
  db
    .select({ userId: departmentMembers.userId })
    .from(departmentMembers)
    .where(
      and(
        eq(departmentMembers.showId, showId),
        eq(
          departmentMembers.departmentId,
          sql`(SELECT department_id FROM documents WHERE id = ${id} AND show_id = ${showId})`,
        ),
        eq(departmentMembers.isActive, true),
      ),
    ),
]);

/**
 * The published fields of a document, with its approvers and the members of its department; null when there is no such
 * document.
 */
export const changeAudienceQuery = (store: Source, id: string) =>
  mapQuery(audience(store, { id }), ([[document], approvers, members]) => {
    if (!document) return null;
    const ids = (rows: readonly { userId: string }[]) => rows.map(({ userId }) => userId);
    return { document, approverIds: ids(approvers), memberIds: ids(members) };
  });

export type ChangeAudience = RowOf<ReturnType<typeof changeAudienceQuery>>;
