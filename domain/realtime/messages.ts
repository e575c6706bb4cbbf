import type { DocType, Status, SubmissionStatus } from '#domain/document';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

/**
 * Realtime messages of server and client (RT-03, RT-04, DEC-56, DEC-100). Delivery is best effort: losing one only
 * costs a refetch.
 */

export interface DocumentChanged {
  docType: DocType;
  id: string;
  showId: string;
  version: number;
  status: Status;
  submissionStatus: SubmissionStatus;
  /** How many users receive this message; absent for a few, who refetch at once. */
  readers?: number;
}

/**
 * Over how many milliseconds windows spread the refetch after a change that many users receive, so that the databases
 * are not asked by all of them at once (DEC-153).
 */
export function refetchSpreadMs(readers = 0): number {
  return readers < manyReaders ? 0 : Math.min(2000, readers);
}

/** From this number on, windows spread their refetches. */
const manyReaders = 100;

/** The number of users who receive a change, as a part of its message; empty for a few. */
export function readersField({ length }: readonly string[]): { readers?: number } {
  return length < manyReaders ? {} : { readers: length };
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

/** The result of an e-mail that this user sent (DEC-57); `error` is why it was not sent. */
export interface EmailStatusUpdate {
  docType: DocType;
  docId: string;
  showId: string;
  /** As its sender may see it. */
  docNumber: string;
  status: 'success' | 'error';
  error: string | null;
}

/** A question to this user, or the answer to theirs (ASK-04). */
export interface QuestionUpdate {
  docType: DocType;
  docId: string;
  showId: string;
  kind: 'ASKED' | 'ANSWERED';
  userName: string;
  text: string;
  /** Whether the document is the receiver's own. */
  isOwn: boolean;
}

/** A nudge of this user about a document that waits for them (NUDGE-12). */
export interface NudgeUpdate {
  docType: DocType;
  docId: string;
  showId: string;
  /** As the receiver may see it. */
  docNumber: string;
  userName: string;
  /** The absent approvers on whose behalf the receiver may decide; empty for an approver of the step. */
  absentNames: readonly string[];
}

/** Settings, addresses, categories or workflows of a show have changed: cached ones are outdated (DEC-64). */
export interface ShowChanged {
  showId: string;
  /** As in `DocumentChanged`. */
  readers?: number;
}

export interface ServerEvents {
  subscription_confirmed: { taskId: string };
  pdf_status_update: PdfStatusUpdate;
  bulk_progress_update: BulkProgressUpdate;
  email_status_update: EmailStatusUpdate;
  question_update: QuestionUpdate;
  nudge_update: NudgeUpdate;
  document_changed: DocumentChanged;
  show_changed: ShowChanged;
}

/** Client to server; `taskId` is bare or `{taskId}` (DEC-56). */
export type ClientEvent = 'subscribe_pdf_updates' | 'unsubscribe_pdf_updates' | 'broadcast_received';

/**
 * Client to server, in addition to the contract, with the result as its acknowledgement: whether any message of the
 * show was published within the last `milliseconds`, so that a client that connects late knows whether to refetch.
 */
export interface SocketRequests {
  told_within: (query: { milliseconds: number }, acknowledge: (wasPublished: boolean) => void) => void;
}

/** A message for some users of one show, as published to the show's realtime object. */
export type RealtimeMessage = {
  [Name in keyof ServerEvents]: {
    event: Name;
    data: ServerEvents[Name];
    showId: string;
    /** User ids that may receive it; the object delivers to no other users. */
    to: readonly string[];
  };
}[keyof ServerEvents];
