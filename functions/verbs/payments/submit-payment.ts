import { Refusal } from '#domain/codes';
import type { FieldChange } from '#domain/history/document-changes';
import { flowChange } from '#domain/workflow/workflow-change';
import { refusal } from '#domain/lifecycle/lifecycle';
import { readFormerFlow, readPaymentTemplate } from '#store/show/approval/read-default-template';
import { act } from '#verbs/lifecycle/perform-action';
import type { Acted } from '#verbs/lifecycle/perform-action';
import { unnamed } from '#verbs/approval/idempotent-change';
import type { Terms } from '#verbs/approval/idempotent-change';
import type { ShowContext } from '#verbs/request/context';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { submissionOf } from '#verbs/approval/plan-workflow';

/**
 * Sends a payment for approval through the flow of this slug (API-90, PA-04, DEC-44); without one through that of its
 * bank account, else through the show's default. Throws `invalid_parameter` for a slug that no payment flow of the show
 * has, or with flow selection off for one of a flow that is neither the bank account's nor the default,
 * `POS_NO_DEFAULT_WORKFLOW`, `POS_NO_VALID_WORKFLOW_STEP`.
 */
export function submitPayment(
  context: ShowContext,
  id: string,
  slug: string | null,
  { contentVersion, more }: Terms = unnamed,
): Promise<Acted> {
  const { store } = context;
  let changes: FieldChange[] = [];
  return act(
    context,
    { docType: 'PAYMENT', id, contentVersion },
    'submit',
    async (rows) => {
      // Rights and state first: nobody else learns which flows there are (DEC-98).
      const refused = refusal(subjectOf(rows), 'submit', actorOf(context), context.settings, {
        contentVersion,
      });
      if (refused) throw new Refusal(refused);
      const flow = await flowOf(context, id, slug);
      changes = flowChange(await store.foreseen.ask(readFormerFlow, store, id), flow);
      return submissionOf(context, [], flow);
    },
    more,
    () => changes,
  );
}

async function flowOf({ store }: ShowContext, id: string, slug: string | null) {
  const chosen = await store.foreseen.ask(readPaymentTemplate, store, id, slug);
  if (!chosen && slug !== null)
    throw new Refusal('invalid_parameter', { message: 'workflowTemplateSlug is not valid.' });
  return chosen;
}
