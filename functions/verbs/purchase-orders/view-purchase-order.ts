import { orderHeaderFields } from '#domain/documents/header-fields';
import { orderLineFields } from '#domain/documents/line-fields';
import { textsOf } from '#domain/documents/text-fields';
import { Refusal } from '#domain/codes';
import { fromCents, fromHundredths } from '#domain/values/money';
import type { ApprovedAmounts } from '#domain/purchase-orders/line-reduction';
import { remainingBalanceCents } from '#domain/relief/relief';
import type { Relieved } from '#domain/relief/relief';
import { revisionAuthors } from '#domain/workflow/self-approval';
import { withApprovedVersion } from '#domain/purchase-orders/version-before-change';
import { visibleNumber } from '#domain/identity/visibility';
import type { People } from '#domain/workflow/missing-approvers';
import { workflowView } from '#domain/workflow/workflow-view';
import type { LineRow } from '#store/show/documents/read-document';
import type { PlanRows, RowOf } from '#store/d1/query';
import { affectedAccountsQuery } from '#store/show/budget/decision';
import { paymentsOfOrderQuery } from '#store/show/payments/read-settlements';
import { invoicedByQuery } from '#store/show/relief/read-relief';
import { ordersAroundQuery } from '#store/show/purchase-orders/read-orders-around';
import { purchaseOrderQuery } from '#store/show/purchase-orders/read-purchase-order';
import type { PurchaseOrderRows } from '#store/show/purchase-orders/read-purchase-order';
import { isVisible } from '#verbs/lifecycle/reachable-document';
import { budgetOnDecision } from '#verbs/lifecycle/budget-decision';
import { approvalPeople, approvalPeoplePlan } from '#verbs/approval/approval-people';
import { numberMilestone, visibilitiesOf } from '#verbs/request/context';
import type { PlanContext, RequestContext } from '#verbs/request/context';
import { possibleSplit } from './split-warning.ts';
import { instanceOf, standInsOfRows } from '#verbs/lifecycle/subject';
import {
  attachmentsOf,
  changesOf,
  departmentOf,
  historyOf,
  notesOf,
  ownAddressOf,
  resolvedAddress,
  sendHistoryOf,
  taxFormsOf,
  vendorChangeOfRows,
  vendorOf,
  withdrawnOf,
  withdrawnTaxFormsOf,
} from '#verbs/documents/view-parts';
import { baseTotalOf } from '#verbs/lifecycle/base-total';
import { periodOf } from '#verbs/lifecycle/period-entry';
import { waitingOfWorkflow } from '#verbs/documents/waiting-view';
import { settlementsOf } from '#verbs/payments/view-settlements';
import { moduleVisible } from '#domain/identity/permissions';
import type {
  Line,
  ApprovedVersion,
  PrintedPurchaseOrder,
  PurchaseOrder,
  VersionHeader,
} from '#domain/purchase-orders/purchase-order-response';
import type { InvoicedBy } from '#domain/relief/relief-response';

/**
 * A purchase order as this user may see it (API-04). Throws `NOT_FOUND` for one that is not of this show or not
 * visible. `persona` has no effect: a user who may see the document in any persona may read it (DEC-14).
 */
export function viewPurchaseOrder(
  context: RequestContext,
  { invoices, payments, around, affected, ...printed }: PlanRows<typeof purchaseOrderViewPlan>,
): PurchaseOrder {
  const rows = requireVisibleOrder(context, printed);
  return {
    ...viewPrintedOrder(context, printed),
    invoicedBy: invoicedBy(context, invoices),
    settlements: settlementsOf(context, payments),
    possibleSplit: possibleSplit(context, rows, around),
    ...budgetOnDecision(context, rows, affected),
  };
}

/** A purchase order as this user may print it. Throws as `viewPurchaseOrder` does. */
export function viewPrintedOrder(
  context: RequestContext,
  printed: PlanRows<typeof printedOrderPlan>,
): PrintedPurchaseOrder {
  const rows = requireVisibleOrder(context, printed);
  const order = purchaseOrderOf(context, rows, approvalPeople(context, rows, printed));
  return { ...order, workflow: withApprovedVersion(order.workflow, order) };
}

function requireVisibleOrder(
  context: RequestContext,
  { order }: PlanRows<typeof printedOrderPlan>,
): PurchaseOrderRows {
  if (!order || !isVisible(context, order)) throw new Refusal('NOT_FOUND');
  return order;
}

/** The data of a printed purchase order. */
export const printedOrderPlan = (context: PlanContext, id: string) => ({
  ...approvalPeoplePlan(context, id),
  order: purchaseOrderQuery(context.store, id),
});

/** The data of a purchase order's page. */
export const purchaseOrderViewPlan = (context: PlanContext, id: string) => ({
  ...printedOrderPlan(context, id),
  invoices: invoicedByQuery(context.store, id, visibilitiesOf(context, 'INVOICE')),
  payments: paymentsOfOrderQuery(context.store, id),
  around: ordersAroundQuery(context.store, id, visibilitiesOf(context, 'PO')),
  affected: affectedAccountsQuery(context.store, id),
});

function purchaseOrderOf(
  context: RequestContext,
  rows: PurchaseOrderRows,
  people: People | null,
): PrintedPurchaseOrder {
  const { document, purchaseOrder, references } = rows;
  const instance = instanceOf(rows, rows.document);
  const workflow = instance && workflowView(instance, people, standInsOfRows(context, rows, instance));
  return {
    id: document.id,
    showId: document.showId,
    version: document.version,
    contentVersion: document.contentVersion,
    prefix: purchaseOrder.prefix,
    poNumber: visibleNumber(document.number, document.milestones, numberMilestone(context)),
    poDate: document.businessDay,
    revision: document.revision,
    description: document.description,
    currency: document.currencyCode,
    referenceCurrencyCode: purchaseOrder.currencyReferenceCode,
    projectCompanyCurrencyExternalId: purchaseOrder.currencyExternalId,
    department: departmentOf(rows),
    category: references?.category ? { id: references.category.id, name: references.category.name } : null,
    vendor: vendorOf(rows, purchaseOrder.vendor),
    vendorAddress: ownAddressOf(references?.vendorAddress ?? null, purchaseOrder.vendor),
    vendorAttachments: taxFormsOf(rows.taxForms),
    withdrawnTaxForms: withdrawnTaxFormsOf(rows.withdrawnTaxForms),
    vendorContact: purchaseOrder.vendor.contact,
    vendorChange: vendorChangeOfRows(rows, purchaseOrder),
    projectCompanyExternalId: purchaseOrder.projectCompanyExternalId,
    companyExternalId: purchaseOrder.companyExternalId,
    company: purchaseOrder.companyName,
    companyAddress: purchaseOrder.companyAddress,
    billToAddressId: purchaseOrder.billToAddressId,
    shipToAddressId: purchaseOrder.shipToAddressId,
    billToAddress: resolvedAddress(references?.billTo ?? null),
    shipToAddress: resolvedAddress(references?.shipTo ?? null),
    lineItems: rows.lines.map(({ line, ...relieved }) => lineOf(line, relieved)),
    lockedLineCount: purchaseOrder.lockedLineCount,
    notes: notesOf(rows.notes),
    attachments: attachmentsOf(rows.attachments),
    withdrawnAttachments: withdrawnOf(rows.withdrawn),
    attachmentCount: document.attachmentCount,
    approvalEvents: rows.changeOrders.map((order) => ({ type: 'ADJUSTMENT', created: order.requestedAt })),
    approvalHistory: versionsOf(rows),
    historyEvents: historyOf(rows.events),
    changes: changesOf(rows.events),
    changeOrders: rows.changeOrders.map((order) => ({
      changeOrderNumber: order.number,
      status: order.status as PurchaseOrder['status'],
    })),
    currentChangeOrderNumber: document.currentChangeOrder,
    newestChangeOrderNumber: document.newestChangeOrder,
    totalCost: fromCents(document.totalCents),
    ...baseTotalOf(document),
    ...periodOf(document),
    status: document.status,
    submissionStatus: document.submissionStatus,
    creator: { id: document.creatorId, name: document.creatorName, username: document.creatorUsername },
    ownerId: document.ownerId,
    revisionAuthorIds: [...revisionAuthors(rows.authorEvents)],
    workflow,
    waiting: waitingOfWorkflow(context, rows, workflow),
    isAdjustable: document.status === 'APPROVED' && document.archivedAt === null && rows.vendorActive,
    isAdjustment: document.currentChangeOrder > 0,
    isRelieved: document.isRelieved,
    invoicedAmount: fromCents(rows.lines.reduce((sum, line) => sum + line.relievedCents, 0)),
    foundInAccountingSystem: document.foundInAccounting,
    isArchived: document.archivedAt !== null,
    sendHistoryResource: sendHistoryOf(rows.sendHistory),
    lastVendorEmailRecipients: purchaseOrder.lastVendorEmailRecipients,
    lastVendorEmailTime: purchaseOrder.lastVendorEmailAt,
    ...textsOf(orderHeaderFields, purchaseOrder),
  };
}

type SnapshotLine = PurchaseOrderRows['approvalHistory'][number]['snapshot']['lines'][number];

const untouched: Relieved = { relievedCents: 0, relievedSinceCents: 0 };

export function lineOf(
  line: SnapshotLine &
    Pick<LineRow, 'accountingBalanceCents'> &
    Partial<Pick<LineRow, 'approvedAmounts' | 'closedAt' | 'closedBy'>>,
  relieved = untouched,
): Line {
  return {
    id: line.id,
    keyId: line.keyId,
    lineNumber: line.lineNumber,
    description: line.description,
    quantity: fromHundredths(line.quantityHundredths),
    unitCost: fromCents(line.unitCostCents),
    totalCost: fromCents(line.totalCents),
    remainingBalance: fromCents(remainingBalanceCents({ ...line, ...relieved })),
    ...(line.closedAt && { closed: { at: line.closedAt, byName: line.closedBy ?? '' } }),
    ...(line.approvedAmounts && { approved: amountsOnWire(line.approvedAmounts) }),
    acquisitionType: line.acquisitionType,
    rentalType: line.rentalType,
    rentalStart: line.rentalStart,
    rentalEnd: line.rentalEnd,
    coding: line.coding,
    coaExternalId: line.coaExternalId,
    ...textsOf(orderLineFields, line),
  };
}

function amountsOnWire({ quantityHundredths, unitCostCents, totalCents }: ApprovedAmounts) {
  return {
    quantity: fromHundredths(quantityHundredths),
    unitCost: fromCents(unitCostCents),
    totalCost: fromCents(totalCents),
  };
}

/** One entry per full approval, the first without a change order and each later one with its own (PO-04, DEC-26). */
function versionsOf(rows: PurchaseOrderRows): ApprovedVersion[] {
  const approved = rows.changeOrders.filter((order) => order.status === 'APPROVED');
  return rows.approvalHistory.map((version, index) => ({
    id: version.id,
    created: version.createdAt,
    purchaseOrderId: version.documentId,
    changeOrderNumber: index === 0 ? 0 : (approved[index - 1]?.number ?? 0),
    totalCost: fromCents(version.totalCents),
    // A version has no balance from accounting: that belongs to the order.
    lineItems: version.snapshot.lines.map((line) => lineOf({ ...line, accountingBalanceCents: null })),
    ...versionHeader(rows, version.snapshot.header),
  }));
}

function versionHeader(
  { versionCategories, versionAddresses }: PurchaseOrderRows,
  header: PurchaseOrderRows['approvalHistory'][number]['snapshot']['header'],
): VersionHeader {
  const { vendor } = header;
  const category = versionCategories.find(({ id }) => id === header.categoryId);
  const address = (id: string | null) =>
    resolvedAddress(versionAddresses.find((row) => row.id === id) ?? null);
  return {
    description: header.description,
    poDate: header.businessDay,
    currency: header.currencyCode,
    department: header.departmentId ? { id: header.departmentId, name: header.departmentName } : null,
    category: category ? { id: category.id, name: category.name } : null,
    vendor: {
      id: vendor.id,
      name: vendor.name,
      number: vendor.number,
      isTemporary: vendor.isTemporary,
      tempVendorId: vendor.tempVendorId,
      contact: vendor.contact,
      email: vendor.email,
      phoneNumber: vendor.phoneNumber,
      address: vendor.address,
      city: vendor.city,
      state: vendor.state,
      postalCode: vendor.postalCode,
    },
    projectCompanyExternalId: header.projectCompanyExternalId,
    company: header.companyName,
    billToAddressId: header.billToAddressId,
    shipToAddressId: header.shipToAddressId,
    billToAddress: address(header.billToAddressId),
    shipToAddress: address(header.shipToAddressId),
  };
}

/** The invoices that relieve a purchase order, as far as this user may see invoices (DEC-12, PE-17). */
export function invoicedBy(
  { modules }: Pick<RequestContext, 'modules'>,
  rows: RowOf<ReturnType<typeof invoicedByQuery>>,
): InvoicedBy[] {
  if (!moduleVisible(modules, 'INVOICE')) return [];
  return rows.map(({ amountCents, ...row }) => ({ ...row, amount: fromCents(amountCents) }));
}
