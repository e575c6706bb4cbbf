/** Age buckets of pending approvals, from the newest: each up to this many hours, the last without limit. */
export const pendingAgeBuckets = [
  { id: 'DAY', upToHours: 24 },
  { id: 'THREE_DAYS', upToHours: 72 },
  { id: 'WEEK', upToHours: 168 },
  { id: 'LONGER', upToHours: null },
] as const;
export type PendingAge = (typeof pendingAgeBuckets)[number]['id'];

/** Maximum documents sent back that home lists individually. */
export const revisionsShown = 5;

/** Maximum open questions that home lists. */
export const questionsShown = 20;

/** Maximum own documents that home lists for users without approval rights, including those sent back. */
export const ownDocumentsShown = 6;

/** Maximum departments that home lists individually: more than any show has. */
export const commitmentsShown = 60;
