import { Refusal } from '#domain/codes';
import { coversOneOf } from '#domain/cover/cover';
import type { DocType } from '#domain/document';
import { moduleVisible } from '#domain/identity/permissions';
import { mayReach } from '#domain/identity/visibility';
import { addLogFields } from '#edges/log';
import { read } from '#store/d1/query';
import { subjectQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import { viewerOf } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';

/** A document type does not exist for a user who lacks its feature. Throws `FORBIDDEN` (DEC-12). */
export function requireModule(context: RequestContext, docType: DocType): void {
  if (!moduleVisible(context.modules, docType)) throw new Refusal('FORBIDDEN');
}

/** Reads a document, in a round trip of its own, and checks it by `requireVisible`. */
export async function loadVisibleDocument(
  context: RequestContext,
  docType: DocType,
  id: string,
): Promise<SubjectRows> {
  return requireVisible(context, docType, await read(subjectQuery(context.store, id)));
}

/**
 * Returns a document that this user may see. Throws `NOT_FOUND` for any other, and for one of another type: other users
 * never learn that it exists (DEC-98).
 */
export function requireVisible(
  context: RequestContext,
  docType: DocType,
  rows: SubjectRows | null,
): SubjectRows {
  requireModule(context, docType);
  if (!rows || rows.document.type !== docType) throw new Refusal('NOT_FOUND');
  addLogFields({ document: rows.document.id });
  if (!isVisible(context, rows)) throw new Refusal('NOT_FOUND');
  return rows;
}

/**
 * Whether this user may see a document: by their visibility (DEC-13), or while they cover one of its approvers (COV-05).
 * The module is checked separately.
 */
export function isVisible(
  context: RequestContext,
  { document, approverIds }: Pick<SubjectRows, 'document' | 'approverIds'>,
): boolean {
  const { creatorId, ownerId, departmentId, type } = document;
  return (
    mayReach({ creatorId, ownerId, departmentId, workflowUserIds: approverIds }, viewerOf(context), type) ||
    coversOneOf(context.covers, type, context.user.id, approverIds)
  );
}
