import { describe, expect, test } from 'vitest';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { invoicePage } from '#edges/pdf/document/invoice-page';
import { sampleInvoice, sampleSetting } from '../../support/pdf/sample-invoice.ts';
import { printed, purchaseOrderJob, sampleOrder } from '../../support/pdf/sample-order.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** For each field of the draft: another value, or that it is not printed. A new field needs an entry. */
type Printed<Draft, Stored> = { [Field in keyof Draft]: Partial<Stored> | 'not printed' };

type OwnField =
  | Exclude<keyof PurchaseOrderDraft | keyof InvoiceDraft, keyof PurchaseOrderDraft & keyof InvoiceDraft>
  | 'lineItems';

const { vendor } = sampleOrder();

const common: Printed<Omit<PurchaseOrderDraft & InvoiceDraft, OwnField>, PurchaseOrder & Invoice> = {
  showId: 'not printed',
  description: { description: 'Other' },
  department: { department: null },
  category: { category: null },
  vendor: { vendor: { ...vendor, name: 'Other' } },
  vendorAddress: { vendorAddress: null },
  vendorContact: { vendorContact: 'Other' },
  // The letterhead is tested separately.
  projectCompanyExternalId: 'not printed',
  currency: { currency: 'CAD' },
  projectCompanyCurrencyExternalId: 'not printed',
  billToAddressId: { billToAddress: null },
  shipToAddressId: { shipToAddress: null },
  notes: { notes: [] },
  attachments: { attachments: [] },
};

const ofOrder: Printed<PurchaseOrderDraft, PurchaseOrder> = {
  ...common,
  poDate: { poDate: '2026-12-31' },
  hst: 'not printed',
  fid: 'not printed',
  lineItems: { lineItems: [] },
};

const ofInvoice: Printed<InvoiceDraft, Invoice> = {
  ...common,
  number: { number: 'Other' },
  date: { date: '2026-12-31' },
  dueDate: { dueDate: '2026-12-31' },
  amount: { amount: 1 },
  userTotal: 'not printed',
  contactName: { contactName: 'Other' },
  contactNumber: { contactNumber: 'Other' },
  lineItems: { lineItems: [] },
  duplicateReason: 'not printed',
};

const orderOf = (changes: Partial<PurchaseOrder>) => purchaseOrderJob(printed(changes)).html;
const invoiceOf = (changes: Partial<Invoice>) =>
  JSON.stringify(
    invoicePage(sampleInvoice(changes), sampleSetting(), { indicators: null, companyLines: [] }),
  );

function rows<Stored>(fields: Record<string, Partial<Stored> | 'not printed'>): [string, Partial<Stored>][] {
  return Object.entries(fields).flatMap(([name, other]) => (other === 'not printed' ? [] : [[name, other]]));
}

describe('PD-10, PD-11: the PDF has every entered value', () => {
  test.each(rows(ofOrder))('%s of a purchase order', (_name, other) => {
    expect(orderOf(other)).not.toBe(orderOf({}));
  });

  test.each(rows(ofInvoice))('%s of an invoice', (_name, other) => {
    expect(invoiceOf(other)).not.toBe(invoiceOf({}));
  });
});

test('PERIOD-10, BUD-24: the PDF, which also goes to vendors, has neither period nor budget', () => {
  const internal: Pick<PurchaseOrder, 'accountingPeriod' | 'budget'> = {
    accountingPeriod: 'Week 12',
    budget: { answer: 'OVER', currency: 'USD', accounts: [] },
  };
  expect(orderOf(internal)).toBe(orderOf({}));
  expect(invoiceOf(internal)).toBe(invoiceOf({}));
});
