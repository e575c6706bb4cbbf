import type { DocType, Status, SubmissionStatus } from '#domain/document';
import type { NoteContext } from './notes.ts';

function voidText(docType: DocType): string {
  return docType === 'INVOICE' ? 'Invoice Void' : 'Purchase Order Void';
}

/** Returns the badge of a note, or null. Notes with the context HIDDEN are never shown (DEC-19, NO-12). */
export function noteBadge(
  docType: DocType,
  note: { context: NoteContext; changeOrderNumber: number },
): string | null {
  const { context, changeOrderNumber } = note;
  const changeOrder = `Change Order ${changeOrderNumber}`;
  const badges: Record<NoteContext, string | null> = {
    REVISION: 'Revision Request',
    VOID: changeOrderNumber === 0 ? voidText(docType) : `${changeOrder} Void`,
    DENIED: 'Denied',
    ADJUSTMENT: changeOrder,
    STANDARD: null,
    HIDDEN: null,
  };
  return badges[context];
}

interface BadgeFacts {
  status: Status;
  submissionStatus: SubmissionStatus | '';
  currentChangeOrderNumber: number;
  revision: number;
}

/** Returns the badge in the header of a document, or null (DEC-19, PO-45, CO-13). */
export function headerBadge(docType: DocType, document: BadgeFacts): string | null {
  if (document.submissionStatus === 'Needs revision') return 'Revision Request';
  if (document.status === 'VOID' && document.submissionStatus === 'Void') return voidText(docType);
  if (document.submissionStatus === 'Denied') return 'Denied';
  if (document.currentChangeOrderNumber > 0) return `Change Order ${document.currentChangeOrderNumber}`;
  return document.revision >= 1 ? `Revision ${document.revision}` : null;
}
