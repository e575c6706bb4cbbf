import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { budgetAnswers } from '#domain/budget/budget-answers';
import { bulkActions } from '#domain/bulk-approval/bulk-preview';
import { docTypes } from '#domain/document';
import { roles } from '#domain/identity/permissions';
import type { NotifyEvent } from '#domain/lifecycle/notify-event';

export const outbox = sqliteTable('outbox', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  kind: text().notNull(),
  documentId: text('document_id'),
  payload: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  effectKey: text('effect_key').notNull(),
  createdAt: text('created_at').notNull(),
  sentAt: text('sent_at'),
  attempts: integer().notNull().default(0),
  doneAt: text('done_at'),
  error: text(),
  nextAttemptAt: text('next_attempt_at'),
  origin: text(),
  dismissedAt: text('dismissed_at'),
});

export const idempotency = sqliteTable(
  'idempotency',
  {
    showId: text('show_id').notNull(),
    userId: text('user_id').notNull(),
    key: text().notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer().notNull(),
    body: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.userId, t.key] })],
);

/** The circuit breaker of a show's accounting, as `migrations/show/0015` creates it. */
export const accountingRests = sqliteTable('accounting_rests', {
  showId: text('show_id').primaryKey(),
  failures: integer().notNull(),
  until: text(),
});

export const pdfTasks = sqliteTable('pdf_tasks', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  documentId: text('document_id').notNull(),
  userId: text('user_id').notNull(),
  status: text({ enum: ['in_progress', 'success', 'error'] })
    .notNull()
    .default('in_progress'),
  eventType: text('event_type', { enum: ['PDF_GENERATED', 'MERGED_ATTACHMENTS_TO_PDF'] }),
  request: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  fileName: text('file_name'),
  error: text(),
  attempts: integer().notNull().default(0),
  createdAt: text('created_at').notNull(),
  finishedAt: text('finished_at'),
  nextAttemptAt: text('next_attempt_at'),
  begunAt: text('begun_at'),
});

export const bulkRuns = sqliteTable('bulk_runs', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  userId: text('user_id').notNull(),
  status: text({ enum: ['in_progress', 'success', 'error', 'canceled'] }).notNull(),
  isRetry: integer('is_retry', { mode: 'boolean' }).notNull().default(false),
  total: integer().notNull(),
  timeZone: text('time_zone').notNull(),
  createdAt: text('created_at').notNull(),
  finishedAt: text('finished_at'),
  allSelected: integer('all_selected', { mode: 'boolean' }).notNull().default(false),
  filters: text({ mode: 'json' }).$type<Record<string, unknown>>(),
  seenAt: text('seen_at'),
  docType: text('doc_type', { enum: docTypes }).notNull().default('PAYMENT'),
  action: text({ enum: bulkActions }).notNull().default('approve'),
  undoOf: text('undo_of'),
});

export const bulkItems = sqliteTable(
  'bulk_items',
  {
    showId: text('show_id').notNull(),
    runId: text('run_id').notNull(),
    position: integer().notNull(),
    documentId: text('document_id').notNull(),
    stepId: text('step_id').notNull(),
    result: text({ enum: ['success', 'failed'] }),
    code: text(),
    message: text(),
    batch: integer().notNull().default(1),
    contentVersion: integer('content_version'),
    budgetAnswer: text('budget_answer', { enum: budgetAnswers }),
  },
  (t) => [primaryKey({ columns: [t.showId, t.runId, t.position] })],
);

export const digestItems = sqliteTable(
  'digest_items',
  {
    showId: text('show_id').notNull(),
    userId: text('user_id').notNull(),
    type: text({ enum: docTypes }).notNull(),
    documentId: text('document_id').notNull(),
    eventSeq: integer('event_seq').notNull(),
    event: text().notNull(),
    createdAt: text('created_at').notNull(),
    sentAt: text('sent_at'),
  },
  (t) => [primaryKey({ columns: [t.showId, t.userId, t.type, t.documentId, t.eventSeq] })],
);

/** After an e-mail to a user: until when further notifications are collected, and the job that sent it. */
export const notificationWindows = sqliteTable(
  'notification_windows',
  {
    showId: text('show_id').notNull(),
    userId: text('user_id').notNull(),
    endsAt: text('ends_at').notNull(),
    jobId: text('job_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.userId] })],
);

export const collectedNotifications = sqliteTable(
  'collected_notifications',
  {
    showId: text('show_id').notNull(),
    userId: text('user_id').notNull(),
    documentId: text('document_id').notNull(),
    version: integer().notNull(),
    event: text().$type<NotifyEvent>().notNull(),
    type: text({ enum: docTypes }).notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.userId, t.documentId, t.version, t.event] })],
);

/** The last history check of a show, as `migrations/show/0019` creates it. */
export const historyChecks = sqliteTable('history_checks', {
  showId: text('show_id').primaryKey(),
  runId: text('run_id').notNull(),
  askedBy: text('asked_by').notNull(),
  askedAt: text('asked_at').notNull(),
  after: text(),
  documents: integer().notNull().default(0),
  events: integer().notNull().default(0),
  amiss: integer().notNull().default(0),
  faults: text({ mode: 'json' }).$type<{ documentId: string; what: string }[]>().notNull(),
  finishedAt: text('finished_at'),
});

export const mailedLinks = sqliteTable('mailed_links', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  documentId: text('document_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  title: text().notNull(),
  fileName: text('file_name').notNull(),
  size: integer().notNull(),
  senderId: text('sender_id').notNull(),
  createdAt: text('created_at').notNull(),
  expiresAt: text('expires_at').notNull(),
  revokedAt: text('revoked_at'),
});

/** Links of e-mails with which an approver decides one step of a document, as `migrations/show/0041` creates it. */
export const approvalLinks = sqliteTable(
  'approval_links',
  {
    showId: text('show_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    documentId: text('document_id').notNull(),
    userId: text('user_id').notNull(),
    stepId: text('step_id').notNull(),
    contentVersion: integer('content_version').notNull(),
    address: text().notNull(),
    role: text({ enum: roles }).notNull(),
    coverId: text('cover_id'),
    /** The answer of the budget that the e-mail has; null for none (BUD-39). */
    budgetAnswer: text('budget_answer', { enum: budgetAnswers }),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    usedAt: text('used_at'),
    uses: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.showId, t.tokenHash] })],
);
