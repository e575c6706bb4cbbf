import type { ContentRow, ContentStamp } from '#domain/history/content';
import type { Json } from '#domain/history/history';
import { withDefaults } from '#store/d1/with-defaults';
import type { DocumentRow } from '#store/show/documents/read-document';
import { documents } from '#store/show/tables/document-tables';
import type { LineValues } from '#store/show/documents/write-document';
import { buildAuditEvent } from '#verbs/lifecycle/audit-event';
import { firstStamp, lineRows } from '#verbs/lifecycle/content-stamp';
import { actorOf } from '#verbs/lifecycle/subject';
import { fullName } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';

type NewDocument = Pick<typeof documents.$inferInsert, 'id' | 'type' | 'attachmentCount'> &
  Partial<typeof documents.$inferInsert>;

/** The row of a document that the user creates as a draft. */
export function newDocument({ store, user, now }: RequestContext, row: NewDocument): DocumentRow {
  return withDefaults(documents, {
    showId: store.showId,
    status: 'DRAFT',
    submissionStatus: 'Draft',
    version: 1,
    creatorId: user.id,
    creatorName: fullName(user),
    creatorUsername: user.username,
    ownerId: user.id,
    milestones: ['SAVED_AS_DRAFT'],
    createdAt: now,
    updatedAt: now,
    ...row,
  });
}

/** The first event of a document, and the stamp of its content. */
export function buildFirstEvent(
  context: RequestContext,
  document: DocumentRow,
  content: { detail: ContentRow; lines: readonly LineValues[]; files: ContentRow[] },
  payload: Record<string, Json>,
): { event: ReturnType<typeof buildAuditEvent>; stamp: ContentStamp } {
  const stamp = firstStamp({ document, ...content, lines: lineRows(document, content.lines) });
  const event = buildAuditEvent(context, actorOf(context), {
    documentId: document.id,
    seq: 1,
    action: 'create',
    payload,
    stamp,
    state: { ...document, lockedLineCount: 0 },
    previousHash: '',
  });
  return { event, stamp };
}
