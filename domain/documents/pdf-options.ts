import type { DocType } from '#domain/document';
import type { PdfOptions } from './pdf-request.ts';

/** The document alone. */
export const plainPdf: PdfOptions = {
  includePoNotes: false,
  includePoAttachments: false,
  includePoHistory: false,
  includeTC: false,
  includeInvoiceNotes: false,
  includeInvoiceAttachments: false,
  includeInvoiceHistory: false,
  includePaymentNotes: false,
  includePaymentAttachments: false,
  includePaymentHistory: false,
};

/** What goes into a PDF besides its topsheet. */
export interface Included {
  notes: boolean;
  attachments: boolean;
  history: boolean;
  terms: boolean;
}

/** PD-09 to PD-11: what the options of its type ask for; only a PO has terms and conditions. */
export function included(docType: DocType, options: PdfOptions): Included {
  const of = {
    PO: {
      notes: options.includePoNotes,
      attachments: options.includePoAttachments,
      history: options.includePoHistory,
      terms: options.includeTC,
    },
    INVOICE: {
      notes: options.includeInvoiceNotes,
      attachments: options.includeInvoiceAttachments,
      history: options.includeInvoiceHistory,
      terms: false,
    },
    PAYMENT: {
      notes: options.includePaymentNotes,
      attachments: options.includePaymentAttachments,
      history: options.includePaymentHistory,
      terms: false,
    },
  };
  return of[docType];
}

/** PD-17. */
export const pdfNeedsShowAndUser = 'Show ID and User ID are required for PDF generation.';

/** PD-02: the caption of a document type. */
export const captions = { PO: 'PO', INVOICE: 'Invoice', PAYMENT: 'Payment' } as const satisfies Record<
  DocType,
  string
>;

/** PD-24. */
const fileNameLimit = 50;

/** The name of a PDF, cut before its ending where it is too long (PD-24). */
export function pdfNameWithin(name: string): string {
  const stem = name.replace(/\.pdf$/i, '');
  return `${stem.slice(0, fileNameLimit - '.pdf'.length)}.pdf`;
}

/** DEC-55: `PO_SD-00042.pdf`, by the displayed number; what is unsafe in a file name becomes `_`, and the whole name is at most 50 long. */
export function pdfFileName(docType: DocType, number: string): string {
  return pdfNameWithin(`${captions[docType]}_${number.replace(/[^A-Za-z0-9._-]/g, '_')}.pdf`);
}
