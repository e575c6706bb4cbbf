import * as v from 'valibot';
import { described } from '#domain/values/described';

/** An event on the wire, newest first in its list; `timeStamp` is an instant (PO-53). */
export const historyEvent = v.object({
  id: v.string(),
  userName: v.string(),
  timeStamp: v.string(),
  type: v.picklist(['SUBMITTED', 'APPROVED', 'VOID', 'NEEDS REVISION', 'DENIED', 'CHANGE ORDER']),
  withoutContentVersion: described(
    'Present if the request of the decision named no `contentVersion`. The decision applied to the content at that time.',
    v.optional(v.literal(true)),
  ),
  onBehalfOf: v.optional(
    described(
      'Present if a covering user decided in place of an absent approver: that approver, and the cover.',
      v.object({
        userId: v.string(),
        name: v.string(),
        coverId: v.string(),
        firstDay: v.string(),
        lastDay: v.string(),
        setBy: v.string(),
        approvedBy: v.optional(
          described('Who approved the cover; absent if it needed no approval.', v.string()),
        ),
      }),
    ),
  ),
  emailLink: v.optional(
    described(
      'Present if the user approved with a link of an e-mail. `isSignedIn`: whether with a session.',
      v.object({ isSignedIn: v.boolean() }),
    ),
  ),
  bulk: described(
    'Present if the decision was part of a bulk run: its place in the run.',
    v.optional(v.object({ position: v.number(), total: v.number() })),
  ),
});
export type HistoryEvent = v.InferOutput<typeof historyEvent>;

/** The same on the wire, listed newest first next to the history of PO-53. `timeStamp` is an instant. */
export const changeEvent = v.object({
  id: v.string(),
  userName: v.string(),
  timeStamp: v.string(),
  action: described('The action of the event, such as `save` or `attach`.', v.string()),
  summary: described('What the user did, as the rest of a sentence that starts with the name.', v.string()),
  contentVersion: described('The content version of the document after this change.', v.nullable(v.number())),
  fields: v.array(
    v.object({
      field: described(
        'The path of the field, such as `vendor.name`, `lines.{id}.description` or `attachments.{id}`.',
        v.string(),
      ),
      label: v.string(),
      before: described("`''` if the value was added.", v.string()),
      after: described("`''` if the value was removed.", v.string()),
      unit: described('`day`: both values are ISO days.', v.picklist(['text', 'day'])),
    }),
  ),
});
export type ChangeEvent = v.InferOutput<typeof changeEvent>;
