import type { Status, SubmissionStatus } from '#domain/document';

/** A payment that settles an invoice, and the part of its amount for that invoice. */
export interface Settlement {
  paymentId: string;
  number: string;
  status: Status;
  submissionStatus: SubmissionStatus;
  invoiceId: string;
  invoiceNumber: string;
  amount: number;
}
