import type { DocType, Persona } from '#domain/document';

const folders = { PO: 'po', INVOICE: 'invoice', PAYMENT: 'payment' } as const satisfies Record<
  DocType,
  string
>;

/**
 * The page of the web client that shows a document (SH-11, SH-59). A payment's review is the approver's unless it names
 * the creator's list as its referrer (DEC-78).
 */
export function reviewPath(docType: DocType, id: string, persona: Persona): string {
  const path = `/${folders[docType]}/review/${id}`;
  if (docType !== 'PAYMENT') return `${path}/${persona.toLowerCase()}`;
  return persona === 'CREATOR' ? `${path}?referrer=listing` : path;
}
