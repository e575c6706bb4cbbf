import type { Available } from '#domain/purchase-orders/duplicate-purchase-order';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import type { PurchaseOrder, Line } from '#domain/purchase-orders/purchase-order-response';
import type { LineDraft } from '#domain/documents/line';
import { orderLineFields } from '#domain/documents/line-fields';
import { emptyTexts } from '#domain/documents/text-fields';
import { emptyLine } from '#domain/documents/line';
import { emptyDraft } from '#domain/purchase-orders/purchase-order-draft';
import type { Vendor } from '#domain/reference-data/vendor-response';

export function givenLine(change: Partial<LineDraft> = {}): LineDraft {
  return { ...emptyLine('key-1'), description: 'Lumber', quantity: 2, unitCost: 10.5, ...change };
}

export const givenVendor: Vendor = {
  id: 'v1',
  externalId: 'X1',
  name: 'Grip House',
  number: '1001',
  contact: '',
  email: '',
  phoneNumber: '',
  address: '',
  city: '',
  state: '',
  postalCode: '',
  addressLineNumber: null,
  isTemporary: false,
  isRelatedParty: false,
  tempVendorId: null,
  attachments: [],
  shareEmail: '',
  shareNote: '',
};

/** A draft that passes every rule. */
export function givenDraft(change: Partial<PurchaseOrderDraft> = {}): PurchaseOrderDraft {
  return {
    ...emptyDraft('2026-11-21'),
    description: 'Stage 4 build',
    department: { id: 'd1', name: 'Construction' },
    vendor: { ...givenVendor, updateTempVendor: false },
    vendorAddress: { id: 'a1' },
    projectCompanyExternalId: 'c1',
    currency: 'USD',
    projectCompanyCurrencyExternalId: 'cur1',
    lineItems: [givenLine()],
    ...change,
  };
}

export function givenSavedLine(change: Partial<Line> = {}): Line {
  return {
    id: 'l1',
    keyId: 'key-1',
    lineNumber: 1,
    description: 'Lumber',
    quantity: 2,
    unitCost: 10.5,
    totalCost: 21,
    remainingBalance: 21,
    acquisitionType: 'PURCHASE',
    rentalType: 'UNDEFINED',
    rentalStart: null,
    rentalEnd: null,
    ...emptyTexts(orderLineFields),
    coding: { ACCOUNT: '2310' },
    coaExternalId: 'part-2310',
    taxCode: 'T1',
    ...change,
  };
}

export function givenOrder(change: Partial<PurchaseOrder> = {}): PurchaseOrder {
  return {
    id: 'show_1',
    showId: 'show',
    version: 3,
    contentVersion: 1,
    prefix: 'CON',
    poNumber: '00042',
    poDate: '2026-10-01',
    revision: 2,
    description: 'Stage 4 build',
    currency: 'USD',
    referenceCurrencyCode: 'US',
    projectCompanyCurrencyExternalId: 'cur1',
    department: { id: 'd1', name: 'Construction', settings: { accountCodes: {}, poNumberPrefix: 'CON' } },
    category: { id: 'k1', name: 'Materials' },
    vendor: givenVendor,
    vendorAddress: {
      id: 'a1',
      vendor_address_uuid: 'u1',
      name: 'Main',
      address: '1 Mill Rd',
      address1: '1 Mill Rd',
      address2: '',
      city: '',
      state: '',
      zip: '',
      line_number: 1,
      is_default: true,
      isActive: true,
    },
    vendorAttachments: [],
    vendorContact: 'Ada',
    vendorChange: null,
    projectCompanyExternalId: 'c1',
    companyExternalId: 'c1x',
    company: 'Pictures LLC',
    companyAddress: '',
    billToAddressId: 'b1',
    shipToAddressId: 's1',
    billToAddress: null,
    shipToAddress: null,
    lineItems: [givenSavedLine()],
    lockedLineCount: 0,
    notes: [],
    withdrawnAttachments: [],
    withdrawnTaxForms: [],
    attachments: [
      { attachmentId: 'f1', label: 'quote.pdf', created: '2026-10-01T00:00:00Z', isTopSheet: false },
    ],
    attachmentCount: 1,
    approvalEvents: [],
    approvalHistory: [],
    changes: [],
    historyEvents: [],
    changeOrders: [],
    currentChangeOrderNumber: 0,
    newestChangeOrderNumber: 0,
    totalCost: 21,
    status: 'DRAFT',
    submissionStatus: 'Draft',
    creator: { id: 'u1', name: 'Cleo', username: 'cleo@example.com' },
    ownerId: 'u1',
    revisionAuthorIds: ['u1'],
    workflow: null,
    isAdjustable: false,
    isAdjustment: false,
    isRelieved: false,
    invoicedAmount: 0,
    invoicedBy: [],
    settlements: [],
    possibleSplit: null,
    foundInAccountingSystem: false,
    isArchived: false,
    waiting: null,
    sendHistoryResource: [],
    lastVendorEmailRecipients: [],
    lastVendorEmailTime: null,
    hst: null,
    fid: null,
    ...change,
  };
}

/** A show that still has everything that `givenOrder` refers to. */
export const givenAvailable: Available = {
  today: '2026-11-21',
  departmentIds: ['d1'],
  activeCategoryIds: ['k1'],
  activeAddressIds: ['b1', 's1'],
  vendorUsable: true,
  accountFields: null,
  newKey: () => 'fresh',
};
