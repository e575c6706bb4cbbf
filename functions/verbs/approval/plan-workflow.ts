import type { ApprovedSteps } from '#domain/workflow/change-order-steps';
import type { DecideInput } from '#domain/lifecycle/change';
import type { Overrun } from '#domain/budget/overrun';
import { overBudgetOf } from '#domain/budget/over-budget';
import { remindersOf } from '#domain/workflow/step-reminders';
import { isEligibleApprover } from '#domain/workflow/workflow-template';
import type { RowOf } from '#store/d1/query';
import { showMembersQuery } from '#store/directory/users';
import type { ShowMember } from '#store/directory/users';
import { defaultTemplateQuery, formerWorkflowQuery } from '#store/show/approval/read-default-template';
import type { templateQuery } from '#store/show/approval/read-default-template';
import { affectedAccountsQuery } from '#store/show/budget/decision';
import { approvedStepsQuery } from '#store/show/purchase-orders/read-approved-steps';
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
  versions: docType === 'PO' ? approvedStepsQuery(context.store, id) : null,
  invoiced: docType === 'PO' ? invoicedLinesQuery(context.store, id) : null,
  affected: affectedAccountsQuery(context.store, id),
});

/** What a plan is decided by besides the people. */
interface WorkflowFacts {
  approvedVersions?: readonly ApprovedSteps[];
  overruns?: readonly Overrun[];
}

/**
 * The input of workflow planning: the template with the approvers' names, the active people, and the members of the
 * document's department (DEC-24), for a change order the versions that were approved before (CHANGE-02), and the
 * accounts that the document takes over budget (BUD-28).
 */
export function workflowPlanInput(
  context: Pick<RequestContext, 'newId' | 'now'>,
  people: readonly ShowMember[],
  departmentMemberIds: readonly string[],
  template: RowOf<ReturnType<typeof templateQuery>>,
  { approvedVersions = [], overruns = [] }: WorkflowFacts = {},
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
      overruns,
      template: template && {
        id: template.id,
        version: template.version,
        change: { rule: template.changeRule, percentHundredths: template.changePercentHundredths },
        requiresBudgetReason: template.requiresBudgetReason,
        steps: template.steps.map((step) => ({
          order: step.stepOrder,
          name: step.name,
          kind: step.kind,
          amountLimitCents: step.amountLimitCents,
          approvalsNeeded: step.approvalsNeeded,
          mayApproveOverRelief: step.mayApproveOverRelief,
          overBudget: overBudgetOf(step),
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
