import { inApproval, templateTypeOf } from '#domain/document';
import { isForbiddenSelfApproval, selfApproverIds } from '#domain/lifecycle/subject';
import { revisionAuthors } from '#domain/workflow/self-approval';
import type { AuthorEvent } from '#domain/workflow/self-approval';
import type { People } from '#domain/workflow/missing-approvers';
import { isEligibleApprover } from '#domain/workflow/workflow-template';
import type { PlanRows } from '#store/d1/query';
import { activeMembersQuery } from '#store/directory/users';
import type { DocumentRow } from '#store/show/documents/read-document';
import { documentDepartmentQuery } from '#store/show/management/read-show-context';
import type { PlanContext, RequestContext } from '#verbs/request/context';

/**
 * The active members of the show, unless the request already loaded them, and the members of the document's department.
 */
export const approvalPeoplePlan = ({ store, directory, members }: PlanContext, documentId: string) => ({
  members: members ? null : activeMembersQuery(directory),
  department: documentDepartmentQuery(store, documentId),
});

/** The people who decide who may approve this document now; null when it is not in approval (DEC-21). */
export function approvalPeople(
  { settings, members: loaded }: Pick<RequestContext, 'settings' | 'members'>,
  { document, authorEvents }: { document: DocumentRow; authorEvents: readonly AuthorEvent[] },
  rows: PlanRows<typeof approvalPeoplePlan>,
): People | null {
  if (!inApproval(document.status)) return null;
  const members = loaded ?? rows.members ?? [];
  const type = templateTypeOf[document.type];
  const subject = { ...document, docType: document.type, revisionAuthorIds: revisionAuthors(authorEvents) };
  return {
    activeUserIds: members.map(({ id }) => id),
    approverIds: members
      .filter((member) => isEligibleApprover({ ...member, isActive: true }, type))
      .map(({ id }) => id),
    departmentMemberIds: rows.department.memberIds,
    selfIds: selfApproverIds(subject).filter((id) => isForbiddenSelfApproval(subject, id, settings)),
  };
}
