import type { DocType, Persona } from '#domain/document';

const folders = { PO: 'po', INVOICE: 'invoice', PAYMENT: 'payment' } as const satisfies Record<
  DocType,
  string
>;

/**
 * Returns the page of the web client that shows a document (SH-11, SH-59). A payment's review is the approver's unless
 * its referrer is the creator's list (DEC-78).
 */
export function reviewPath(docType: DocType, id: string, persona: Persona): string {
  const path = `/${folders[docType]}/review/${id}`;
  if (docType !== 'PAYMENT') return `${path}/${persona.toLowerCase()}`;
  return persona === 'CREATOR' ? `${path}?referrer=listing` : path;
}
