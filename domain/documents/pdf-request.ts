import * as v from 'valibot';
import { id, text } from '#domain/values/schema-fields';
import { defaultTimeZone } from '#domain/values/days';
import { docTypes } from '#domain/document';

const onByDefault = v.nullish(v.boolean(), true);

/** An absent option is on (PD-09 to PD-11). */
const pdfOptions = v.nullish(
  v.object({
    includePoNotes: onByDefault,
    includePoAttachments: onByDefault,
    includePoHistory: onByDefault,
    includeTC: onByDefault,
    includeInvoiceNotes: onByDefault,
    includeInvoiceAttachments: onByDefault,
    includeInvoiceHistory: onByDefault,
    includePaymentNotes: onByDefault,
    includePaymentAttachments: onByDefault,
    includePaymentHistory: onByDefault,
  }),
  {},
);
export type PdfOptions = v.InferOutput<typeof pdfOptions>;

const zone = v.pipe(v.string(), v.maxLength(64));

/** The time zone of printed times (DEC-49). */
export const pdfTimeZone = v.nullish(zone, defaultTimeZone);

/** `showId` and `userId` may be empty, as PD-17 has its own error for that (PD-08). */
export const pdfRequest = v.object({
  docId: id,
  docType: v.picklist(docTypes),
  showId: text(12),
  userId: text(100),
  persona: text(20),
  options: pdfOptions,
});
export type PdfRequest = v.InferOutput<typeof pdfRequest>;
/** The request body of a client. */
export type PdfRequestBody = v.InferInput<typeof pdfRequest>;

/** A PO as of a full approval; index 0 is the first one (API-32, DEC-69). */
export const versionRequest = v.object({
  data: v.object({ docId: id, showId: text(12), options: pdfOptions, timeZone: v.nullish(zone) }),
  purchaseOrderApprovalHistoryIndex: v.pipe(v.number(), v.integer(), v.minValue(0)),
  timeZone: pdfTimeZone,
});
