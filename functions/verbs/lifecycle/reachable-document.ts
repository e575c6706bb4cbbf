import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import { moduleVisible } from '#domain/identity/permissions';
import { mayReach } from '#domain/identity/visibility';
import { about } from '#edges/log';
import { read } from '#store/d1/query';
import { subjectQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import { viewerOf } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';

/** DEC-12: nothing about a document type exists for a user who lacks its feature. Throws `FORBIDDEN`. */
export function requireModule(context: RequestContext, docType: DocType): void {
  if (!moduleVisible(context.modules, docType)) throw new Refusal('FORBIDDEN');
}

/** Reads a document, in a trip of its own, and requires it like `reached`. */
export async function reach(context: RequestContext, docType: DocType, id: string): Promise<SubjectRows> {
  return reached(context, docType, await read(subjectQuery(context.store, id)));
}

/**
 * A document that this user may reach. Throws `NOT_FOUND` for any other, and for one of another type: an outsider never
 * learns that it exists (DEC-98).
 */
export function reached(context: RequestContext, docType: DocType, rows: SubjectRows | null): SubjectRows {
  requireModule(context, docType);
  if (!rows || rows.document.type !== docType) throw new Refusal('NOT_FOUND');
  about({ document: rows.document.id });
  if (!isVisible(context, rows)) throw new Refusal('NOT_FOUND');
  return rows;
}

/** Whether this user's visibility covers a document that was read (DEC-13); its module is checked apart. */
export function isVisible(
  context: RequestContext,
  { document, approvers }: Pick<SubjectRows, 'document' | 'approvers'>,
): boolean {
  const { creatorId, ownerId, departmentId, type } = document;
  const workflowUserIds = approvers.map(({ userId }) => userId);
  return mayReach({ creatorId, ownerId, departmentId, workflowUserIds }, viewerOf(context), type);
}
