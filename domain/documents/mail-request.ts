import * as v from 'valibot';
import { list, text, trimmedText } from '#domain/values/schema-fields';
import { pdfRequest, pdfTimeZone } from './pdf-request.ts';

const addresses = list(v.pipe(v.string(), trimmedText, v.maxLength(320)), 500);

/**
 * The request to e-mail a document. `sendingRefusal` checks the addresses, their number and the note (EM-05, EM-06).
 */
export const emailPdfInput = v.object({
  recipients: addresses,
  ccRecipients: addresses,
  bccRecipients: addresses,
  pdfData: pdfRequest,
  docNumber: text(100),
  emailNote: text(2000),
  /** Null takes the show's setting (EM-06). */
  displayIndicators: v.nullish(v.boolean(), null),
  timeZone: pdfTimeZone,
});
export type EmailPdf = v.InferOutput<typeof emailPdfInput>;
