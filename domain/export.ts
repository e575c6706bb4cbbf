import * as v from 'valibot';
import { text } from './bounded.ts';
import { docTypes, type DocType } from './document.ts';

const yes = v.nullish(v.boolean(), true);

/** PD-08 to PD-11. An option that is absent is on. `showId` and `userId` may be empty here: PD-17 has its own answer. */
export const pdfRequest = v.object({
  docId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  docType: v.picklist(docTypes),
  showId: text(12),
  userId: text(100),
  persona: text(20),
  options: v.nullish(
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
  ),
});
export type PdfRequest = v.InferOutput<typeof pdfRequest>;
/** What a client sends. */
export type PdfRequestBody = v.InferInput<typeof pdfRequest>;

/** PD-17. */
export const pdfNeedsShowAndUser = 'Show ID and User ID are required for PDF generation.';

/** PD-02: the caption of a document type. */
export const captions = { PO: 'PO', INVOICE: 'Invoice', PAYMENT: 'Payment' } as const satisfies Record<
  DocType,
  string
>;

/** PD-24. */
const fileNameLimit = 50;

/** DEC-55: `PO_00042.pdf`; what is unsafe in a file name becomes `_`, and the whole name is at most 50 long. */
export function pdfFileName(docType: DocType, number: string): string {
  const stem = `${captions[docType]}_${number.replace(/[^A-Za-z0-9._-]/g, '_')}`;
  return `${stem.slice(0, fileNameLimit - '.pdf'.length)}.pdf`;
}
