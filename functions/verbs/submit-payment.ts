import { Refusal } from '#domain/codes';
import { refusal } from '#domain/lifecycle';
import { readPaymentTemplate } from '#store/show/read-flows';
import { act } from './act.ts';
import type { Acted } from './act.ts';
import type { ShowContext } from './context.ts';
import { actorOf, subjectOf } from './subject.ts';
import { submissionOf } from './submission.ts';

/**
 * Sends a payment for approval through the flow of this slug (API-90, PA-04, DEC-44); without one through that of its
 * bank account, else through the show's default. Throws `invalid_parameter` for a slug that no payment flow of the show
 * has, `POS_NO_DEFAULT_WORKFLOW`, `POS_NO_VALID_WORKFLOW_STEP`.
 */
export function submitPayment(context: ShowContext, id: string, slug: string | null): Promise<Acted> {
  return act(context, { docType: 'PAYMENT', id }, 'submit', async (rows) => {
    // Rights and state first: nobody else learns which flows there are (DEC-98).
    const refused = refusal(subjectOf(rows), 'submit', actorOf(context), context.settings);
    if (refused) throw new Refusal(refused);
    return submissionOf(context, [], await flowOf(context, id, slug));
  });
}

async function flowOf({ store }: ShowContext, id: string, slug: string | null) {
  const chosen = await store.foreseen.ask(readPaymentTemplate, store, id, slug);
  if (!chosen && slug !== null) throw new Refusal('invalid_parameter', { message: 'workflowTemplateSlug' });
  return chosen;
}
