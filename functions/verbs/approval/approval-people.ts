import { inApproval, templateTypeOf } from '#domain/document';
import { isForbiddenSelfApproval, selfApproverIds } from '#domain/lifecycle/subject';
import { revisionAuthors } from '#domain/workflow/self-approval';
import type { AuthorEvent } from '#domain/workflow/self-approval';
import type { People } from '#domain/workflow/workflow';
import { ableToApprove } from '#domain/workflow/workflow-template';
import { readActiveMembers } from '#store/directory/users';
import type { DocumentRow } from '#store/show/documents/read-document';
import { readDepartmentOf } from '#store/show/management/read-show-context';
import type { ShowContext } from '#verbs/request/context';

/** DEC-21: the people by whom it is decided who may approve this document now; null when it is not in approval. */
export async function approvalPeople(
  { env, store, settings, members: known }: ShowContext,
  { document, authorEvents }: { document: DocumentRow; authorEvents: readonly AuthorEvent[] },
): Promise<People | null> {
  if (!inApproval(document.status)) return null;
  const [members, department] = await Promise.all([
    known ?? readActiveMembers(env, store.showId),
    store.foreseen.ask(readDepartmentOf, store, document.id),
  ]);
  const type = templateTypeOf[document.type];
  const subject = { ...document, docType: document.type, revisionAuthorIds: revisionAuthors(authorEvents) };
  return {
    activeUserIds: members.map(({ id }) => id),
    approverIds: members.filter((one) => ableToApprove({ ...one, isActive: true }, type)).map(({ id }) => id),
    departmentMemberIds: department.memberIds,
    selfIds: selfApproverIds(subject).filter((id) => isForbiddenSelfApproval(subject, id, settings)),
  };
}
