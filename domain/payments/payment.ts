import type { Attachment, WithdrawnAttachment } from '#domain/documents/attachments';
import type { Status, SubmissionStatus } from '#domain/document';
import type { ChangeEvent } from '#domain/history/document-changes';
import type { HistoryEvent } from '#domain/history/history';
import type { Listed, QueueTotals } from '#domain/lists/lists';
import type { Note } from '#domain/documents/notes';
import type { SendHistory } from '#domain/documents/document-view';
import type { Workflow } from '#domain/workflow/workflow-view';

/** PA-06 */
export const paymentTypes = ['CI', 'CCNF', 'ACH', 'ACHNF', 'EPAY', 'EPAYNF'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** PA-12: an attachment of a payment, perhaps that of one of the invoices it settles. */
export interface PaymentAttachment extends Attachment {
  invoiceId: string | null;
}

/** An invoice that the payment settles, as far as it is one of Backlot's own. */
export interface PaymentInvoice {
  id: string;
  number: string;
  amount: number;
  /** The purchase orders that it bills, as far as the reader may see them, with their numbers as they are printed (DEC-17). */
  orders: { id: string; number: string }[];
}

/** PA-01, PA-02: what lists and reviews show of a payment. `created` is accounting's own instant. */
export interface PaymentSummary {
  id: string;
  showId: string;
  version: number;
  /** Rises with each change of the content, and with nothing else: what a decision names (DEC-30). */
  contentVersion: number;
  number: string;
  created: string;
  vendorName: string;
  payeeName: string;
  paymentType: PaymentType;
  bankName: string;
  totalCost: number;
  currency: string;
  status: Status;
  submissionStatus: SubmissionStatus;
  attachmentCount: number;
  /** The step it waits at now: what an approval of it names (DEC-30, DEC-45). */
  workflowStepId: string | null;
}

/** PA-01: a payment on the wire. `bankAccountId` chooses its flow (DEC-44). */
export interface Payment extends PaymentSummary {
  revision: number;
  bankAccountId: string | null;
  creator: { id: string; name: string };
  ownerId: string;
  /** Who submitted it last; that person may pull it back (DEC-28). */
  submitterId: string | null;
  /** Who submitted the current revision (DEC-97). */
  revisionAuthorIds: string[];
  attachments: PaymentAttachment[];
  withdrawnAttachments: WithdrawnAttachment[];
  notes: Note[];
  invoices: PaymentInvoice[];
  historyEvents: HistoryEvent[];
  changes: ChangeEvent[];
  sendHistoryResource: SendHistory[];
  workflow: Workflow | null;
  isArchived: boolean;
}

export interface PaymentList extends QueueTotals {
  payments: Listed<PaymentSummary>[];
  total: number;
}

/** LS-28 */
export const amountOperators = ['EQUAL_TO', 'GREATER_THAN', 'LESS_THAN'] as const;
export type AmountOperator = (typeof amountOperators)[number];

/** PA-13: what names may be searched for, and from how many letters on. */
export const nameSearches = ['vendor-name', 'payee-name'] as const;
export type NameSearch = (typeof nameSearches)[number];
export const nameSearch = { minimumLength: 2, maximumRows: 50 } as const;

/** PA-14, API-95: the values that the filters offer. */
export interface PaymentFilterSetup {
  BANK_NAME: string[];
  CURRENCY: string[];
  PAYEE_NAME: string[];
  PAYMENT_TYPE: string[];
  VENDOR_NAME: string[];
}

/** API-107, DEC-44: a payment flow that a submitter may choose, or that a bank account chooses. */
export interface PaymentTemplate {
  id: string;
  slug: string;
  name: string;
  templateType: 'PAYMENT';
  isDefault: boolean;
  paymentBankAccounts: { id: string; externalId: string; name: string; isoCurrencyCode: string }[];
}

/** DEC-44: the flow of a payment for which nobody chose one; null when the show has none for it. */
export function templateFor<
  Template extends { isDefault: boolean; paymentBankAccounts: readonly { id: string }[] },
>(templates: readonly Template[], bankAccountId: string | null): Template | null {
  const ofBank = templates.find((template) =>
    template.paymentBankAccounts.some((account) => account.id === bankAccountId),
  );
  return ofBank ?? templates.find((template) => template.isDefault) ?? null;
}
