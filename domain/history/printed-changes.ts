import type { ChangeEvent } from './history-response.ts';

/** The field of the reason of a submit over budget. */
export const budgetReasonField = 'budgetReason';

/** Returns the changes as a PDF lists them: a vendor may get it, and must not read about the budget (BUD-30). */
export function printedChanges(changes: readonly ChangeEvent[]): ChangeEvent[] {
  return changes.map((change) => ({
    ...change,
    fields: change.fields.filter(({ field }) => field !== budgetReasonField),
  }));
}
