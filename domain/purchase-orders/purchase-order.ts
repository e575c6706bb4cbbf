import * as v from 'valibot';
import { orderHeaderFields } from '#domain/documents/header-fields';
import type { OrderHeaderTexts } from '#domain/documents/header-fields';
import { inputsOf } from '#domain/documents/text-field-schemas';
import type { Attachment, WithdrawnAttachment } from '#domain/documents/attachments';
import { list, text } from '#domain/values/schema-fields';
import { isDay } from '#domain/values/days';
import { draftHeader, lineLimit } from '#domain/documents/document-draft';
import type { Status, SubmissionStatus } from '#domain/document';
import type { ChangeEvent } from '#domain/history/document-changes';
import type { HistoryEvent } from '#domain/history/history';
import { checkLines, draftTotalCents, lineInput, totalCents, type Line } from '#domain/documents/line';
import { maximumCents } from '#domain/values/money';
import type { ListRow, QueueTotals } from '#domain/lists/lists';
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

/** The header of one version of a PO. Category and addresses have their current names. */
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

/** The PO as of a full approval (PO-04). */
export interface ApprovedVersion extends VersionHeader {
  id: string;
  created: string;
  purchaseOrderId: string;
  /** 0 is the first approved version, N that of change order N. */
  changeOrderNumber: number;
  totalCost: number;
  lineItems: Line[];
}

/** A purchase order on the wire. `poNumber` is `NA` where it is masked (PO-02 to PO-07, DEC-17). */
export interface PurchaseOrder extends OrderHeaderTexts {
  id: string;
  showId: string;
  /** The seq of the newest event: responses with the same version contain the same document. */
  version: number;
  /** Increases with each change of the content and with nothing else; decisions refer to it (DEC-30). */
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
  /** Tax forms that were removed from the temporary vendor after a submission; they can still be opened. */
  withdrawnTaxForms: WithdrawnTaxForm[];
  vendorContact: string;
  /** While in approval: the vendor record's current values where they differ from the order (DEC-34). */
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
  /** The creator, or the requester of the open change order. */
  ownerId: string;
  /** Users who saved or submitted the current revision (DEC-97). */
  revisionAuthorIds: string[];
  workflow: Workflow | null;
  isAdjustable: boolean;
  isAdjustment: boolean;
  isRelieved: boolean;
  /** Total relieved by submitted and approved invoices, including invoices the user cannot see. */
  invoicedAmount: number;
  /** The invoice lines among them that the user may see. */
  invoicedBy: InvoicedBy[];
  /** The payments that settle its invoices; empty for users who may not see payments. */
  settlements: Settlement[];
  /** Only for approvers while it is in approval (PO-66). */
  possibleSplit: PossibleSplit | null;
  foundInAccountingSystem: boolean;
  isArchived: boolean;
  /** Newest first. */
  sendHistoryResource: SendHistory[];
  lastVendorEmailRecipients: string[];
  lastVendorEmailTime: string | null;
}

/** A row of the list (LS-02). */
export interface PurchaseOrderRow {
  id: string;
  version: number;
  /** Increases with each change of the content and with nothing else; decisions refer to it (DEC-30). */
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
  poS: ListRow<PurchaseOrderRow>[];
  total: number;
}

/** The bounded body of a create or a save; unknown fields are dropped. `checkPurchaseOrder` has the rules (DEC-01). */
export const purchaseOrderInput = v.object({
  ...draftHeader,
  poDate: text(40),
  ...inputsOf(orderHeaderFields),
  lineItems: list(lineInput, lineLimit),
});
/** A purchase order in the form and in the body of a save. */
export type PurchaseOrderDraft = v.InferOutput<typeof purchaseOrderInput>;

export interface CheckContext {
  /** The number of locked lines while a change order is open, else null. */
  lockedLineCount: number | null;
}

/** Checks PO-24 to PO-29 and DEC-95, in the order of the contract. */
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

/** Checks PO-30 and PO-31, and DEC-35 before a submit. */
function checkTotal(draft: PurchaseOrderDraft, phase: 'save' | 'submit'): Issue[] {
  const total = totalCents(draft.lineItems);
  if (Number.isNaN(total)) return [issue('total_invalid', 'totalCost')];
  const amounts = [total, ...draft.lineItems.map(draftTotalCents)];
  if (amounts.some((cents) => Math.abs(cents) > maximumCents)) return [issue('total_max', 'totalCost')];
  return phase === 'submit' && total <= 0 ? [issue('aggregate_total', 'totalCost')] : [];
}

/**
 * Checks every rule of a PO that needs no other data, in the order of the contract (PO-24 to PO-32, LI-12 to LI-19,
 * CO-05). The server first replaces references by the show's own data and empties those that do not exist.
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
