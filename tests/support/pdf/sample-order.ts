import { pdfContents } from '#domain/documents/pdf-options';
import { pdfRequest } from '#domain/documents/pdf-request';
import type { PdfOptions } from '#domain/documents/pdf-request';
import type { Line, PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { orderLineFields } from '#domain/documents/line-fields';
import { emptyTexts } from '#domain/documents/text-fields';
import type { WorkflowStep } from '#domain/workflow/workflow-response';
import { documentPdf } from '#edges/pdf/document/document-pdf';
import type { DocumentPdf, AppendedFile } from '#edges/pdf/document/document-pdf';
import { purchaseOrderPage } from '#edges/pdf/document/purchase-order-page';
import type { Dates, Letterhead, PrintSettings, PageModel } from '#edges/pdf/document/page-model';
import type { PrintJob } from '#edges/pdf/browser-renderer';
import { topsheetJob } from '../../../functions/edges/pdf/document/print-job.tsx';
import * as v from 'valibot';

/** A purchase order of a grip department; tests override the fields that they test. */
export const sampleLetterhead: Letterhead = {
  productionCompany: 'Northlight Pictures, LLC',
  addressLines: ['4100 W. Alameda Avenue, Suite 300', 'Burbank, CA 91505'],
  showName: 'The Long Way Down',
  showNumber: 'License SA-20417',
};

export function sampleLine(lineNumber: number, changes: Partial<Line> = {}): Line {
  return {
    id: `line-${lineNumber}`,
    keyId: `key-${lineNumber}`,
    lineNumber,
    description: `Speed rail, 1-1/2 in. x 20 ft., set ${lineNumber}`,
    quantity: 4,
    unitCost: 312.5,
    totalCost: 1250,
    remainingBalance: 1250,
    acquisitionType: 'PURCHASE',
    rentalType: 'UNDEFINED',
    rentalStart: null,
    rentalEnd: null,
    ...emptyTexts(orderLineFields),
    coding: { ACCOUNT: '3510', EPISODE: '104' },
    coaExternalId: 'coa-3510',
    ...changes,
  };
}

export const rentalLine: Partial<Line> = {
  description: '18K HMI package with ballast and head feeder',
  quantity: 2,
  unitCost: 4875,
  totalCost: 9750,
  acquisitionType: 'RENTAL',
  rentalType: 'WEEKLY',
  rentalStart: '2026-03-02',
  rentalEnd: '2026-03-15',
  taxCode: 'CA-95',
};

function approver(name: string, approvedAt?: string) {
  const who = { userId: name.toLowerCase(), name, initials: name.slice(0, 2) };
  return { ...who, hasApproved: approvedAt !== undefined, ...(approvedAt && { approvedAt }) };
}

export const approvedSteps: WorkflowStep[] = [
  {
    id: 'flow-1',
    order: 1,
    name: 'Department Head',
    kind: 'DEPARTMENT',
    rule: 'DEPARTMENT',
    overAmount: null,
    status: 'APPROVED',
    approvalsNeeded: 1,
    approvers: [approver('Marisol Vega', '2026-02-25T01:12:00.000Z')],
    missingApprovers: [],
    isFinal: false,
  },
  {
    id: 'flow-2',
    order: 2,
    name: 'Production Accounting',
    kind: 'STANDARD',
    rule: 'ALWAYS',
    overAmount: null,
    status: 'APPROVED',
    approvalsNeeded: 2,
    approvers: [
      approver('Priya Raman', '2026-02-25T20:05:00.000Z'),
      approver('Tom Okafor', '2026-02-25T21:40:00.000Z'),
      approver('Ines Duarte'),
    ],
    missingApprovers: [],
    isFinal: true,
  },
];

export const waitingSteps: WorkflowStep[] = approvedSteps.map((step) =>
  step.isFinal
    ? {
        ...step,
        status: 'PENDING',
        approvers: step.approvers.map((one, at) => ({ ...one, hasApproved: at === 0 })),
      }
    : step,
);

const sample: PurchaseOrder = {
  id: 'nlp1_0001',
  showId: 'nlp1',
  version: 4,
  contentVersion: 1,
  prefix: 'GRIP',
  poNumber: '00042',
  poDate: '2026-02-24',
  revision: 0,
  description: 'Grip expendables and lighting, Stage 12',
  currency: 'USD',
  referenceCurrencyCode: 'USD',
  projectCompanyCurrencyExternalId: 'pcc-1',
  department: { id: 'grip', name: 'Grip', settings: { accountCodes: {}, poNumberPrefix: 'GRIP' } },
  category: { id: 'rentals', name: 'Equipment Rentals' },
  vendor: {
    id: 'vendor-1',
    externalId: 'V-10021',
    name: 'Castle Rock Grip & Electric',
    number: '10021',
    contact: '',
    email: 'orders@castlerock.example',
    phoneNumber: '(818) 555-0142',
    address: '',
    city: '',
    state: '',
    postalCode: '',
    addressLineNumber: 1,
    isTemporary: false,
    isRelatedParty: false,
    tempVendorId: null,
    attachments: [],
    shareEmail: '',
    shareNote: '',
  },
  vendorAddress: {
    id: 'address-1',
    vendor_address_uuid: 'address-1',
    name: 'Main',
    address: '11288 Sherman Way',
    address1: '11288 Sherman Way',
    address2: 'Unit B',
    city: 'Sun Valley',
    state: 'CA',
    zip: '91352',
    line_number: 1,
    is_default: true,
    isActive: true,
  },
  vendorAttachments: [],
  vendorContact: 'Dale Whitcomb',
  vendorChange: null,
  projectCompanyExternalId: 'company-1',
  companyExternalId: 'company-1',
  company: 'Northlight Pictures, LLC',
  companyAddress: '4100 W. Alameda Avenue, Burbank, CA 91505',
  billToAddressId: 'bill-1',
  shipToAddressId: 'ship-1',
  billToAddress: {
    name: 'Northlight Accounts Payable',
    address1: 'PO Box 7710',
    address2: 'Burbank, CA 91510',
  },
  shipToAddress: {
    name: 'Stage 12',
    address1: '3000 Riverside Drive, Gate 4',
    address2: 'Burbank, CA 91505',
  },
  lineItems: [
    sampleLine(1),
    sampleLine(2, rentalLine),
    sampleLine(3, { quantity: 1, unitCost: 0.05, totalCost: 0.05 }),
  ],
  lockedLineCount: 0,
  notes: [
    {
      id: 'note-1',
      keyId: 'note-1',
      content: 'Deliver before 6 AM call.\nGate 4 only.',
      commenter: { id: 'u1', name: 'Jules Tanaka' },
      timestamp: '2026-02-24T19:05:00.000Z',
      createdTimestamp: '2026-02-24T19:05:00.000Z',
      updatedTimestamp: '2026-02-24T19:05:00.000Z',
      isEdited: false,
      context: 'STANDARD',
      changeOrderNumber: 0,
      isReview: false,
    },
  ],
  withdrawnAttachments: [],
  withdrawnTaxForms: [],
  attachments: [
    { attachmentId: 'a1', label: 'quote.pdf', created: '2026-02-24T18:00:00.000Z', isTopSheet: false },
  ],
  attachmentCount: 1,
  approvalEvents: [],
  approvalHistory: [],
  changes: [],
  historyEvents: [
    { id: 'e3', userName: 'Tom Okafor', timeStamp: '2026-02-25T21:40:00.000Z', type: 'APPROVED' },
    { id: 'e2', userName: 'Marisol Vega', timeStamp: '2026-02-25T01:12:00.000Z', type: 'APPROVED' },
    { id: 'e1', userName: 'Jules Tanaka', timeStamp: '2026-02-24T19:10:00.000Z', type: 'SUBMITTED' },
  ],
  changeOrders: [],
  currentChangeOrderNumber: 0,
  newestChangeOrderNumber: 0,
  totalCost: 11_000.05,
  status: 'APPROVED',
  submissionStatus: 'Approved',
  creator: { id: 'u1', name: 'Jules Tanaka', username: 'jules' },
  ownerId: 'u1',
  revisionAuthorIds: ['u1'],
  workflow: { id: 'flow', steps: approvedSteps, currentStep: null },
  isAdjustable: true,
  isAdjustment: false,
  isRelieved: false,
  invoicedAmount: 0,
  invoicedBy: [],
  settlements: [],
  possibleSplit: null,
  foundInAccountingSystem: true,
  isArchived: false,
  waiting: null,
  sendHistoryResource: [],
  lastVendorEmailRecipients: [],
  lastVendorEmailTime: null,
  hst: null,
  fid: null,
};

export function sampleOrder(changes: Partial<PurchaseOrder> = {}): PurchaseOrder {
  const order = { ...sample, ...changes };
  const cents = order.lineItems.reduce((sum, line) => sum + Math.round(line.totalCost * 100), 0);
  return changes.totalCost === undefined ? { ...order, totalCost: cents / 100 } : order;
}

/** Every option is enabled. */
export const allOptions: PdfOptions = v.parse(pdfRequest, { docId: 'd', docType: 'PO' }).options;

export interface PrintedOrder extends Dates {
  purchaseOrder: PurchaseOrder;
  letterhead: Letterhead;
  codeFields: PrintSettings['codeFields'];
  options: PdfOptions;
  hasTerms: boolean;
}

/** The complete input of a print, with everything included. */
export function printed(
  changes: Partial<PurchaseOrder> = {},
  others: Partial<PrintedOrder> = {},
): PrintedOrder {
  return {
    purchaseOrder: sampleOrder(changes),
    letterhead: sampleLetterhead,
    codeFields: [],
    options: allOptions,
    timeZone: 'America/Los_Angeles',
    dateFormat: null,
    hasTerms: false,
    ...others,
  };
}

function orderPage({ purchaseOrder, options, hasTerms, ...settings }: PrintedOrder): PageModel {
  const all = { ...settings, include: pdfContents('PO', options) };
  return purchaseOrderPage(purchaseOrder, all, { hasTerms });
}

/** The topsheet as passed to the browser. */
export function purchaseOrderJob(order: PrintedOrder): PrintJob {
  return topsheetJob(orderPage(order));
}

interface OrderPdfInput extends Omit<PrintedOrder, 'hasTerms'> {
  attachments: readonly AppendedFile[];
  termsPdf?: Uint8Array;
}

/** The complete PDF of an order with its files. */
export function purchaseOrderPdf(
  env: Pick<Env, 'BROWSER'>,
  { attachments, termsPdf, ...order }: OrderPdfInput,
): Promise<DocumentPdf> {
  const include = pdfContents('PO', order.options);
  const terms = include.terms && termsPdf;
  const appendedFiles = [
    ...(terms ? [{ label: 'Terms & Conditions', size: terms.length, load: async () => terms }] : []),
    ...(include.attachments ? attachments : []),
  ];
  const model = orderPage({ ...order, hasTerms: termsPdf !== undefined });
  return documentPdf(env, { document: { model, appendedFiles }, linked: [], leftOut: [] });
}
