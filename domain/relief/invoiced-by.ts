import type { Status, SubmissionStatus } from '#domain/document';

/** An invoice line that counts against a PO, for users who may see the invoice (DEC-39). */
export interface InvoicedBy {
  invoiceId: string;
  number: string;
  status: Status;
  submissionStatus: SubmissionStatus;
  /** The line number in the invoice. */
  lineNumber: number;
  amount: number;
  poLineItemId: string;
}
