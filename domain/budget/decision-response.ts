import * as v from 'valibot';
import { described } from '#domain/values/described';
import { lineCodesResponse } from './budget-response.ts';
import { budgetAnswers } from './budget-answers.ts';

/** How a document in approval compares with the budget. */
export const budgetDecision = v.object({
  answer: described(
    'Whether every account stays within its budget. Send it with an approval as `budgetAnswer`.',
    v.picklist(budgetAnswers),
  ),
  currency: v.optional(v.string()),
  accounts: v.optional(
    described(
      'The accounts that the document affects. Only for users who may read budgets.',
      v.array(
        v.object({
          account: v.string(),
          codes: described(
            'The codes of the line of the budget, if it has any.',
            v.optional(lineCodesResponse),
          ),
          description: described('With these codes in words.', v.string()),
          answer: v.picklist(budgetAnswers),
          budget: described(
            'The final budget; null for an account that is not budgeted.',
            v.nullable(v.number()),
          ),
          actual: v.number(),
          committed: v.number(),
          waitingOthers: described('New exposure of other documents in approval.', v.number()),
          thisDocument: described('New exposure of this document.', v.number()),
          availableAfter: described('`budget` less all of these.', v.nullable(v.number())),
        }),
      ),
    ),
  ),
  heading: v.optional(described('What the figures leave out, if they leave out anything.', v.string())),
  isPartial: v.optional(described('Accounts are left out that the user may not see.', v.boolean())),
});
export type BudgetDecisionResponse = v.InferOutput<typeof budgetDecision>;

/** The field of documents in approval. */
export const budgetField = {
  budget: v.optional(
    described(
      'Only in approval, if the show has a budget in the currency of the document and lets this user see it.',
      budgetDecision,
    ),
  ),
};
