import { answerNames } from '#domain/budget/budget-answers';
import type { BudgetAnswer } from '#domain/budget/budget-answers';
import type { BudgetDecisionResponse } from '#domain/budget/decision-response';
import { budgetRows, budgetText } from '#domain/budget/decision-text';
import type { EmailFact, EmailList, EmailTone } from '#edges/mail/message-content';

type Budget = BudgetDecisionResponse | null;

/** Over budget and not budgeted are written in color (BUD-54). */
const tones = { WITHIN: null, OVER: 'negative', NOT_BUDGETED: 'caution' } as const satisfies Record<
  BudgetAnswer,
  EmailTone | null
>;

/** Whether the document is within budget, as a fact of an e-mail. */
export const budgetFact = (budget: Budget): EmailFact => [
  'Budget',
  budgetText(budget),
  budget && tones[budget.answer],
];

/** A warning of the budget; null for a document within it. */
export function budgetMark(budget: Budget) {
  const tone = budget && tones[budget.answer];
  return tone && { text: budgetText(budget), tone };
}

/** The figures of the accounts, as a list of an e-mail. */
export function budgetLists(budget: Budget): EmailList[] {
  const figures = budgetRows(budget);
  if (!figures) return [];
  const rows = figures.rows.map(({ answer, detail, ...row }) => {
    const [text, tone] = [answerNames[answer], tones[answer]];
    return tone
      ? { ...row, mark: { text, tone }, detail, href: null }
      : { ...row, detail: `${text}, ${detail}`, href: null };
  });
  return [{ ...figures, rows }];
}
