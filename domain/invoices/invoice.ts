import * as v from 'valibot';
import type { Attachment, WithdrawnAttachment } from '#domain/documents/attachments';
import { list, text, trimmed } from '#domain/values/schema-fields';
import { isDay } from '#domain/values/days';
import { draftHeader, lineLimit } from '#domain/documents/document-draft';
import type { Status, SubmissionStatus } from '#domain/document';
import type { ChangeEvent } from '#domain/history/document-changes';
import type { HistoryEvent } from '#domain/history/history';
import {
  checkInvoiceLines,
  invoiceLineCents,
  invoiceLineInput,
  invoiceLinesCents,
  type InvoiceLine,
} from './invoice-line.ts';
import { wireAmount } from '#domain/documents/line';
import { maximumCents, toCents } from '#domain/values/money';
import type { Listed, QueueTotals } from '#domain/lists/lists';
import type { Note } from '#domain/documents/notes';
import type { ResolvedAddress, SendHistory } from '#domain/documents/document-view';
import type { DepartmentSettings } from '#domain/reference-data/department-settings';
import type { Settlement } from '#domain/documents/settlement';
import type { SimilarInvoice } from './similar-invoice.ts';
import { invoiceIssue, longInvoiceNumber, zeroAmount, type Issue } from '#domain/documents/validation';
import { vendorLacksName, vendorNeedsAddress } from '#domain/reference-data/vendor';
import type {
  Vendor,
  VendorAddress,
  VendorAttachment,
  WithdrawnTaxForm,
} from '#domain/reference-data/vendor';
import type { VendorChange } from '#domain/reference-data/vendor-change';
import type { Workflow } from '#domain/workflow/workflow-view';

/** IN-01: what lists and reviews show of an invoice. Money is a number with at most two decimals. */
export interface InvoiceRow {
  id: string;
  version: number;
  /** Rises with each change of the content, and with nothing else: what a decision names (DEC-30). */
  contentVersion: number;
  number: string;
  revision: number;
  /** Business days; `dueDate` may precede `date` (DEC-36). */
  date: string;
  dueDate: string;
  amount: number;
  totalCost: number;
  /** ISO code. */
  currency: string;
  vendorName: string;
  departmentName: string;
  description: string;
  creator: { id: string; name: string; username: string };
  ownerId: string;
  status: Status;
  submissionStatus: SubmissionStatus;
  attachmentCount: number;
}

/** LS-45 */
export interface InvoiceList extends QueueTotals {
  invoices: Listed<InvoiceRow>[];
  total: number;
}

/** IN-01, IN-02: an invoice on the wire. */
export interface Invoice extends InvoiceRow {
  showId: string;
  /** Who saved or submitted the current revision (DEC-97). */
  revisionAuthorIds: string[];
  /** The amount as it was typed, echoed (DEC-36). */
  userTotal: string;
  department: { id: string; name: string; settings: DepartmentSettings } | null;
  category: { id: string; name: string } | null;
  projectCompanyCurrencyExternalId: string;
  projectCompanyExternalId: string;
  companyExternalId: string;
  company: string;
  vendor: Vendor;
  vendorAddress: VendorAddress | null;
  vendorAddressLineNumber: number | null;
  vendorContact: string;
  vendorEmail: string;
  vendorPhoneNumber: string;
  /** While in approval: what the vendor's record says by now, where it is no longer what the invoice says (DEC-34). */
  vendorChange: VendorChange | null;
  vendorAttachments: VendorAttachment[];
  /** Tax forms that were taken off the temporary vendor since a submission; they can still be opened. */
  withdrawnTaxForms: WithdrawnTaxForm[];
  contactName: string;
  contactNumber: string;
  billToAddressId: string | null;
  shipToAddressId: string | null;
  billToAddress: ResolvedAddress | null;
  shipToAddress: ResolvedAddress | null;
  lineItems: InvoiceLine[];
  /** The payments that settle it; none for whoever may not see payments. */
  settlements: Settlement[];
  notes: Note[];
  attachments: Attachment[];
  withdrawnAttachments: WithdrawnAttachment[];
  /** Newest first (DEC-90). */
  historyEvents: HistoryEvent[];
  changes: ChangeEvent[];
  /** Newest first (DEC-96). */
  sendHistoryResource: SendHistory[];
  workflow: Workflow | null;
  isArchived: boolean;
  /** DEC-37: why it was saved with the number of another invoice; null where it was not. */
  duplicateReason: string | null;
  /** IN-31 */
  similarInvoices: SimilarInvoice[];
}

/** DEC-18: the vendor's own number, as typed and trimmed. */
const invoiceNumber = v.nullish(v.pipe(v.string(), v.maxLength(200), trimmed), '');

/** DEC-18: the longest invoice number, in characters. */
export const invoiceNumberLimit = 30;

/** DEC-37 */
export const duplicateReasonLimit = 200;

/** DEC-37: what stands for the reason of a client that names none. */
export const noReasonGiven = 'no reason given';

/** What was typed as the amount; a client may hold it as a number. */
const typedTotal = v.pipe(
  v.nullish(v.union([v.pipe(v.string(), v.maxLength(40)), v.number()]), ''),
  v.transform(String),
);

/** DEC-01: the body of a create or a save, bounded; fields that nobody knows are dropped. `checkInvoice` has the rules. */
export const invoiceInput = v.object({
  ...draftHeader,
  number: invoiceNumber,
  date: text(40),
  dueDate: text(40),
  amount: v.optional(wireAmount, null),
  userTotal: typedTotal,
  contactName: text(200),
  contactNumber: text(50),
  lineItems: list(invoiceLineInput, lineLimit),
  /** DEC-37: why it may have the number of another invoice of its vendor. */
  duplicateReason: v.nullish(v.pipe(v.string(), v.maxLength(duplicateReasonLimit), trimmed), ''),
});
/** An invoice as the form holds it and a save carries it. */
export type InvoiceDraft = v.InferOutput<typeof invoiceInput>;

/** IN-06 to IN-11 and DEC-95, in the order of the contract. */
function checkHeader(draft: InvoiceDraft): Issue[] {
  const issues: Issue[] = [];
  if (draft.amount === null) issues.push(invoiceIssue('amount', 'amount'));
  else if (toCents(draft.amount) === 0) issues.push(invoiceIssue('amount', 'amount', zeroAmount));
  if (draft.number.trim() === '') issues.push(invoiceIssue('number', 'number'));
  else if (draft.number.length > invoiceNumberLimit)
    issues.push(invoiceIssue('number', 'number', longInvoiceNumber));
  if (draft.description.trim() === '') issues.push(invoiceIssue('description', 'description'));
  if (!isDay(draft.date)) issues.push(invoiceIssue('date', 'date'));
  if (!isDay(draft.dueDate)) issues.push(invoiceIssue('dueDate', 'dueDate'));
  if (draft.vendor === null || vendorLacksName(draft.vendor)) {
    issues.push(invoiceIssue('vendor', 'vendor'));
  } else if (vendorNeedsAddress(draft.vendor, draft.vendorAddress)) {
    issues.push(invoiceIssue('vendor', 'vendorAddress', 'Please select a vendor address.'));
  }
  if (!draft.department || draft.department.name.trim() === '') {
    issues.push(invoiceIssue('department', 'department'));
  }
  if (draft.projectCompanyExternalId === '') issues.push(invoiceIssue('company', 'projectCompanyExternalId'));
  if (draft.projectCompanyCurrencyExternalId === '') issues.push(invoiceIssue('currency', 'currency'));
  return issues;
}

/** IN-12, IN-15, DEC-36: compared in cents. */
function checkTotals({ amount, lineItems }: InvoiceDraft): Issue[] {
  const total = invoiceLinesCents(lineItems);
  if (Number.isNaN(total)) return [invoiceIssue('total_invalid', 'lineItems')];
  const entered = amount === null ? 0 : toCents(amount);
  const mismatch = amount !== null && total !== entered;
  const all = [entered, total, ...lineItems.map(invoiceLineCents)];
  return [
    ...(mismatch ? [invoiceIssue('line_total_mismatch', 'amount')] : []),
    ...(all.some((cents) => Math.abs(cents) > maximumCents) ? [invoiceIssue('total_max', 'amount')] : []),
  ];
}

/**
 * Every rule of a save of an invoice that one look at it can judge, in the order of the contract (IN-06 to IN-15,
 * DEC-91). The server first replaces what the body refers to by what the show has; references to POs are its own to
 * judge (RL-01).
 */
export function checkInvoice(draft: InvoiceDraft): Issue[] {
  return [...checkHeader(draft), ...checkInvoiceLines(draft.lineItems), ...checkTotals(draft)];
}
