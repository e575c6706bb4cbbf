import type { ApprovedPlan } from '#domain/workflow/change-order-plan';
import type { DecideInput } from '#domain/lifecycle/decision';
import { remindersOf } from '#domain/workflow/step-reminders';
import { isEligibleApprover } from '#domain/workflow/workflow-template';
import type { RowOf } from '#store/d1/query';
import { showMembersQuery } from '#store/directory/users';
import type { ShowMember } from '#store/directory/users';
import { defaultTemplateQuery, formerWorkflowQuery } from '#store/show/approval/read-default-template';
import type { templateQuery } from '#store/show/approval/read-default-template';
import { approvedPlansQuery } from '#store/show/purchase-orders/read-approved-plans';
import { invoicedLinesQuery } from '#store/show/documents/line-reductions';
import { linesQuery } from '#store/show/documents/lines';
import { documentDepartmentQuery } from '#store/show/management/read-show-context';
import { costPlan } from '#verbs/lifecycle/costing';
import { subjectPlan } from '#verbs/lifecycle/perform-action';
import { fullName } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';

/** What a submission of a purchase order or an invoice is decided by: the document, its workflow and the people. */
export const submissionPlan = (
  context: Pick<RequestContext, 'store' | 'directory' | 'now'>,
  docType: 'PO' | 'INVOICE',
  id: string,
) => ({
  ...subjectPlan(context, id),
  ...costPlan(context, id),
  former: formerWorkflowQuery(context.store, id),
  lines: linesQuery(context.store, id),
  department: documentDepartmentQuery(context.store, id),
  template: defaultTemplateQuery(context.store, docType === 'PO' ? 'PURCHASE_ORDER' : 'INVOICE'),
  people: showMembersQuery(context.directory),
  versions: docType === 'PO' ? approvedPlansQuery(context.store, id) : null,
  invoiced: docType === 'PO' ? invoicedLinesQuery(context.store, id) : null,
});

/**
 * The input of workflow planning: the template with the approvers' names, the active people, and the members of the
 * document's department (DEC-24), and for a change order the versions that were approved before (CHANGE-02).
 */
export function workflowPlanInput(
  context: Pick<RequestContext, 'newId' | 'now'>,
  people: readonly ShowMember[],
  departmentMemberIds: readonly string[],
  template: RowOf<ReturnType<typeof templateQuery>>,
  approvedVersions: readonly ApprovedPlan[] = [],
): DecideInput {
  const byId = new Map(people.map((person) => [person.id, person]));
  return {
    at: context.now,
    submission: {
      workflowId: context.newId(),
      activeUserIds: people.filter((person) => person.isActive).map((person) => person.id),
      approverIds: people
        .filter((person) => template !== null && isEligibleApprover(person, template.templateType))
        .map((person) => person.id),
      departmentMemberIds,
      approvedVersions,
      template: template && {
        id: template.id,
        version: template.version,
        change: { rule: template.changeRule, percentHundredths: template.changePercentHundredths },
        steps: template.steps.map((step) => ({
          order: step.stepOrder,
          name: step.name,
          kind: step.kind,
          amountLimitCents: step.amountLimitCents,
          approvalsNeeded: step.approvalsNeeded,
          mayApproveOverRelief: step.mayApproveOverRelief,
          ...remindersOf(step),
          approvers: step.approverIds.flatMap((userId) => {
            const person = byId.get(userId);
            return person ? [{ userId, name: fullName(person), initials: person.initials }] : [];
          }),
        })),
      },
    },
  };
}
