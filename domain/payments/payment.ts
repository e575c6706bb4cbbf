import type { Attachment, WithdrawnAttachment } from '#domain/documents/attachments';
import type { Status, SubmissionStatus } from '#domain/document';
import type { ChangeEvent } from '#domain/history/document-changes';
import type { HistoryEvent } from '#domain/history/history';
import type { ListRow, QueueTotals } from '#domain/lists/lists';
import type { Note } from '#domain/documents/notes';
import type { SendHistory } from '#domain/documents/document-view';
import type { Workflow } from '#domain/workflow/workflow-view';

/** PA-06 */
export const paymentTypes = ['CI', 'CCNF', 'ACH', 'ACHNF', 'EPAY', 'EPAYNF'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** An attachment of a payment, possibly that of an invoice it settles (PA-12). */
export interface PaymentAttachment extends Attachment {
  invoiceId: string | null;
}

/** A settled invoice that exists in Backlot. */
export interface PaymentInvoice {
  id: string;
  number: string;
  amount: number;
  /** The purchase orders that it bills and the user may see, with their printed numbers (DEC-17). */
  orders: { id: string; number: string }[];
}

/** A payment in lists and reviews. `created` is accounting's own instant (PA-01, PA-02). */
export interface PaymentSummary {
  id: string;
  showId: string;
  version: number;
  /** Increases with each change of the content and with nothing else; decisions refer to it (DEC-30). */
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
  /** The current step, which an approval must name (DEC-30, DEC-45). */
  workflowStepId: string | null;
}

/** A payment on the wire. `bankAccountId` selects its workflow (PA-01, DEC-44). */
export interface Payment extends PaymentSummary {
  revision: number;
  bankAccountId: string | null;
  creator: { id: string; name: string };
  ownerId: string;
  /** The last submitter, who may pull it back (DEC-28). */
  submitterId: string | null;
  /** Users who submitted the current revision (DEC-97). */
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
  payments: ListRow<PaymentSummary>[];
  total: number;
}

/** LS-28 */
export const amountOperators = ['EQUAL_TO', 'GREATER_THAN', 'LESS_THAN'] as const;
export type AmountOperator = (typeof amountOperators)[number];

/** The searchable names, and the minimum letters of a search (PA-13). */
export const nameSearches = ['vendor-name', 'payee-name'] as const;
export type NameSearch = (typeof nameSearches)[number];
export const nameSearch = { minimumLength: 2, maximumRows: 50 } as const;

/** The values offered by the filters (PA-14, API-95). */
export interface PaymentFilterSetup {
  BANK_NAME: string[];
  CURRENCY: string[];
  PAYEE_NAME: string[];
  PAYMENT_TYPE: string[];
  VENDOR_NAME: string[];
}

/** A payment workflow that a submitter may select, or that a bank account selects (API-107, DEC-44). */
export interface PaymentTemplate {
  id: string;
  slug: string;
  name: string;
  templateType: 'PAYMENT';
  isDefault: boolean;
  paymentBankAccounts: { id: string; externalId: string; name: string; isoCurrencyCode: string }[];
}

/** Returns the workflow of a payment without a selected one, or null when the show has none for it (DEC-44). */
export function templateFor<
  Template extends { isDefault: boolean; paymentBankAccounts: readonly { id: string }[] },
>(templates: readonly Template[], bankAccountId: string | null): Template | null {
  const ofBank = templates.find((template) =>
    template.paymentBankAccounts.some((account) => account.id === bankAccountId),
  );
  return ofBank ?? templates.find((template) => template.isDefault) ?? null;
}
