import type { DocType } from '#domain/document';
import type { PdfRequestBody } from '#domain/documents/pdf-request';

export type ExportOptions = NonNullable<PdfRequestBody['options']>;
type OptionName = keyof ExportOptions;

/** What differs between the types of document when they are exported. */
interface ExportKind {
  /** PD-04, PD-05: what may be left out; PD-09 to PD-11: everything is in unless somebody says otherwise. */
  options: readonly { name: OptionName; label: string }[];
  /** What is the production's own business, and not a vendor's. */
  internal: readonly { name: OptionName; noun: string }[];
  /** EM-03, EM-04: what a downloaded PDF has and an e-mailed one has not. */
  notMailed: string | null;
}

export const exportKinds: Record<DocType, ExportKind> = {
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

/** Everything that a PDF of this type may hold. */
export function allOptions(docType: DocType): ExportOptions {
  return Object.fromEntries(exportKinds[docType].options.map(({ name }) => [name, true]));
}

/** What of the production's own business these options would put into the PDF, such as `notes and history`; '' for nothing. */
export function internalParts(docType: DocType, options: ExportOptions): string {
  return exportKinds[docType].internal
    .filter(({ name }) => options[name] !== false)
    .map(({ noun }) => noun)
    .join(' and ');
}

export function withoutInternal(docType: DocType, options: ExportOptions): ExportOptions {
  const off = exportKinds[docType].internal.map(({ name }) => [name, false]);
  return { ...options, ...Object.fromEntries(off) };
}
