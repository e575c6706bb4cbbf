import type { PrintSettings } from '#edges/pdf/document/page-model';
import { sampleLetterhead, sampleOrder } from './sample-order.ts';
import type { Invoice, InvoiceLine } from '#domain/invoices/invoice-response';
import type { Payment } from '#domain/payments/payment-response';

/** An invoice and a payment of the grip department's vendor; tests override the fields that they test. */
export function sampleInvoiceLine(lineNumber: number, changes: Partial<InvoiceLine> = {}): InvoiceLine {
  const amount = changes.amount ?? 1250;
  return {
    id: `line-${lineNumber}`,
    keyId: `key-${lineNumber}`,
    listKeyId: `key-${lineNumber}`,
    lineNumber,
    amount,
    totalCost: amount,
    amountOnLoad: amount,
    description: `Speed rail, week ${lineNumber}`,
    note: '',
    coding: { ACCOUNT: '3510', EPISODE: '104' },
    coaExternalId: null,
    taxCode: null,
    referencePo: '',
    referencePoLineNumber: null,
    relievePoLineItemId: null,
    relievePoLineItemUuid: null,
    closesPoLine: false,
    glTransactionDetailExternalId: null,
    invoiceLineItemNoteExternalId: null,
    ...changes,
  };
}

const order = sampleOrder();

export function sampleInvoice(changes: Partial<Invoice> = {}): Invoice {
  const lineItems = changes.lineItems ?? [
    sampleInvoiceLine(1, { referencePo: '00042', referencePoLineNumber: 1, note: 'Final week' }),
    sampleInvoiceLine(2, { amount: 9000, referencePo: '00042', referencePoLineNumber: 2 }),
    sampleInvoiceLine(3, { amount: 75.25, description: 'Delivery' }),
  ];
  const cents = lineItems.reduce((sum, line) => sum + Math.round(line.amount * 100), 0);
  return {
    id: 'nlp1_0101',
    showId: 'nlp1',
    version: 3,
    contentVersion: 1,
    number: 'CR-20991',
    revision: 0,
    date: '2026-03-16',
    dueDate: '2026-04-15',
    amount: cents / 100,
    totalCost: cents / 100,
    userTotal: String(cents / 100),
    currency: 'USD',
    vendorName: order.vendor.name,
    departmentName: 'Grip',
    description: 'Grip package, weeks 1 and 2',
    creator: order.creator,
    ownerId: 'u1',
    revisionAuthorIds: ['u1'],
    status: 'APPROVED',
    submissionStatus: 'Approved',
    attachmentCount: 1,
    department: order.department,
    category: order.category,
    projectCompanyCurrencyExternalId: 'pcc-1',
    projectCompanyExternalId: 'company-1',
    companyExternalId: 'company-1',
    company: order.company,
    vendor: order.vendor,
    vendorAddress: order.vendorAddress,
    vendorAddressLineNumber: 1,
    vendorContact: order.vendorContact,
    vendorChange: null,
    vendorEmail: order.vendor.email,
    vendorPhoneNumber: order.vendor.phoneNumber,
    vendorAttachments: [],
    withdrawnTaxForms: [],
    contactName: 'Rosa Lindqvist',
    contactNumber: '(818) 555-0199',
    billToAddressId: 'bill-1',
    shipToAddressId: 'ship-1',
    billToAddress: order.billToAddress,
    shipToAddress: order.shipToAddress,
    notes: order.notes,
    withdrawnAttachments: [],
    attachments: [
      { attachmentId: 'a2', label: 'CR-20991.pdf', created: '2026-03-16T18:00:00.000Z', isTopSheet: false },
    ],
    changes: [],
    historyEvents: order.historyEvents,
    sendHistoryResource: [],
    workflow: order.workflow,
    isArchived: false,
    waiting: null,
    ...changes,
    lineItems,
    settlements: [],
    duplicateReason: null,
    similarInvoices: [],
  };
}

export function samplePayment(changes: Partial<Payment> = {}): Payment {
  return {
    id: 'nlp1_0201',
    showId: 'nlp1',
    version: 2,
    contentVersion: 1,
    number: 'E00731',
    created: '2026-04-02T16:30:00.000Z',
    vendorName: order.vendor.name,
    payeeName: 'Castle Rock Holdings, Inc.',
    paymentType: 'ACH',
    bankName: 'First Harbor Bank',
    totalCost: 10_575.25,
    currency: 'USD',
    status: 'APPROVED',
    submissionStatus: 'Approved',
    attachmentCount: 2,
    workflowStepId: null,
    revision: 0,
    bankAccountId: 'bank-1',
    creator: { id: 'u1', name: 'Jules Tanaka' },
    ownerId: 'u1',
    revisionAuthorIds: ['u1'],
    submitterId: 'u1',
    withdrawnAttachments: [],
    attachments: [
      {
        attachmentId: 'a3',
        label: 'remittance.pdf',
        created: '2026-04-02T16:40:00.000Z',
        isTopSheet: false,
        invoiceId: null,
      },
      {
        attachmentId: 'a4',
        label: 'statement.pdf',
        created: '2026-04-02T16:41:00.000Z',
        isTopSheet: false,
        invoiceId: 'nlp1_0101',
      },
    ],
    notes: order.notes,
    invoices: [
      { id: 'nlp1_0101', number: 'CR-20991', amount: 10_325.25, orders: [] },
      { id: 'nlp1_0102', number: 'CR-21044', amount: 250, orders: [] },
    ],
    changes: [],
    historyEvents: order.historyEvents,
    sendHistoryResource: [],
    workflow: order.workflow,
    isArchived: false,
    waiting: null,
    ...changes,
  };
}

export function sampleSetting(changes: Partial<PrintSettings> = {}): PrintSettings {
  return {
    letterhead: sampleLetterhead,
    codeFields: [],
    include: { notes: true, attachments: true, history: true, terms: true },
    timeZone: 'America/Los_Angeles',
    dateFormat: null,
    ...changes,
  };
}
