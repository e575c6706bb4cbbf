import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import type { VendorSnapshot } from './snapshots.ts';

export const invoices = sqliteTable('invoices', {
  documentId: text('document_id').primaryKey(),
  showId: text('show_id').notNull(),
  dueDay: text('due_day'),
  amountCents: integer('amount_cents').notNull(),
  userTotal: text('user_total').notNull().default(''),
  categoryId: text('category_id'),
  projectCompanyExternalId: text('project_company_external_id').notNull().default(''),
  companyExternalId: text('company_external_id').notNull().default(''),
  companyName: text('company_name').notNull().default(''),
  currencyExternalId: text('currency_external_id').notNull().default(''),
  vendor: text({ mode: 'json' }).$type<VendorSnapshot>().notNull(),
  vendorAddressId: text('vendor_address_id'),
  billToAddressId: text('bill_to_address_id'),
  shipToAddressId: text('ship_to_address_id'),
  contactName: text('contact_name').notNull().default(''),
  contactNumber: text('contact_number').notNull().default(''),
  duplicateOverride: integer('duplicate_override', { mode: 'boolean' }).notNull().default(false),
  numberKey: text('number_key'),
  duplicateReason: text('duplicate_reason').notNull().default(''),
});

export const relief = sqliteTable(
  'relief',
  {
    showId: text('show_id').notNull(),
    poLineId: text('po_line_id').notNull(),
    invoiceLineId: text('invoice_line_id').notNull(),
    poId: text('po_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    inFigure: integer('in_figure', { mode: 'boolean' }),
  },
  (t) => [primaryKey({ columns: [t.showId, t.poLineId, t.invoiceLineId] })],
);

export const payments = sqliteTable('payments', {
  documentId: text('document_id').primaryKey(),
  showId: text('show_id').notNull(),
  externalId: text('external_id').notNull(),
  payeeName: text('payee_name').notNull().default(''),
  paymentType: text('payment_type', { enum: ['CI', 'CCNF', 'ACH', 'ACHNF', 'EPAY', 'EPAYNF'] }).notNull(),
  bankAccountId: text('bank_account_id'),
  bankName: text('bank_name').notNull().default(''),
  importedAt: text('imported_at').notNull(),
});

export const paymentInvoices = sqliteTable(
  'payment_invoices',
  {
    showId: text('show_id').notNull(),
    paymentId: text('payment_id').notNull(),
    invoiceId: text('invoice_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.paymentId, t.invoiceId] })],
);
