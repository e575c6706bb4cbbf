import * as v from 'valibot';
import type { Attachment, WithdrawnAttachment } from '#domain/documents/attachments';
import { list, optionalId, text } from '#domain/values/schema-fields';
import { isDay } from '#domain/values/days';
import { draftHeader, lineLimit } from '#domain/documents/document-draft';
import type { Status, SubmissionStatus } from '#domain/document';
import type { ChangeEvent } from '#domain/history/document-changes';
import type { HistoryEvent } from '#domain/history/history';
import { checkLines, draftTotalCents, lineInput, totalCents, type Line } from '#domain/documents/line';
import { maximumCents } from '#domain/values/money';
import type { Listed, QueueTotals } from '#domain/lists/lists';
import type { Note } from '#domain/documents/notes';
import type { InvoicedBy } from '#domain/relief/invoiced-by';
import type { Settlement } from '#domain/documents/settlement';
import type { PossibleSplit } from './split-orders.ts';
import { issue, type Issue } from '#domain/documents/validation';
import { vendorLacksName, vendorNeedsAddress } from '#domain/reference-data/vendor';
import type {
  Vendor,
  VendorAddress,
  VendorAttachment,
  WithdrawnTaxForm,
} from '#domain/reference-data/vendor';
import type { VendorChange } from '#domain/reference-data/vendor-change';
import type { Workflow } from '#domain/workflow/workflow-view';
import type { DepartmentSettings } from '#domain/reference-data/department-settings';
import type { ResolvedAddress, SendHistory } from '#domain/documents/document-view';

export interface ChangeOrder {
  changeOrderNumber: number;
  status: Status;
}

/** What one version of a PO says apart from its lines. Category and addresses carry the names they have today. */
export interface VersionHeader {
  description: string;
  poDate: string;
  /** ISO code. */
  currency: string;
  department: { id: string; name: string } | null;
  category: { id: string; name: string } | null;
  vendor: Pick<
    Vendor,
    'id' | 'name' | 'number' | 'isTemporary' | 'tempVendorId' | 'contact' | 'email' | 'phoneNumber'
  > &
    Pick<Vendor, 'address' | 'city' | 'state' | 'postalCode'>;
  projectCompanyExternalId: string;
  company: string;
  billToAddressId: string | null;
  shipToAddressId: string | null;
  billToAddress: ResolvedAddress | null;
  shipToAddress: ResolvedAddress | null;
}

/** PO-04: the PO as it stood at a full approval. */
export interface ApprovedVersion extends VersionHeader {
  id: string;
  created: string;
  purchaseOrderId: string;
  /** 0: the PO as it was first approved; N: as change order N left it. */
  changeOrderNumber: number;
  totalCost: number;
  lineItems: Line[];
}

/** PO-02 to PO-07: a purchase order on the wire. `poNumber` is `NA` where it may not be shown (DEC-17). */
export interface PurchaseOrder {
  id: string;
  showId: string;
  /** The seq of the newest event: two answers with the same version are the same document. */
  version: number;
  /** Rises with each change of the content, and with nothing else: what a decision names (DEC-30). */
  contentVersion: number;
  prefix: string;
  poNumber: string;
  poDate: string;
  revision: number;
  description: string;
  /** ISO code. */
  currency: string;
  referenceCurrencyCode: string;
  projectCompanyCurrencyExternalId: string;
  department: { id: string; name: string; settings: DepartmentSettings } | null;
  category: { id: string; name: string } | null;
  vendor: Vendor;
  vendorAddress: VendorAddress | null;
  vendorAttachments: VendorAttachment[];
  /** Tax forms that were taken off the temporary vendor since a submission; they can still be opened. */
  withdrawnTaxForms: WithdrawnTaxForm[];
  vendorContact: string;
  /** While in approval: what the vendor's record says by now, where it is no longer what the order says (DEC-34). */
  vendorChange: VendorChange | null;
  projectCompanyExternalId: string;
  companyExternalId: string;
  company: string;
  companyAddress: string;
  billToAddressId: string | null;
  shipToAddressId: string | null;
  billToAddress: ResolvedAddress | null;
  shipToAddress: ResolvedAddress | null;
  lineItems: Line[];
  /** Lines up to this number are locked while a change order is open (CO-06); 0 otherwise. */
  lockedLineCount: number;
  notes: Note[];
  attachments: Attachment[];
  withdrawnAttachments: WithdrawnAttachment[];
  attachmentCount: number;
  approvalEvents: { type: 'ADJUSTMENT'; created: string }[];
  approvalHistory: ApprovedVersion[];
  /** Newest first (DEC-90). */
  historyEvents: HistoryEvent[];
  changes: ChangeEvent[];
  changeOrders: ChangeOrder[];
  currentChangeOrderNumber: number;
  newestChangeOrderNumber: number;
  totalCost: number;
  status: Status;
  submissionStatus: SubmissionStatus;
  creator: { id: string; name: string; username: string };
  /** The creator, or who requested the open change order. */
  ownerId: string;
  /** Who saved or submitted the current revision (DEC-97). */
  revisionAuthorIds: string[];
  workflow: Workflow | null;
  isAdjustable: boolean;
  isAdjustment: boolean;
  isRelieved: boolean;
  /** What submitted and approved invoices have taken of it in all, whoever may see them. */
  invoicedAmount: number;
  /** Those of them that this user may see, line by line. */
  invoicedBy: InvoicedBy[];
  /** The payments that settle what was invoiced; none for whoever may not see payments. */
  settlements: Settlement[];
  /** Only for approvers while it is in approval (PO-66). */
  possibleSplit: PossibleSplit | null;
  foundInAccountingSystem: boolean;
  isArchived: boolean;
  /** Newest first. */
  sendHistoryResource: SendHistory[];
  lastVendorEmailRecipients: string[];
  lastVendorEmailTime: string | null;
  hst: string | null;
  fid: string | null;
}

/** LS-02: a row of the list. */
export interface PurchaseOrderRow {
  id: string;
  version: number;
  /** Rises with each change of the content, and with nothing else: what a decision names (DEC-30). */
  contentVersion: number;
  prefix: string;
  poNumber: string;
  poDate: string;
  revision: number;
  vendor: { name: string };
  department: { id: string; name: string } | null;
  description: string;
  creator: { id: string; name: string };
  ownerId: string;
  totalCost: number;
  /** ISO code. */
  currency: string;
  status: Status;
  submissionStatus: SubmissionStatus;
  attachmentCount: number;
  currentChangeOrderNumber: number;
}

/** LS-45. */
export interface PurchaseOrderList extends QueueTotals {
  poS: Listed<PurchaseOrderRow>[];
  total: number;
}

/** DEC-01: the body of a create or a save, bounded; fields that nobody knows are dropped. `checkPurchaseOrder` has the rules. */
export const purchaseOrderInput = v.object({
  ...draftHeader,
  poDate: text(40),
  hst: optionalId,
  fid: optionalId,
  lineItems: list(lineInput, lineLimit),
});
/** A purchase order as the form holds it and a save carries it. */
export type PurchaseOrderDraft = v.InferOutput<typeof purchaseOrderInput>;

export interface CheckContext {
  /** The number of locked lines while a change order is open, else null. */
  lockedLineCount: number | null;
}

/** PO-24 to PO-29 and DEC-95, in the order of the contract. */
function checkHeader(draft: PurchaseOrderDraft): Issue[] {
  const issues: Issue[] = [];
  if (draft.description.trim() === '') issues.push(issue('description', 'description'));
  if (draft.projectCompanyExternalId === '') issues.push(issue('company', 'projectCompanyExternalId'));
  if (draft.vendor === null || vendorLacksName(draft.vendor)) issues.push(issue('vendor', 'vendor'));
  else if (vendorNeedsAddress(draft.vendor, draft.vendorAddress)) {
    issues.push(issue('vendor', 'vendorAddress', 'Please select a vendor address.'));
  }
  if (!draft.department || draft.department.name.trim() === '')
    issues.push(issue('department', 'department'));
  if (!isDay(draft.poDate)) issues.push(issue('date', 'poDate'));
  if (draft.projectCompanyCurrencyExternalId === '') issues.push(issue('currency', 'currency'));
  return issues;
}

/** PO-30, PO-31, and DEC-35 before a submit. */
function checkTotal(draft: PurchaseOrderDraft, phase: 'save' | 'submit'): Issue[] {
  const total = totalCents(draft.lineItems);
  if (Number.isNaN(total)) return [issue('total_invalid', 'totalCost')];
  const amounts = [total, ...draft.lineItems.map(draftTotalCents)];
  if (amounts.some((cents) => Math.abs(cents) > maximumCents)) return [issue('total_max', 'totalCost')];
  return phase === 'submit' && total <= 0 ? [issue('aggregate_total', 'totalCost')] : [];
}

/**
 * Every rule of a PO that one look at it can judge, in the order of the contract (PO-24 to PO-32, LI-12 to LI-19,
 * CO-05). The server first replaces what the body refers to by what the show has, and blanks what it lacks.
 */
export function checkPurchaseOrder(
  draft: PurchaseOrderDraft,
  phase: 'save' | 'submit',
  context: CheckContext,
): Issue[] {
  const issues = [...checkHeader(draft), ...checkLines(draft.lineItems), ...checkTotal(draft, phase)];
  const locked = context.lockedLineCount;
  if (phase === 'submit' && locked !== null && draft.lineItems.length <= locked) {
    issues.push(issue('change_order_line', 'lineItems'));
  }
  return issues;
}
