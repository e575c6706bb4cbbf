import { moduleVisible } from '#domain/identity/permissions';
import { mayReach } from '#domain/identity/visibility';
import type { readersQuery } from '#store/directory/document-audience';
import type { RowOf } from '#store/d1/query';
import type { ChangeAudience } from '#store/show/documents/read-change-audience';

/** The members of a show who may see a document, with those who could as its former approvers. */
export function readersOf<Reader extends RowOf<ReturnType<typeof readersQuery>>[number]>(
  readers: readonly Reader[],
  audience: ChangeAudience,
  formerApprovers: readonly string[] = [],
): Reader[] {
  if (!audience) return [];
  const { document, approverIds, memberIds } = audience;
  const { creatorId, ownerId, departmentId, type: docType } = document;
  const facts = { creatorId, ownerId, departmentId, workflowUserIds: [...approverIds, ...formerApprovers] };
  return readers.filter((reader) => {
    const modules = { invoices: reader.invoiceModuleVisible, payments: reader.paymentModuleVisible };
    if (!moduleVisible(modules, docType)) return false;
    const departmentIds = memberIds.includes(reader.userId) && departmentId ? [departmentId] : [];
    return mayReach(facts, { ...reader, departmentIds }, docType);
  });
}
