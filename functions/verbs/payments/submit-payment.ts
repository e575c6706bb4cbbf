import { Refusal } from '#domain/codes';
import type { FieldChange } from '#domain/history/document-changes';
import { flowChange } from '#domain/workflow/workflow-change';
import { refusal } from '#domain/lifecycle/lifecycle';
import type { NoPlan, Plan, Reading } from '#store/d1/query';
import { peopleQuery } from '#store/directory/users';
import { formerWorkflowQuery, paymentTemplateQuery } from '#store/show/approval/read-default-template';
import { act, subjectPlan } from '#verbs/lifecycle/perform-action';
import type { Acted } from '#verbs/lifecycle/perform-action';
import type { Terms } from '#verbs/approval/idempotent-change';
import type { RequestContext } from '#verbs/request/context';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { workflowPlanInput } from '#verbs/approval/plan-workflow';

/**
 * Sends a payment for approval through the flow of this slug (API-90, PA-04, DEC-44); without one through that of its
 * bank account, else through the show's default. Throws `invalid_parameter` for a slug that no payment flow of the show
 * has, or with flow selection off for one of a flow that is neither the bank account's nor the default,
 * `POS_NO_DEFAULT_WORKFLOW`, `POS_NO_VALID_WORKFLOW_STEP`.
 */
export function submitPayment<After extends Plan = NoPlan>(
  context: RequestContext,
  id: string,
  slug: string | null,
  reading: Reading<ReturnType<typeof paymentSubmissionPlan>>,
  { contentVersion, more, after }: Terms<After>,
): Promise<Acted<After>> {
  let changes: FieldChange[] = [];
  return act(context, { docType: 'PAYMENT', id, contentVersion }, 'submit', reading, {
    input: (rows, { template, former, people }) => {
      // Rights and state first: nobody else learns which flows there are (DEC-98).
      const refused = refusal(subjectOf(rows), 'submit', actorOf(context), context.settings, {
        contentVersion,
      });
      if (refused) throw new Refusal(refused);
      if (!template && slug !== null)
        throw new Refusal('invalid_parameter', { message: 'workflowTemplateSlug is not valid.' });
      changes = flowChange(former, template);
      return workflowPlanInput(context, people, [], template);
    },
    writes: more,
    changes: () => changes,
    ...(after && { after }),
  });
}

/** A payment with what its submission is decided by: the workflow of `slug` or its own, and who is there. */
export const paymentSubmissionPlan = (
  { store, directory }: Pick<RequestContext, 'store' | 'directory'>,
  id: string,
  slug: string | null,
) => ({
  ...subjectPlan({ store }, id),
  former: formerWorkflowQuery(store, id),
  template: paymentTemplateQuery(store, id, slug),
  people: peopleQuery(directory),
});
