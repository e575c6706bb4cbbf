import * as v from 'valibot';
import { attachmentsInput } from '#domain/documents/attachment-draft';
import { namedContent, optionalId, text } from '#domain/values/schema-fields';

/** API-90, DEC-44: without a slug the payment's bank account, else the show's default, chooses the flow. */
export const paymentSubmission = v.object({
  workflowTemplateSlug: v.pipe(
    text(100),
    v.transform((slug) => slug.trim() || null),
  ),
  contentVersion: namedContent,
});

/** API-91: attachments that are new in this list belong to the invoice, if one is named. */
export const paymentAttachments = v.object({
  attachments: attachmentsInput,
  invoiceId: optionalId,
  contentVersion: namedContent,
});
