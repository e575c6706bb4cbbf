import * as v from 'valibot';
import { attachmentsInput } from '#domain/documents/attachment-draft';
import { namedContent, optionalId, text } from '#domain/values/schema-fields';

/** Without a slug, the workflow is that of the payment's bank account, else the show's default (API-90, DEC-44). */
export const paymentSubmission = v.object({
  workflowTemplateSlug: v.pipe(
    text(100),
    v.transform((slug) => slug.trim() || null),
  ),
  contentVersion: namedContent,
});

/** New attachments of this list belong to the invoice, if one is given (API-91). */
export const paymentAttachments = v.object({
  attachments: attachmentsInput,
  invoiceId: optionalId,
  contentVersion: namedContent,
});
