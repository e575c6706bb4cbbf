import type { DocType } from '#domain/document';

/** The document types of a cover, by the names of the lists. */
export const coveredTypes = [
  { id: 'PO', text: 'Purchase orders' },
  { id: 'INVOICE', text: 'Invoices' },
  { id: 'PAYMENT', text: 'Payments' },
] as const satisfies { id: DocType; text: string }[];
