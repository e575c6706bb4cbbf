import type { Status, SubmissionStatus } from '#domain/document';

/** An invoice line that counts against a PO, for whoever may see the invoice (DEC-39). */
export interface InvoicedBy {
  invoiceId: string;
  number: string;
  status: Status;
  submissionStatus: SubmissionStatus;
  /** Of the invoice. */
  lineNumber: number;
  amount: number;
  poLineItemId: string;
}
