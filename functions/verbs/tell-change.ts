import type { DocumentChanged } from '#domain/live';
import { moduleVisible } from '#domain/permissions';
import { mayReach } from '#domain/visibility';
import { tell } from '#edges/live';
import { readReaders } from '#store/directory/readers';
import { readDepartmentMemberIds } from '#store/show/read-show';
import { readSubject } from '#store/show/read-document';
import type { SubjectRows } from '#store/show/read-document';
import type { ShowContext } from './context.ts';

/**
 * Tells the users of the show who may see the document that it has changed (DEC-100). After the commit, and only a
 * hint. Whoever had the document in the former state's queue is told too: it has left his list.
 */
export async function tellChange(
  context: Pick<ShowContext, 'env' | 'store'>,
  before: SubjectRows | null,
  id: string,
): Promise<void> {
  const rows = await readSubject(context.store, id);
  if (!rows) return;
  const { document } = rows;
  const [readers, memberIds] = await Promise.all([
    readReaders(context.env, document.showId),
    document.departmentId
      ? readDepartmentMemberIds(context.store, document.departmentId)
      : Promise.resolve<string[]>([]),
  ]);
  const workflowUserIds = [...rows.approvers, ...(before?.approvers ?? [])].map(
    (approver) => approver.userId,
  );
  const facts = { ...document, workflowUserIds };
  const to = readers
    .filter((reader) => {
      const modules = { invoices: reader.invoiceModuleVisible, payments: reader.paymentModuleVisible };
      if (!moduleVisible(modules, document.type)) return false;
      const departmentIds =
        memberIds.includes(reader.userId) && document.departmentId ? [document.departmentId] : [];
      return mayReach(facts, { ...reader, departmentIds }, document.type);
    })
    .map((reader) => reader.userId);
  const data: DocumentChanged = {
    docType: document.type,
    id: document.id,
    showId: document.showId,
    version: document.version,
    status: document.status,
    submissionStatus: document.submissionStatus,
  };
  await tell(context.env, { event: 'document_changed', data, showId: document.showId, to });
}
