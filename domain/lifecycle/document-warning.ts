/** What makes a document one to review by itself: never from a link of an e-mail, in bulk only if the user includes it. */
export const warningTexts = {
  POSSIBLE_DUPLICATE: 'Possible duplicate',
  POSSIBLE_SPLIT: 'Possible split',
  CHANGED_PAYEE: 'Changed payee',
  OVER_RELIEF: 'Exceeds its purchase order',
  OVER_BUDGET: 'Over budget',
} as const;

export type DocumentWarning = keyof typeof warningTexts;
