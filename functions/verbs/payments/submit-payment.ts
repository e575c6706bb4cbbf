import { Refusal } from '#domain/codes';
import { amountForLimitsCents } from '#domain/currency/costing';
import type { FieldChange } from '#domain/history/document-changes';
import { describeWorkflowChange } from '#domain/history/workflow-change';
import { refusal } from '#domain/lifecycle/decide';
import type { NoPlan, ReadPlan, Reading } from '#store/d1/query';
import { showMembersQuery } from '#store/directory/users';
import { formerWorkflowQuery, paymentTemplateQuery } from '#store/show/approval/read-default-template';
import { performAction, subjectPlan } from '#verbs/lifecycle/perform-action';
import type { ActionOutcome } from '#verbs/lifecycle/perform-action';
import type { Terms } from '#verbs/approval/idempotent-change';
import type { RequestContext } from '#verbs/request/context';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { costAtSubmit, costedContent, costPlan, noCosts } from '#verbs/lifecycle/costing';
import { workflowPlanInput } from '#verbs/approval/plan-workflow';

/**
 * Submits a payment with the workflow of this slug (API-90, PA-04, DEC-44); without one, with that of its bank account,
 * else the show's default. Throws `invalid_parameter` for an unknown slug, or, with workflow selection off, for one
 * that is neither the bank account's nor the default; `POS_NO_DEFAULT_WORKFLOW`, `POS_NO_VALID_WORKFLOW_STEP`.
 */
export function submitPayment<After extends ReadPlan = NoPlan>(
  context: RequestContext,
  id: string,
  slug: string | null,
  reading: Reading<ReturnType<typeof paymentSubmissionPlan>>,
  { contentVersion, additionalWrites, after }: Terms<After>,
): Promise<ActionOutcome<After>> {
  let costs = noCosts;
  let changes: FieldChange[] = [];
  return performAction(context, { docType: 'PAYMENT', id, contentVersion }, 'submit', reading, {
    input: (rows, { template, former, people, costTerms }) => {
      // Permissions and state first: other users must not learn which workflows exist (DEC-98).
      const refused = refusal(subjectOf(rows), 'submit', actorOf(context), context.settings, {
        contentVersion,
      });
      if (refused) throw new Refusal(refused);
      if (!template && slug !== null)
        throw new Refusal('invalid_parameter', { message: 'workflowTemplateSlug is not valid.' });
      const isChosen = slug !== null && context.settings.approvalFlowPaymentSelectionEnabled;
      changes = describeWorkflowChange(former, template, isChosen);
      costs = costAtSubmit(context, rows, costTerms, people);
      return {
        ...workflowPlanInput(context, people, [], template),
        newTotalCents: amountForLimitsCents({ ...rows.document, ...costs }),
      };
    },
    content: (rows, { content }) => costedContent(context, rows, content, costs),
    writes: additionalWrites,
    changes: () => changes,
    ...(after && { after }),
  });
}

/** A payment with the workflow of `slug` or its own, and the members of the show. */
export const paymentSubmissionPlan = (
  { store, directory, now }: Pick<RequestContext, 'store' | 'directory' | 'now'>,
  id: string,
  slug: string | null,
) => ({
  ...subjectPlan({ store }, id),
  ...costPlan({ store, now }, id),
  former: formerWorkflowQuery(store, id),
  template: paymentTemplateQuery(store, id, slug),
  people: showMembersQuery(directory),
});
