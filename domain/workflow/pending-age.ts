/** Ages of pending approvals, from the newest: each up to this many working days, the last without limit (WAIT-13). */
export const pendingAges = [
  { id: 'DAY', upToDays: 0 },
  { id: 'THREE_DAYS', upToDays: 3 },
  { id: 'WEEK', upToDays: 5 },
  { id: 'LONGER', upToDays: null },
] as const;
export type PendingAge = (typeof pendingAges)[number]['id'];

/** Returns the age of a document that has waited for this many working days. */
export function pendingAgeOf(days: number): PendingAge {
  return pendingAges.find(({ upToDays }) => upToDays === null || days <= upToDays)?.id ?? 'LONGER';
}

/** Maximum documents sent back that home lists individually. */
export const revisionsShown = 5;

/** Maximum open questions that home lists. */
export const questionsShown = 20;

/** Maximum own documents that home lists for users without approval rights, including those sent back. */
export const ownDocumentsShown = 6;

/** Maximum departments that home lists individually: more than any show has. */
export const commitmentsShown = 60;
