import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Files that were part of a submission and have been withdrawn from the document (DEC-53). */
export const withdrawnAttachments = sqliteTable(
  'withdrawn_attachments',
  {
    showId: text('show_id').notNull(),
    documentId: text('document_id').notNull(),
    fileId: text('file_id').notNull(),
    position: integer().notNull(),
    isTopSheet: integer('is_top_sheet', { mode: 'boolean' }).notNull().default(false),
    invoiceId: text('invoice_id'),
    addedSeq: integer('added_seq').notNull(),
    /** The event of the withdrawal, with its user and time. */
    withdrawnSeq: integer('withdrawn_seq').notNull(),
    reason: text().notNull().default(''),
    /** The file of the same name that the same change added. */
    replacedBy: text('replaced_by'),
  },
  (t) => [primaryKey({ columns: [t.showId, t.documentId, t.fileId] })],
);

/** Tax forms that were removed while a submitted document used the vendor. */
export const withdrawnTaxForms = sqliteTable(
  'withdrawn_tax_forms',
  {
    showId: text('show_id').notNull(),
    temporaryVendorId: text('temporary_vendor_id').notNull(),
    fileId: text('file_id').notNull(),
    withdrawnBy: text('withdrawn_by').notNull(),
    withdrawnByName: text('withdrawn_by_name').notNull(),
    withdrawnAt: text('withdrawn_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.temporaryVendorId, t.fileId] })],
);

/** Terms that a company had while purchase orders of it were approved; `fileId` null: it had none. */
export const replacedTerms = sqliteTable(
  'replaced_terms',
  {
    showId: text('show_id').notNull(),
    projectCompanyExternalId: text('project_company_external_id').notNull(),
    replacedAt: text('replaced_at').notNull(),
    fileId: text('file_id'),
  },
  (t) => [primaryKey({ columns: [t.showId, t.projectCompanyExternalId, t.replacedAt] })],
);

/** Files whose bytes were removed on legal request; their rows in `files` are kept. */
export const erasedFiles = sqliteTable(
  'erased_files',
  {
    showId: text('show_id').notNull(),
    fileId: text('file_id').notNull(),
    erasedBy: text('erased_by').notNull(),
    erasedByName: text('erased_by_name').notNull(),
    erasedAt: text('erased_at').notNull(),
    reason: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.fileId] })],
);
