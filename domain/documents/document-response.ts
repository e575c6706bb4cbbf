import * as v from 'valibot';
import { statuses, submissionStatuses } from '#domain/document';
import { questionStates } from '#domain/questions/question';
import { described } from '#domain/values/described';

export const contentVersion = described(
  'Increases only when the content of the document changes. Send it with decisions.',
  v.number(),
);

/** The bill-to or ship-to address that the document shows (PO-03). */
export const resolvedAddress = v.object({
  name: v.string(),
  address1: v.string(),
  address2: v.string(),
});
export type ResolvedAddress = v.InferOutput<typeof resolvedAddress>;

/** A note on the wire; the three times are instants (NO-01). */
export const note = v.object({
  id: v.string(),
  keyId: v.string(),
  content: v.string(),
  commenter: v.object({ id: v.string(), name: v.string() }),
  timestamp: v.string(),
  createdTimestamp: v.string(),
  updatedTimestamp: v.string(),
  isEdited: v.boolean(),
  context: v.picklist(['VOID', 'ADJUSTMENT', 'REVISION', 'DENIED', 'HIDDEN', 'STANDARD']),
  changeOrderNumber: v.number(),
  isReview: v.boolean(),
  question: v.optional(
    described(
      'Only for a question: the user who is asked, and whether it is open.',
      v.object({
        askedUser: v.object({ id: v.string(), name: v.string() }),
        state: v.picklist(questionStates),
      }),
    ),
  ),
  questionId: v.optional(described('Only for an answer: the question that it answers.', v.string())),
});
export type Note = v.InferOutput<typeof note>;

/** An attachment on the wire (AT-01). */
export const attachment = v.object({
  attachmentId: v.string(),
  label: v.string(),
  created: v.string(),
  isTopSheet: v.boolean(),
  wasSubmitted: v.optional(
    described(
      'Present if the file was part of a submission. Such a file can be withdrawn, but not deleted.',
      v.literal(true),
    ),
  ),
  addedAfterApproval: v.optional(
    described('Present if the file was added after the last full approval.', v.literal(true)),
  ),
});
export type Attachment = v.InferOutput<typeof attachment>;

/** A file that was part of a submission and was removed from the document later (DEC-53). */
export const withdrawnAttachment = v.object({
  attachmentId: v.string(),
  label: v.string(),
  created: v.string(),
  withdrawnBy: v.object({ id: v.string(), name: v.string() }),
  withdrawnAt: v.string(),
  reason: v.string(),
  replacedBy: described('The attachment that replaced this one under the same name.', v.nullable(v.string())),
  isErased: described('The content of the file was erased on legal request.', v.boolean()),
});
export type WithdrawnAttachment = v.InferOutput<typeof withdrawnAttachment>;

/** A payment that settles an invoice, and the part of its amount for that invoice. */
export const settlement = v.object({
  paymentId: v.string(),
  number: v.string(),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  invoiceId: v.string(),
  invoiceNumber: v.string(),
  amount: v.number(),
});
export type Settlement = v.InferOutput<typeof settlement>;

/** PO-06, EM-16; `created` is an instant. */
export const sendHistory = v.object({
  created: v.string(),
  isSuccessful: v.boolean(),
  sendType: v.picklist(['ACCOUNTING', 'EMAIL', 'VENDOR_EMAIL']),
  senderFirstName: v.string(),
  senderLastName: v.string(),
  /** E-mails from before migration 0032 have no recipients. */
  recipients: v.optional(described('The addresses of an e-mail, without blind copies.', v.array(v.string()))),
  message: v.optional(described('Why accounting refused the document.', v.string())),
});
export type SendHistory = v.InferOutput<typeof sendHistory>;
