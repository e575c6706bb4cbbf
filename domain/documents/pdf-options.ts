import type { DocType } from '#domain/document';
import type { PdfOptions } from './pdf-request.ts';

/** Prints the topsheet alone. */
export const topsheetOnlyOptions: PdfOptions = {
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

/** The parts that a PDF has besides its topsheet. */
export interface PdfContents {
  notes: boolean;
  attachments: boolean;
  history: boolean;
  terms: boolean;
}

/** Returns the parts that the options of this type select; only a PO has terms and conditions (PD-09 to PD-11). */
export function pdfContents(docType: DocType, options: PdfOptions): PdfContents {
  const contents = {
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
  return contents[docType];
}

/** PD-17. */
export const pdfNeedsShowAndUser = 'Show ID and User ID are required for PDF generation.';

/** Titles of the document types (PD-02). */
export const documentTitles = { PO: 'PO', INVOICE: 'Invoice', PAYMENT: 'Payment' } as const satisfies Record<
  DocType,
  string
>;

/** PD-24. */
const fileNameLimit = 50;

/** Cuts the stem of a PDF's name to the length limit and keeps its extension (PD-24). */
export function limitPdfName(name: string): string {
  const stem = name.replace(/\.pdf$/i, '');
  return `${stem.slice(0, fileNameLimit - '.pdf'.length)}.pdf`;
}

/**
 * Returns a name such as `PO_SD-00042.pdf` from the displayed number. Unsafe characters become `_`; the whole name has
 * at most 50 characters (DEC-55).
 */
export function pdfFileName(docType: DocType, number: string): string {
  return limitPdfName(`${documentTitles[docType]}_${number.replace(/[^A-Za-z0-9._-]/g, '_')}.pdf`);
}
