import type { DecideInput } from '#domain/lifecycle/decision';
import { ableToApprove } from '#domain/workflow/workflow-template';
import type { RowOf } from '#store/d1/query';
import { peopleQuery } from '#store/directory/users';
import type { Person } from '#store/directory/users';
import { defaultTemplateQuery, formerWorkflowQuery } from '#store/show/approval/read-default-template';
import type { templateQuery } from '#store/show/approval/read-default-template';
import { linesQuery } from '#store/show/documents/read-lines';
import { documentDepartmentQuery } from '#store/show/management/read-show-context';
import { subjectPlan } from '#verbs/lifecycle/perform-action';
import { fullName } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';

/** What the submission of a purchase order or an invoice is decided by: the document, its workflow, and who is there. */
export const submissionPlan = (
  context: Pick<RequestContext, 'store' | 'directory'>,
  docType: 'PO' | 'INVOICE',
  id: string,
) => ({
  ...subjectPlan(context, id),
  former: formerWorkflowQuery(context.store, id),
  lines: linesQuery(context.store, id),
  department: documentDepartmentQuery(context.store, id),
  template: defaultTemplateQuery(context.store, docType === 'PO' ? 'PURCHASE_ORDER' : 'INVOICE'),
  people: peopleQuery(context.directory),
});

/** What a flow is planned from: the template with names, and who is there to approve (DEC-24), in the document's department too. */
export function workflowPlanInput(
  context: Pick<RequestContext, 'newId' | 'now'>,
  people: readonly Person[],
  departmentMemberIds: readonly string[],
  template: RowOf<ReturnType<typeof templateQuery>>,
): DecideInput {
  const byId = new Map(people.map((person) => [person.id, person]));
  return {
    at: context.now,
    submission: {
      workflowId: context.newId(),
      activeUserIds: people.filter((person) => person.isActive).map((person) => person.id),
      approverIds: people
        .filter((person) => template !== null && ableToApprove(person, template.templateType))
        .map((person) => person.id),
      departmentMemberIds,
      template: template && {
        id: template.id,
        version: template.version,
        steps: template.steps.map((step) => ({
          order: step.stepOrder,
          name: step.name,
          kind: step.kind,
          amountLimitCents: step.amountLimitCents,
          approvalsNeeded: step.approvalsNeeded,
          mayApproveOverRelief: step.mayApproveOverRelief,
          approvers: step.approverIds.flatMap((userId) => {
            const person = byId.get(userId);
            return person ? [{ userId, name: fullName(person), initials: person.initials }] : [];
          }),
        })),
      },
    },
  };
}
