import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Costing } from '#domain/currency/costing';
import { docTypes, statuses, submissionStatuses } from '#domain/document';
import type { Milestone } from '#domain/document';
import { questionStates } from '#domain/questions/question';
import type { SendBack } from '#domain/workflow/send-back';
import type { ApprovedAmounts } from '#domain/purchase-orders/line-reduction';

import type { ApprovalSnapshot, VendorSnapshot } from './snapshots.ts';

/** Documents and the tables that belong to them, as `migrations/show/0002` creates them (a test compares the two). */
export const documents = sqliteTable('documents', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  type: text({ enum: docTypes }).notNull(),
  status: text({ enum: statuses }).notNull(),
  submissionStatus: text('submission_status', { enum: submissionStatuses }).notNull(),
  version: integer().notNull(),
  contentVersion: integer('content_version').notNull().default(1),
  contentHash: text('content_hash').notNull().default(''),
  revision: integer().notNull().default(0),
  number: text().notNull().default(''),
  numberSort: text('number_sort').notNull().default(''),
  businessDay: text('business_day').notNull().default(''),
  description: text().notNull().default(''),
  departmentId: text('department_id'),
  departmentName: text('department_name').notNull().default(''),
  vendorId: text('vendor_id'),
  temporaryVendorId: text('temporary_vendor_id'),
  vendorExternalId: text('vendor_external_id'),
  vendorNumber: text('vendor_number').notNull().default(''),
  vendorName: text('vendor_name').notNull().default(''),
  currencyCode: text('currency_code').notNull().default(''),
  totalCents: integer('total_cents').notNull().default(0),
  /** What the newest submit stored about the costs; null in a show without a base currency and tax terms. */
  costing: text({ mode: 'json' }).$type<Costing>(),
  baseTotalCents: integer('base_total_cents'),
  /** Set at the first final approval, in a show with accounting periods. */
  accountingPeriod: text('accounting_period'),
  /** The day on which the newest entry counts. */
  effectiveDay: text('effective_day'),
  creatorId: text('creator_id').notNull(),
  creatorName: text('creator_name').notNull(),
  creatorUsername: text('creator_username').notNull().default(''),
  ownerId: text('owner_id').notNull(),
  submitterId: text('submitter_id'),
  workflowId: text('workflow_id'),
  currentStepId: text('current_step_id'),
  waitingSince: text('waiting_since'),
  waitedDays: integer('waited_days').notNull().default(0),
  sendBacks: text('send_backs', { mode: 'json' }).$type<readonly SendBack[]>(),
  reminderDueAt: text('reminder_due_at'),
  remindedAt: text('reminded_at'),
  escalatedAt: text('escalated_at'),
  nudgedAt: text('nudged_at'),
  milestones: text({ mode: 'json' }).$type<Milestone[]>().notNull().default([]),
  attachmentCount: integer('attachment_count').notNull().default(0),
  currentChangeOrder: integer('current_change_order').notNull().default(0),
  newestChangeOrder: integer('newest_change_order').notNull().default(0),
  isRelieved: integer('is_relieved', { mode: 'boolean' }).notNull().default(false),
  foundInAccounting: integer('found_in_accounting', { mode: 'boolean' }).notNull().default(false),
  accountingFailed: integer('accounting_failed', { mode: 'boolean' }),
  archivedAt: text('archived_at'),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
});

export const purchaseOrders = sqliteTable('purchase_orders', {
  documentId: text('document_id').primaryKey(),
  showId: text('show_id').notNull(),
  prefix: text().notNull().default(''),
  categoryId: text('category_id'),
  projectCompanyExternalId: text('project_company_external_id').notNull().default(''),
  companyExternalId: text('company_external_id').notNull().default(''),
  companyName: text('company_name').notNull().default(''),
  companyAddress: text('company_address').notNull().default(''),
  currencyExternalId: text('currency_external_id').notNull().default(''),
  currencyReferenceCode: text('currency_reference_code').notNull().default(''),
  vendor: text({ mode: 'json' }).$type<VendorSnapshot>().notNull(),
  vendorAddressId: text('vendor_address_id'),
  billToAddressId: text('bill_to_address_id'),
  shipToAddressId: text('ship_to_address_id'),
  lockedLineCount: integer('locked_line_count').notNull().default(0),
  lastVendorEmailRecipients: text('last_vendor_email_recipients', { mode: 'json' })
    .$type<string[]>()
    .notNull()
    .default([]),
  lastVendorEmailAt: text('last_vendor_email_at'),
  hst: text(),
  fid: text(),
});

export const documentLines = sqliteTable('document_lines', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  documentId: text('document_id').notNull(),
  keyId: text('key_id').notNull().default(''),
  lineNumber: integer('line_number').notNull(),
  description: text().notNull().default(''),
  quantityHundredths: integer('quantity_hundredths').notNull().default(100),
  unitCostCents: integer('unit_cost_cents').notNull().default(0),
  totalCents: integer('total_cents').notNull(),
  acquisitionType: text('acquisition_type', { enum: ['PURCHASE', 'RENTAL'] })
    .notNull()
    .default('PURCHASE'),
  rentalType: text('rental_type', { enum: ['UNDEFINED', 'DAILY', 'WEEKLY', 'MONTHLY', 'EPISODIC'] })
    .notNull()
    .default('UNDEFINED'),
  rentalStart: text('rental_start'),
  rentalEnd: text('rental_end'),
  episode: text().notNull().default(''),
  coding: text({ mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
  coaExternalId: text('coa_external_id'),
  taxCode: text('tax_code'),
  accountingBalanceCents: integer('accounting_balance_cents'),
  note: text().notNull().default(''),
  referencePo: text('reference_po').notNull().default(''),
  referencePoLineNumber: integer('reference_po_line_number'),
  relievePoLineId: text('relieve_po_line_id'),
  glTransactionDetailExternalId: text('gl_transaction_detail_external_id'),
  /** Of an invoice line: whether its approval closes the order line (BUD-59). */
  closesPoLine: integer('closes_po_line', { mode: 'boolean' }),
  approvedAmounts: text('approved_amounts', { mode: 'json' }).$type<ApprovedAmounts>(),
  /** Only of an order line of which nothing more is committed (BUD-55). */
  closedAt: text('closed_at'),
  closedBy: text('closed_by'),
});

export const documentEvents = sqliteTable(
  'document_events',
  {
    documentId: text('document_id').notNull(),
    seq: integer().notNull(),
    showId: text('show_id').notNull(),
    action: text().notNull(),
    historyType: text('history_type', {
      enum: ['SUBMITTED', 'APPROVED', 'VOID', 'NEEDS REVISION', 'DENIED', 'CHANGE ORDER'],
    }),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    at: text().notNull(),
    payload: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.documentId, t.seq] })],
);

export const approvalHistory = sqliteTable('approval_history', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  documentId: text('document_id').notNull(),
  position: integer().notNull(),
  createdAt: text('created_at').notNull(),
  totalCents: integer('total_cents').notNull(),
  snapshot: text({ mode: 'json' }).$type<ApprovalSnapshot>().notNull(),
});

export const changeOrders = sqliteTable(
  'change_orders',
  {
    showId: text('show_id').notNull(),
    documentId: text('document_id').notNull(),
    number: integer().notNull(),
    status: text().notNull(),
    requestedBy: text('requested_by').notNull(),
    requestedAt: text('requested_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.documentId, t.number] })],
);

export const notes = sqliteTable('notes', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  documentId: text('document_id').notNull(),
  keyId: text('key_id').notNull(),
  content: text().notNull(),
  context: text({ enum: ['VOID', 'ADJUSTMENT', 'REVISION', 'DENIED', 'HIDDEN', 'STANDARD'] })
    .notNull()
    .default('STANDARD'),
  changeOrderNumber: integer('change_order_number').notNull().default(0),
  commenterId: text('commenter_id').notNull(),
  commenterName: text('commenter_name').notNull(),
  isReview: integer('is_review', { mode: 'boolean' }).notNull().default(false),
  isEdited: integer('is_edited', { mode: 'boolean' }).notNull().default(false),
  /** Of a question: the user who is asked, and whether the question is open. */
  askedId: text('asked_id'),
  askedName: text('asked_name'),
  questionState: text('question_state', { enum: questionStates }),
  /** Of an answer: the question. */
  answeredId: text('answered_id'),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
});

export const files = sqliteTable('files', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  ownerKind: text('owner_kind', { enum: ['po', 'invoice', 'payment', 'vendor', 'company'] }).notNull(),
  label: text().notNull(),
  contentType: text('content_type').notNull(),
  size: integer().notNull(),
  sha256: text().notNull(),
  uploadedBy: text('uploaded_by').notNull(),
  createdAt: text('created_at').notNull(),
  linkedAt: text('linked_at'),
});

export const attachments = sqliteTable(
  'attachments',
  {
    showId: text('show_id').notNull(),
    documentId: text('document_id').notNull(),
    fileId: text('file_id').notNull(),
    position: integer().notNull(),
    isTopSheet: integer('is_top_sheet', { mode: 'boolean' }).notNull().default(false),
    invoiceId: text('invoice_id'),
    /** The event that added the file; 0 for files from before migration 0026. */
    addedSeq: integer('added_seq').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.showId, t.documentId, t.fileId] })],
);

export const sendHistory = sqliteTable('send_history', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  documentId: text('document_id').notNull(),
  sendType: text('send_type', { enum: ['ACCOUNTING', 'EMAIL', 'VENDOR_EMAIL'] }).notNull(),
  isSuccessful: integer('is_successful', { mode: 'boolean' }).notNull(),
  message: text().notNull().default(''),
  senderFirstName: text('sender_first_name').notNull(),
  senderLastName: text('sender_last_name').notNull(),
  recipients: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  createdAt: text('created_at').notNull(),
});

export const temporaryVendorFiles = sqliteTable(
  'temporary_vendor_files',
  {
    showId: text('show_id').notNull(),
    temporaryVendorId: text('temporary_vendor_id').notNull(),
    fileId: text('file_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.temporaryVendorId, t.fileId] })],
);
