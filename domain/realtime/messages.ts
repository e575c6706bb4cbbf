import type { DocType, Status, SubmissionStatus } from '#domain/document';

/** Realtime messages both ends share (RT-03, RT-04, DEC-56, DEC-100). They are hints: losing one costs a refetch. */
export type PdfStatus = 'in_progress' | 'success' | 'error';
export type PdfEventType = 'PDF_GENERATED' | 'MERGED_ATTACHMENTS_TO_PDF';

export interface PdfStatusUpdate {
  taskId: string;
  status: PdfStatus;
  downloadUrl: string | null;
  fileName: string | null;
  error: string | null;
  eventType: PdfEventType | null;
}

export interface DocumentChanged {
  docType: DocType;
  id: string;
  showId: string;
  version: number;
  status: Status;
  submissionStatus: SubmissionStatus;
}

export interface BulkProgressUpdate {
  runId: string;
  status: string;
  total: number;
  numSuccess: number;
  numFailure: number;
  batchesComplete: number;
  totalBatches: number;
  success: string[];
  failed: { id: string; code: string; message: string }[];
}

/** What came of an e-mail that this person sent (DEC-57); `error` says why it did not leave. */
export interface EmailStatusUpdate {
  docType: DocType;
  docId: string;
  showId: string;
  /** As its sender may read it. */
  docNumber: string;
  status: 'success' | 'error';
  error: string | null;
}

/** Settings, addresses, categories or flows of a show have changed: what was read of them is old (DEC-64). */
export interface ShowChanged {
  showId: string;
}

export interface ServerEvents {
  subscription_confirmed: { taskId: string };
  pdf_status_update: PdfStatusUpdate;
  bulk_progress_update: BulkProgressUpdate;
  email_status_update: EmailStatusUpdate;
  document_changed: DocumentChanged;
  show_changed: ShowChanged;
}

/** Client to server; `taskId` bare or as `{taskId}` (DEC-56). */
export type ClientEvent = 'subscribe_pdf_updates' | 'unsubscribe_pdf_updates' | 'broadcast_received';

/**
 * Client to server, beyond the contract, with the answer as its acknowledgement: whether anything was told of the show within the last
 * `milliseconds`, so that whoever was not there yet knows whether to read again.
 */
export interface LiveQuestions {
  told_within: (asked: { milliseconds: number }, answer: (isTold: boolean) => void) => void;
}

/** A message for some people of one show: what `live.tell` hands to the show's realtime object. */
export type LiveMessage = {
  [Name in keyof ServerEvents]: {
    event: Name;
    data: ServerEvents[Name];
    showId: string;
    /** User ids that may receive it; the object delivers to nobody else. */
    to: readonly string[];
  };
}[keyof ServerEvents];
