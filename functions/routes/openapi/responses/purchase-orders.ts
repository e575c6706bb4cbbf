import * as v from 'valibot';
import { orderLineFields } from '#domain/documents/line-fields';
import { responsesOf } from '#domain/documents/text-field-schemas';
import { orderHeaderFields } from '#domain/documents/header-fields';
import { statuses, submissionStatuses } from '#domain/document';
import { rentalTypes } from '#domain/documents/line';
import type { Line } from '#domain/documents/line';
import type { ListRow } from '#domain/lists/lists';
import type { PossibleSplit } from '#domain/purchase-orders/split-orders';
import type {
  ApprovedVersion,
  ChangeOrder,
  PurchaseOrder,
  PurchaseOrderList,
  PurchaseOrderRow,
} from '#domain/purchase-orders/purchase-order';
import type { RelievableLine, RelievablePo } from '#domain/relief/relief-reference';
import type { InvoicedBy } from '#domain/relief/invoiced-by';
import { listRowFields, listFields } from './list-row.ts';
import {
  attachment,
  contentVersion,
  departmentSettings,
  changeEvent,
  historyEvent,
  note,
  resolvedAddress,
  sendHistory,
  settlement,
  vendor,
  vendorAddress,
  vendorAttachment,
  vendorChange,
  withdrawnAttachment,
  withdrawnTaxForm,
  workflow,
} from './shared-schemas.ts';
import { described } from './described.ts';

/** Schemas of purchase orders. */
export const line: v.GenericSchema<Line> = v.object({
  id: v.string(),
  keyId: v.string(),
  lineNumber: v.number(),
  description: v.string(),
  quantity: v.number(),
  unitCost: v.number(),
  totalCost: v.number(),
  remainingBalance: v.number(),
  acquisitionType: v.picklist(['PURCHASE', 'RENTAL']),
  rentalType: v.picklist(rentalTypes),
  rentalStart: v.nullable(v.string()),
  rentalEnd: v.nullable(v.string()),
  coding: v.record(v.string(), v.string()),
  coaExternalId: v.nullable(v.string()),
  ...responsesOf(orderLineFields),
});

export const approvedVersion: v.GenericSchema<ApprovedVersion> = v.object({
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

export const changeOrder: v.GenericSchema<ChangeOrder> = v.object({
  changeOrderNumber: v.number(),
  status: v.picklist(statuses),
});

export const invoicedBy: v.GenericSchema<InvoicedBy> = v.object({
  invoiceId: v.string(),
  number: v.string(),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  lineNumber: described('The line number on the invoice.', v.number()),
  amount: v.number(),
  poLineItemId: v.string(),
});

export const possibleSplit: v.GenericSchema<PossibleSplit> = v.object({
  limit: described('The amount limit that the purchase orders together exceed.', v.number()),
  total: v.number(),
  currency: described('The ISO 4217 code.', v.string()),
  orders: v.array(v.object({ id: v.string(), number: v.string(), date: v.string(), totalCost: v.number() })),
  hiddenOrders: described(
    'The number of additional purchase orders that the user is not allowed to see.',
    v.number(),
  ),
});

export const purchaseOrder: v.GenericSchema<PurchaseOrder> = v.object({
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
  ...responsesOf(orderHeaderFields),
});

export const purchaseOrderRow: v.GenericSchema<ListRow<PurchaseOrderRow>> = v.object({
  ...listRowFields,
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
});

export const purchaseOrderList: v.GenericSchema<PurchaseOrderList> = v.object({
  poS: v.array(purchaseOrderRow),
  ...listFields,
});

export const relievableLine: v.GenericSchema<RelievableLine> = v.object({
  id: v.string(),
  uuid: v.string(),
  lineNumber: v.number(),
  description: v.string(),
  totalCost: v.number(),
  remainingBalance: v.number(),
  coding: v.record(v.string(), v.string()),
  taxCode: v.nullable(v.string()),
  glTransactionDetailExternalId: v.nullable(v.string()),
});

export const relievablePo: v.GenericSchema<RelievablePo> = v.object({
  id: v.string(),
  poNumber: v.string(),
  prefix: v.string(),
  vendor: v.object({
    id: v.nullable(v.string()),
    externalId: v.nullable(v.string()),
    number: v.string(),
    name: v.string(),
  }),
  department: described(
    'Null if the user is not allowed to see the purchase order.',
    v.nullable(v.object({ id: v.string(), name: v.string() })),
  ),
  projectCompanyExternalId: v.string(),
  currency: v.string(),
  lineItems: v.array(relievableLine),
});
