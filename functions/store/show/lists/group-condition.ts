import { and, between, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import { vendorNumberMark } from '#domain/lists/list-columns';
import type { GroupFilter } from '#domain/lists/list-group';
import { addDays, isDay } from '#domain/values/days';
import type { Source } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';

/** The condition for the documents of one group of a list (VIEW-22). */
export function groupCondition(
  { showId }: Pick<Source, 'showId'>,
  docType: DocType,
  group: NonNullable<GroupFilter>,
): SQL | undefined {
  const { by, key } = group;
  switch (by) {
    case 'VENDOR':
      return key.startsWith(vendorNumberMark)
        ? eq(documents.vendorNumber, key.slice(vendorNumberMark.length))
        : and(eq(documents.vendorNumber, ''), eq(documents.vendorName, key));
    case 'DEPARTMENT':
      return key === '' ? isNull(documents.departmentId) : eq(documents.departmentId, key);
    case 'WEEK':
      return isDay(key)
        ? between(documents.businessDay, key, addDays(key, 6))
        : eq(documents.businessDay, key);
    case 'ACCOUNT':
      return key === '' ? withoutAccount(showId) : ofAccount(showId, key);
    case 'APPROVER':
      return key === '' ? waitsForNobody(showId) : waitingWithUser(showId, docType, key);
  }
}

/** The expression is that of the index. */
function ofAccount(showId: string, code: string): SQL {
  return inArray(
    documents.id,
    sql`(SELECT l.document_id FROM document_lines l INDEXED BY document_lines_by_account
      WHERE l.show_id = ${showId} AND l.coding ->> 'ACCOUNT' = ${code})`,
  );
}

/** Documents with a line that has no account, and those without lines. */
function withoutAccount(showId: string): SQL {
  const linesOf = sql`SELECT 1 FROM document_lines l INDEXED BY document_lines_by_document
    WHERE l.show_id = ${showId} AND l.document_id = ${documents.id}`;
  return sql`(EXISTS (${linesOf} AND coalesce(l.coding ->> 'ACCOUNT', '') = '') OR NOT EXISTS (${linesOf}))`;
}

function waitingWithUser(showId: string, docType: DocType, userId: string): SQL {
  return inArray(
    documents.id,
    sql`(SELECT q.document_id FROM waiting_approvals q
      WHERE q.show_id = ${showId} AND q.user_id = ${userId} AND q.type = ${docType})`,
  );
}

/** The condition for the documents that are in nobody's queue. */
export function waitsForNobody(showId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM waiting_approvals q INDEXED BY waiting_approvals_by_document
    WHERE q.show_id = ${showId} AND q.document_id = ${documents.id})`;
}
