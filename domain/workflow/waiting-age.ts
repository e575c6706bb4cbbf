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

/** The own documents that home shows to users who approve nothing, those sent back included. */
export const ownDocumentsShown = 6;

/** The departments that home names one by one: more than a show has. */
export const commitmentsShown = 60;
