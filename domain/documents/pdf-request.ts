import * as v from 'valibot';
import { id, text } from '#domain/values/schema-fields';
import { defaultTimeZone } from '#domain/values/days';
import { docTypes } from '#domain/document';

const yes = v.nullish(v.boolean(), true);

/** PD-09 to PD-11: an option that is absent is on. */
const pdfOptions = v.nullish(
  v.object({
    includePoNotes: yes,
    includePoAttachments: yes,
    includePoHistory: yes,
    includeTC: yes,
    includeInvoiceNotes: yes,
    includeInvoiceAttachments: yes,
    includeInvoiceHistory: yes,
    includePaymentNotes: yes,
    includePaymentAttachments: yes,
    includePaymentHistory: yes,
  }),
  {},
);
export type PdfOptions = v.InferOutput<typeof pdfOptions>;

const zone = v.pipe(v.string(), v.maxLength(64));

/** DEC-49: the zone in which times are printed. */
export const pdfTimeZone = v.nullish(zone, defaultTimeZone);

/** PD-08. `showId` and `userId` may be empty here: PD-17 has its own answer. */
export const pdfRequest = v.object({
  docId: id,
  docType: v.picklist(docTypes),
  showId: text(12),
  userId: text(100),
  persona: text(20),
  options: pdfOptions,
});
export type PdfRequest = v.InferOutput<typeof pdfRequest>;
/** What a client sends. */
export type PdfRequestBody = v.InferInput<typeof pdfRequest>;

/** API-32, DEC-69: a PO as it stood at a full approval; index 0 is the first one. */
export const versionRequest = v.object({
  data: v.object({ docId: id, showId: text(12), options: pdfOptions, timeZone: v.nullish(zone) }),
  purchaseOrderApprovalHistoryIndex: v.pipe(v.number(), v.integer(), v.minValue(0)),
  timeZone: pdfTimeZone,
});
