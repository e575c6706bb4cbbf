import * as v from 'valibot';
import { invoiceHeaderFields } from '#domain/documents/header-fields';
import type { InvoiceHeaderTexts } from '#domain/documents/header-fields';
import { inputsOf } from '#domain/documents/text-field-schemas';
import type { Attachment, WithdrawnAttachment } from '#domain/documents/attachments';
import { list, text, trimmedText } from '#domain/values/schema-fields';
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
import type { ListRow, QueueTotals } from '#domain/lists/lists';
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

/** An invoice in lists and reviews. Money is a number with at most two decimals (IN-01). */
export interface InvoiceRow {
  id: string;
  version: number;
  /** Increases with each change of the content and with nothing else; decisions refer to it (DEC-30). */
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
  invoices: ListRow<InvoiceRow>[];
  total: number;
}

/** An invoice on the wire (IN-01, IN-02). */
export interface Invoice extends InvoiceRow, InvoiceHeaderTexts {
  showId: string;
  /** Users who saved or submitted the current revision (DEC-97). */
  revisionAuthorIds: string[];
  /** The amount as typed, returned unchanged (DEC-36). */
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
  /** While in approval: the vendor record's current values where they differ from the invoice (DEC-34). */
  vendorChange: VendorChange | null;
  vendorAttachments: VendorAttachment[];
  /** Tax forms that were removed from the temporary vendor after a submission; they can still be opened. */
  withdrawnTaxForms: WithdrawnTaxForm[];
  billToAddressId: string | null;
  shipToAddressId: string | null;
  billToAddress: ResolvedAddress | null;
  shipToAddress: ResolvedAddress | null;
  lineItems: InvoiceLine[];
  /** The payments that settle it; empty for users who may not see payments. */
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
  /** Why it was saved with the number of another invoice; null where it was not (DEC-37). */
  duplicateReason: string | null;
  /** IN-31 */
  similarInvoices: SimilarInvoice[];
}

/** The vendor's own number as typed, trimmed (DEC-18). */
const invoiceNumber = v.nullish(v.pipe(v.string(), v.maxLength(200), trimmedText), '');

/** Maximum characters of an invoice number (DEC-18). */
export const invoiceNumberLimit = 30;

/** DEC-37 */
export const duplicateReasonLimit = 200;

/** Stored as the reason when the client sends none (DEC-37). */
export const noReasonGiven = 'no reason given';

/** The typed amount; a client may send it as a number. */
const typedTotal = v.pipe(
  v.nullish(v.union([v.pipe(v.string(), v.maxLength(40)), v.number()]), ''),
  v.transform(String),
);

/** The bounded body of a create or a save; unknown fields are dropped. `checkInvoice` has the rules (DEC-01). */
export const invoiceInput = v.object({
  ...draftHeader,
  number: invoiceNumber,
  date: text(40),
  dueDate: text(40),
  amount: v.optional(wireAmount, null),
  userTotal: typedTotal,
  ...inputsOf(invoiceHeaderFields),
  lineItems: list(invoiceLineInput, lineLimit),
  /** Why it may have the number of another invoice of its vendor (DEC-37). */
  duplicateReason: v.nullish(v.pipe(v.string(), v.maxLength(duplicateReasonLimit), trimmedText), ''),
});
/** An invoice in the form and in the body of a save. */
export type InvoiceDraft = v.InferOutput<typeof invoiceInput>;

/** Checks IN-06 to IN-11 and DEC-95, in the order of the contract. */
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

/** Compares in cents (IN-12, IN-15, DEC-36). */
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
 * Checks every rule of an invoice save that needs no other data, in the order of the contract (IN-06 to IN-15, DEC-91).
 * The server first replaces references by the show's own data and checks PO references separately (RL-01).
 */
export function checkInvoice(draft: InvoiceDraft): Issue[] {
  return [...checkHeader(draft), ...checkInvoiceLines(draft.lineItems), ...checkTotals(draft)];
}
