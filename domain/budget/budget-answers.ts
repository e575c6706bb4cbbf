/** Whether a document stays within the budget. An account without a budget is not over it. */
export const budgetAnswers = ['WITHIN', 'OVER', 'NOT_BUDGETED'] as const;
export type BudgetAnswer = (typeof budgetAnswers)[number];

/** What an answer is called. */
export const answerNames = {
  WITHIN: 'Within budget',
  OVER: 'Over budget',
  NOT_BUDGETED: 'Not budgeted',
} as const satisfies Record<BudgetAnswer, string>;

/** What the show tells users who may not read budgets. */
export const budgetOnDecisionModes = ['NOTHING', 'ANSWER'] as const;
