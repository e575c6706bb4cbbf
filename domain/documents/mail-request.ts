import * as v from 'valibot';
import { list, text, trimmed } from '#domain/values/schema-fields';
import { pdfRequest, pdfTimeZone } from './pdf-request.ts';

const addresses = list(v.pipe(v.string(), trimmed, v.maxLength(320)), 500);

/** EM-05, EM-06: a document on its way to somebody. Addresses, their number and the note are judged by `sendingRefusal`. */
export const emailPdfInput = v.object({
  recipients: addresses,
  ccRecipients: addresses,
  bccRecipients: addresses,
  pdfData: pdfRequest,
  docNumber: text(100),
  emailNote: text(2000),
  /** EM-06; null: as the show's setting says. */
  displayIndicators: v.nullish(v.boolean(), null),
  timeZone: pdfTimeZone,
});
export type EmailPdf = v.InferOutput<typeof emailPdfInput>;
