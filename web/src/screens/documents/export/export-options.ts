import type { DocType } from '#domain/document';
import type { PdfRequestBody } from '#domain/documents/pdf-request';

export type ExportOptions = NonNullable<PdfRequestBody['options']>;
type OptionName = keyof ExportOptions;

/** What differs per document type in an export. */
interface ExportDefinition {
  /** The parts that may be left out (PD-04, PD-05). All are included by default (PD-09 to PD-11). */
  options: readonly { name: OptionName; label: string }[];
  /** The parts that are internal to the production and not meant for a vendor. */
  internal: readonly { name: OptionName; noun: string }[];
  /** What a downloaded PDF contains and an e-mailed one does not (EM-03, EM-04). */
  notMailed: string | null;
}

export const exportDefinitions: Record<DocType, ExportDefinition> = {
  PO: {
    options: [
      { name: 'includePoNotes', label: 'Notes' },
      { name: 'includePoAttachments', label: 'Attachments' },
      { name: 'includePoHistory', label: 'PO History' },
      { name: 'includeTC', label: 'Terms & Conditions' },
    ],
    internal: [
      { name: 'includePoNotes', noun: 'notes' },
      { name: 'includePoHistory', noun: 'history' },
    ],
    notMailed: null,
  },
  INVOICE: {
    options: [
      { name: 'includeInvoiceNotes', label: 'Notes' },
      { name: 'includeInvoiceAttachments', label: 'Attachments' },
      { name: 'includeInvoiceHistory', label: 'History' },
    ],
    internal: [
      { name: 'includeInvoiceNotes', noun: 'notes' },
      { name: 'includeInvoiceHistory', noun: 'history' },
    ],
    notMailed: 'Purchase Order Topsheet(s) and Attachments',
  },
  PAYMENT: {
    options: [
      { name: 'includePaymentNotes', label: 'Notes' },
      { name: 'includePaymentAttachments', label: 'Attachments' },
      { name: 'includePaymentHistory', label: 'History' },
    ],
    internal: [],
    notMailed: 'Invoice Topsheet(s) and Attachments',
  },
};

/** All parts that a PDF of this type may contain. */
export function allOptions(docType: DocType): ExportOptions {
  return Object.fromEntries(exportDefinitions[docType].options.map(({ name }) => [name, true]));
}

/** The internal parts that these options put into the PDF, such as `notes and history`. Empty if there are none. */
export function internalParts(docType: DocType, options: ExportOptions): string {
  return exportDefinitions[docType].internal
    .filter(({ name }) => options[name] !== false)
    .map(({ noun }) => noun)
    .join(' and ');
}

export function withoutInternal(docType: DocType, options: ExportOptions): ExportOptions {
  const off = exportDefinitions[docType].internal.map(({ name }) => [name, false]);
  return { ...options, ...Object.fromEntries(off) };
}
