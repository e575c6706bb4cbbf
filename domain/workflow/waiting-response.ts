import * as v from 'valibot';
import { described } from '#domain/values/described';

/** With whom a document is waiting, and for how long (WAIT-05). */
export const waiting = v.nullable(
  v.object({
    since: described('The arrival at the current step, after pauses at the owner.', v.string()),
    days: described('Working days since then. The day of arrival is day 0.', v.number()),
    usualDays: described(
      'The median of this step in the last 30 days. Null for fewer than five cases.',
      v.nullable(v.number()),
    ),
    step: v.string(),
    with: described(
      'The approvers who can decide now.',
      v.array(v.object({ id: v.string(), name: v.string() })),
    ),
    isNudgedToday: described(
      'Whether its approvers were nudged today, in the time zone of the show: once a day.',
      v.boolean(),
    ),
  }),
);
export type Waiting = NonNullable<v.InferOutput<typeof waiting>>;

/** The field of lists and reviews. */
export const waitingField = {
  waiting: described('Null if the document is not in approval.', waiting),
};
