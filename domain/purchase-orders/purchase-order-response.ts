import * as v from 'valibot';
import { budgetField } from '#domain/budget/decision-response';
import { baseTotalField } from '#domain/currency/base-total-field';
import { periodField } from '#domain/periods/period-response';
import { responsesOf } from '#domain/documents/text-field-schemas';
import { listFields, listRowFields } from '#domain/lists/list-response';
import { statuses, submissionStatuses } from '#domain/document';
import {
  contentVersion,
  resolvedAddress,
  note,
  attachment,
  withdrawnAttachment,
  settlement,
  sendHistory,
} from '#domain/documents/document-response';
import { orderHeaderFields } from '#domain/documents/header-fields';
import { rentalTypes } from '#domain/documents/line';
import { orderLineFields } from '#domain/documents/line-fields';
import { historyEvent, changeEvent } from '#domain/history/history-response';
import {
  departmentSettings,
  vendorAttachment,
  vendor,
  vendorChange,
  vendorAddress,
  withdrawnTaxForm,
} from '#domain/reference-data/vendor-response';
import { invoicedBy } from '#domain/relief/relief-response';
import { waitingField } from '#domain/workflow/waiting-response';
import { described } from '#domain/values/described';
import { workflow } from '#domain/workflow/workflow-response';

/** A PO line on the wire. Money and quantity are numbers with at most two decimals (LI-01). */
export const line = v.object({
  id: v.string(),
  keyId: v.string(),
  lineNumber: v.number(),
  description: v.string(),
  quantity: v.number(),
  unitCost: v.number(),
  totalCost: v.number(),
  remainingBalance: v.number(),
  approved: v.optional(
    described(
      'Only for a line that the open change order lowers: its approved amounts. `remainingBalance` is what invoices leave of them until the change order is approved.',
      v.object({ quantity: v.number(), unitCost: v.number(), totalCost: v.number() }),
    ),
  ),
  closed: v.optional(
    described(
      'Only for a line that is closed: nothing more of it is committed.',
      v.object({ at: v.string(), byName: v.string() }),
    ),
  ),
  acquisitionType: v.picklist(['PURCHASE', 'RENTAL']),
  rentalType: v.picklist(rentalTypes),
  rentalStart: v.nullable(v.string()),
  rentalEnd: v.nullable(v.string()),
  coding: v.record(v.string(), v.string()),
  coaExternalId: v.nullable(v.string()),
  ...responsesOf(orderLineFields),
});
export type Line = v.InferOutput<typeof line>;

const versionFields = {
  description: v.string(),
  poDate: v.string(),
  currency: described('The ISO 4217 code.', v.string()),
  department: v.nullable(v.object({ id: v.string(), name: v.string() })),
  category: v.nullable(v.object({ id: v.string(), name: v.string() })),
  vendor: v.object({
    id: v.nullable(v.string()),
    name: v.string(),
    number: v.string(),
    contact: v.string(),
    email: v.string(),
    phoneNumber: v.string(),
    isTemporary: v.boolean(),
    tempVendorId: v.nullable(v.string()),
    address: v.string(),
    city: v.string(),
    state: v.string(),
    postalCode: v.string(),
  }),
  projectCompanyExternalId: v.string(),
  company: v.string(),
  billToAddressId: v.nullable(v.string()),
  shipToAddressId: v.nullable(v.string()),
  billToAddress: v.nullable(resolvedAddress),
  shipToAddress: v.nullable(resolvedAddress),
};
/** The header of one version of a PO. Category and addresses have their current names. */
export type VersionHeader = v.InferOutput<v.ObjectSchema<typeof versionFields, undefined>>;

/** The PO as of a full approval (PO-04). */
export const approvedVersion = v.object({
  ...versionFields,
  id: v.string(),
  created: v.string(),
  purchaseOrderId: v.string(),
  changeOrderNumber: described(
    '0: the purchase order as it was first approved. N: the purchase order after change order N.',
    v.number(),
  ),
  totalCost: v.number(),
  lineItems: v.array(line),
});
export type ApprovedVersion = v.InferOutput<typeof approvedVersion>;

export const changeOrder = v.object({
  changeOrderNumber: v.number(),
  status: v.picklist(statuses),
});
export type ChangeOrder = v.InferOutput<typeof changeOrder>;

/** Several orders of one vendor that are each within a limit of the workflow but exceed it together (PO-66). */
export const possibleSplit = v.object({
  limit: described('The amount limit that the purchase orders together exceed.', v.number()),
  total: v.number(),
  currency: described('The ISO 4217 code.', v.string()),
  /** The other orders that the user may see. */
  orders: v.array(v.object({ id: v.string(), number: v.string(), date: v.string(), totalCost: v.number() })),
  hiddenOrders: described(
    'The number of additional purchase orders that the user is not allowed to see.',
    v.number(),
  ),
});
export type PossibleSplit = v.InferOutput<typeof possibleSplit>;

/** A purchase order on the wire. `poNumber` is `NA` where it is masked (PO-02 to PO-07, DEC-17). */
export const purchaseOrder = v.object({
  id: v.string(),
  showId: v.string(),
  version: described(
    'The number of the newest event. Two answers with the same version are identical.',
    v.number(),
  ),
  contentVersion,
  prefix: v.string(),
  poNumber: v.string(),
  poDate: v.string(),
  revision: v.number(),
  description: v.string(),
  currency: described('The ISO 4217 code.', v.string()),
  referenceCurrencyCode: v.string(),
  projectCompanyCurrencyExternalId: v.string(),
  department: v.nullable(v.object({ id: v.string(), name: v.string(), settings: departmentSettings })),
  category: v.nullable(v.object({ id: v.string(), name: v.string() })),
  vendor,
  vendorAddress: v.nullable(vendorAddress),
  vendorAttachments: v.array(vendorAttachment),
  /** Tax forms that were removed from the temporary vendor after a submission; they can still be opened. */
  withdrawnTaxForms: v.array(withdrawnTaxForm),
  vendorContact: v.string(),
  vendorChange: vendorChange,
  projectCompanyExternalId: v.string(),
  companyExternalId: v.string(),
  company: v.string(),
  companyAddress: v.string(),
  billToAddressId: v.nullable(v.string()),
  shipToAddressId: v.nullable(v.string()),
  billToAddress: v.nullable(resolvedAddress),
  shipToAddress: v.nullable(resolvedAddress),
  lineItems: v.array(line),
  lockedLineCount: described(
    'While a change order is open, lines up to this number are locked. Otherwise 0.',
    v.number(),
  ),
  notes: v.array(note),
  attachments: v.array(attachment),
  withdrawnAttachments: v.array(withdrawnAttachment),
  attachmentCount: v.number(),
  approvalEvents: v.array(v.object({ type: v.literal('ADJUSTMENT'), created: v.string() })),
  approvalHistory: v.array(approvedVersion),
  historyEvents: described('Newest first.', v.array(historyEvent)),
  changes: described(
    'Other changes of a submitted or approved document, newest first.',
    v.array(changeEvent),
  ),
  changeOrders: v.array(changeOrder),
  currentChangeOrderNumber: v.number(),
  newestChangeOrderNumber: v.number(),
  totalCost: v.number(),
  ...baseTotalField,
  ...periodField,
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  creator: v.object({ id: v.string(), name: v.string(), username: v.string() }),
  ownerId: described('The creator, or the user who requested the open change order.', v.string()),
  revisionAuthorIds: described('The users who saved or submitted the current revision.', v.array(v.string())),
  workflow: v.nullable(workflow),
  isAdjustable: v.boolean(),
  isAdjustment: v.boolean(),
  isRelieved: v.boolean(),
  invoicedAmount: described(
    'Total relieved by submitted and approved invoices, including invoices the user cannot see.',
    v.number(),
  ),
  invoicedBy: described('The invoices that this user is allowed to see, by line.', v.array(invoicedBy)),
  settlements: described(
    'The payments that settle the invoices. Empty if the user is not allowed to see payments.',
    v.array(settlement),
  ),
  possibleSplit: described(
    'Only for approvers while the purchase order is in approval: purchase orders to the same vendor within a week that together exceed a limit.',
    v.nullable(possibleSplit),
  ),
  foundInAccountingSystem: v.boolean(),
  isArchived: v.boolean(),
  sendHistoryResource: described('Newest first.', v.array(sendHistory)),
  lastVendorEmailRecipients: v.array(v.string()),
  lastVendorEmailTime: v.nullable(v.string()),
  ...waitingField,
  ...budgetField,
  ...responsesOf(orderHeaderFields),
});
export type PurchaseOrder = v.InferOutput<typeof purchaseOrder>;

/** What a PDF prints of a purchase order: not what other documents and the budget add to its page. */
export type PrintedPurchaseOrder = Omit<
  PurchaseOrder,
  'invoicedBy' | 'settlements' | 'possibleSplit' | 'budget'
>;

const rowFields = {
  id: v.string(),
  version: v.number(),
  contentVersion,
  prefix: v.string(),
  poNumber: v.string(),
  poDate: v.string(),
  revision: v.number(),
  vendor: v.object({ name: v.string() }),
  department: v.nullable(v.object({ id: v.string(), name: v.string() })),
  description: v.string(),
  creator: v.object({ id: v.string(), name: v.string() }),
  ownerId: v.string(),
  totalCost: v.number(),
  currency: described('The ISO 4217 code.', v.string()),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  attachmentCount: v.number(),
  currentChangeOrderNumber: v.number(),
};
/** A row of the list (LS-02). */
export type PurchaseOrderRow = v.InferOutput<v.ObjectSchema<typeof rowFields, undefined>>;

export const purchaseOrderRow = v.object({ ...listRowFields, ...rowFields });

/** LS-45. */
export const purchaseOrderList = v.object({
  poS: v.array(purchaseOrderRow),
  ...listFields,
});
export type PurchaseOrderList = v.InferOutput<typeof purchaseOrderList>;
