import { Refusal } from '#domain/codes';
import type { HistoryEvent } from '#domain/history';
import type { Line } from '#domain/line';
import { fromCents, fromHundredths } from '#domain/money';
import type { Note } from '#domain/notes';
import type { ApprovedVersion, PurchaseOrder, ResolvedAddress, VersionHeader } from '#domain/purchase-order';
import { remainingBalanceCents } from '#domain/relief';
import type { Vendor, VendorAddress } from '#domain/vendor';
import { mayReach, visibleNumber } from '#domain/visibility';
import { workflowView } from '#domain/workflow-view';
import type { LineRow } from '#store/show/read-document';
import { readPurchaseOrder } from '#store/show/read-purchase-order';
import type { PurchaseOrderRows } from '#store/show/read-purchase-order';
import { numberMilestone, viewerOf } from './context.ts';
import type { ShowContext } from './context.ts';
import { instanceOf } from './subject.ts';

/**
 * A purchase order as this user may see it (API-04). Throws `NOT_FOUND` for one that is not of this show or not
 * visible. `persona` narrows nothing here: whoever may reach the document may read it (DEC-14).
 */
export async function viewPurchaseOrder(context: ShowContext, id: string): Promise<PurchaseOrder> {
  const rows = await readPurchaseOrder(context.store, id);
  if (!rows || !mayReach(factsOf(rows), viewerOf(context), 'PO')) throw new Refusal('NOT_FOUND');
  return purchaseOrderOf(context, rows);
}

function factsOf({ document, approvers }: PurchaseOrderRows) {
  return {
    creatorId: document.creatorId,
    ownerId: document.ownerId,
    departmentId: document.departmentId,
    workflowUserIds: approvers.map((approver) => approver.userId),
  };
}

function purchaseOrderOf(context: ShowContext, rows: PurchaseOrderRows): PurchaseOrder {
  const { document, purchaseOrder, references } = rows;
  const instance = instanceOf(rows);
  return {
    id: document.id,
    showId: document.showId,
    version: document.version,
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
    vendor: vendorOf(rows),
    vendorAddress: vendorAddressOf(references?.vendorAddress ?? null),
    vendorAttachments: rows.taxForms.map(({ id, label }) => ({ attachmentId: id, label })),
    vendorContact: purchaseOrder.vendor.contact,
    projectCompanyExternalId: purchaseOrder.projectCompanyExternalId,
    companyExternalId: purchaseOrder.companyExternalId,
    company: purchaseOrder.companyName,
    companyAddress: purchaseOrder.companyAddress,
    billToAddressId: purchaseOrder.billToAddressId,
    shipToAddressId: purchaseOrder.shipToAddressId,
    billToAddress: resolved(references?.billTo ?? null),
    shipToAddress: resolved(references?.shipTo ?? null),
    lineItems: rows.lines.map(({ line, relievedCents }) => lineOf(line, relievedCents)),
    lockedLineCount: purchaseOrder.lockedLineCount,
    notes: rows.notes.filter((note) => note.context !== 'HIDDEN').map(noteOf),
    attachments: rows.attachments.map(({ attachment, file }) => ({
      attachmentId: file.id,
      label: file.label,
      created: file.createdAt,
      isTopSheet: attachment.isTopSheet,
    })),
    attachmentCount: document.attachmentCount,
    approvalEvents: rows.changeOrders.map((order) => ({ type: 'ADJUSTMENT', created: order.requestedAt })),
    approvalHistory: versionsOf(rows),
    historyEvents: rows.events.flatMap((event): HistoryEvent[] =>
      event.historyType
        ? [{ id: String(event.seq), userName: event.actorName, timeStamp: event.at, type: event.historyType }]
        : [],
    ),
    changeOrders: rows.changeOrders.map((order) => ({
      changeOrderNumber: order.number,
      status: order.status as PurchaseOrder['status'],
    })),
    currentChangeOrderNumber: document.currentChangeOrder,
    newestChangeOrderNumber: document.newestChangeOrder,
    totalCost: fromCents(document.totalCents),
    status: document.status,
    submissionStatus: document.submissionStatus,
    creator: { id: document.creatorId, name: document.creatorName, username: document.creatorUsername },
    ownerId: document.ownerId,
    workflow: instance && workflowView(instance),
    isAdjustable: document.status === 'APPROVED' && document.archivedAt === null && rows.vendorActive,
    isAdjustment: document.currentChangeOrder > 0,
    isRelieved: document.isRelieved,
    foundInAccountingSystem: document.foundInAccounting,
    isArchived: document.archivedAt !== null,
    sendHistoryResource: rows.sendHistory.map((sent) => ({
      created: sent.createdAt,
      isSuccessful: sent.isSuccessful,
      sendType: sent.sendType,
      senderFirstName: sent.senderFirstName,
      senderLastName: sent.senderLastName,
    })),
    lastVendorEmailRecipients: purchaseOrder.lastVendorEmailRecipients,
    lastVendorEmailTime: purchaseOrder.lastVendorEmailAt,
    hst: purchaseOrder.hst,
    fid: purchaseOrder.fid,
  };
}

function departmentOf({ document, references }: PurchaseOrderRows): PurchaseOrder['department'] {
  if (!document.departmentId) return null;
  return {
    id: document.departmentId,
    name: document.departmentName,
    settings: {
      accountCodes: references?.department?.accountCodes ?? {},
      poNumberPrefix: references?.department?.poNumberPrefix ?? '',
    },
  };
}

function vendorOf({ document, purchaseOrder, taxForms }: PurchaseOrderRows): Vendor {
  const { vendor } = purchaseOrder;
  return {
    ...vendor,
    isRelatedParty: vendor.isRelatedParty ?? false,
    tempVendorId: document.temporaryVendorId,
    addressLineNumber: null,
    attachments: taxForms.map(({ id, label }) => ({ attachmentId: id, label })),
    shareEmail: '',
    shareNote: '',
  };
}

type AddressRow = NonNullable<NonNullable<PurchaseOrderRows['references']>['billTo']>;
type VendorAddressRow = NonNullable<NonNullable<PurchaseOrderRows['references']>['vendorAddress']>;

function resolved(address: AddressRow | null): ResolvedAddress | null {
  if (!address) return null;
  const place = [address.city, address.state, address.zip].filter(Boolean).join(' ');
  return {
    name: address.name,
    address1: address.address1,
    address2: [address.address2, place].filter(Boolean).join(', '),
  };
}

export function vendorAddressOf(address: VendorAddressRow | null): VendorAddress | null {
  if (!address) return null;
  const { id, name, address1, address2, city, state, zip, isActive } = address;
  return {
    id,
    vendor_address_uuid: address.vendorAddressUuid,
    name,
    address: [address1, address2, city, state, zip].filter(Boolean).join(', '),
    address1,
    address2,
    city,
    state,
    zip,
    line_number: address.lineNumber,
    is_default: address.isDefault,
    isActive,
  };
}

export function lineOf(line: LineRow, relievedCents: number): Line {
  return {
    id: line.id,
    keyId: line.keyId,
    lineNumber: line.lineNumber,
    description: line.description,
    quantity: fromHundredths(line.quantityHundredths),
    unitCost: fromCents(line.unitCostCents),
    totalCost: fromCents(line.totalCents),
    remainingBalance: fromCents(remainingBalanceCents({ ...line, relievedCents })),
    acquisitionType: line.acquisitionType,
    rentalType: line.rentalType,
    rentalStart: line.rentalStart,
    rentalEnd: line.rentalEnd,
    episode: line.episode,
    coding: line.coding,
    coaExternalId: line.coaExternalId,
    taxCode: line.taxCode,
  };
}

export function noteOf(note: PurchaseOrderRows['notes'][number]): Note {
  return {
    id: note.id,
    keyId: note.keyId,
    content: note.content,
    commenter: { id: note.commenterId, name: note.commenterName },
    timestamp: note.createdAt,
    createdTimestamp: note.createdAt,
    updatedTimestamp: note.updatedAt,
    isEdited: note.isEdited,
    context: note.context,
    changeOrderNumber: note.changeOrderNumber,
    isReview: note.isReview,
  };
}

/** PO-04, DEC-26: every full approval makes one entry, the first without a change order and each later one with its own. */
function versionsOf(rows: PurchaseOrderRows): ApprovedVersion[] {
  const approved = rows.changeOrders.filter((order) => order.status === 'APPROVED');
  return rows.approvalHistory.map((version, index) => ({
    id: version.id,
    created: version.createdAt,
    purchaseOrderId: version.documentId,
    changeOrderNumber: index === 0 ? 0 : (approved[index - 1]?.number ?? 0),
    totalCost: fromCents(version.totalCents),
    lineItems: version.snapshot.lines.map((line) => lineOf(line, 0)),
    ...versionHeader(rows, version.snapshot.header),
  }));
}

function versionHeader(
  { versionCategories, versionAddresses }: PurchaseOrderRows,
  header: PurchaseOrderRows['approvalHistory'][number]['snapshot']['header'],
): VersionHeader {
  const { vendor } = header;
  const category = versionCategories.find(({ id }) => id === header.categoryId);
  const address = (id: string | null) => resolved(versionAddresses.find((row) => row.id === id) ?? null);
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
