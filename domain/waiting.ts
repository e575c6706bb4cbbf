/** How long something has waited for an approver, from the newest: each up to so many hours, the last one without end. */
export const waitingAges = [
  { id: 'DAY', upToHours: 24 },
  { id: 'THREE_DAYS', upToHours: 72 },
  { id: 'WEEK', upToHours: 168 },
  { id: 'LONGER', upToHours: null },
] as const;
export type WaitingAge = (typeof waitingAges)[number]['id'];

/** The documents sent back that home names one by one. */
export const revisionsShown = 5;

/** The departments that the picture of commitments has room for. */
export const commitmentsShown = 6;
