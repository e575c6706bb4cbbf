import { sql } from 'drizzle-orm';
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AccountRange } from '#domain/budget/account-ranges';
import { accountingSystems, milestones } from '#domain/document';
import { roles } from '#domain/identity/permissions';
import type { UserDescription } from '#domain/management/user';

/** The directory database, as `migrations/directory` creates it (a test compares the two). */
export const studios = sqliteTable('studios', {
  id: text().primaryKey(),
  name: text().notNull(),
  division: text().notNull().default(''),
});

export const shows = sqliteTable('shows', {
  id: text().primaryKey(),
  studioId: text('studio_id').notNull(),
  slug: text().notNull(),
  name: text().notNull(),
  license: text().notNull(),
  shard: integer().notNull(),
  accountingSystem: text('accounting_system', { enum: accountingSystems }).notNull(),
  features: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  createdAt: text('created_at').notNull(),
  accountingPackageId: text('accounting_package_id').notNull().default(''),
  showTypeId: text('show_type_id').notNull().default(''),
});

export const users = sqliteTable('users', {
  id: text().primaryKey(),
  username: text().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  initials: text().notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  localUser: integer('local_user', { mode: 'boolean' }).notNull().default(true),
  passwordHash: text('password_hash'),
  rehashedAt: text('rehashed_at'),
  providerIssuer: text('provider_issuer'),
  providerSubject: text('provider_subject'),
  mfaEnabled: integer('mfa_enabled', { mode: 'boolean' }).notNull().default(false),
  isInternal: integer('is_internal', { mode: 'boolean' }).notNull().default(false),
  emailNotifications: integer('email_notifications', { mode: 'boolean' }).notNull().default(true),
  consolidatePoEmails: integer('consolidate_po_emails', { mode: 'boolean' }).notNull().default(false),
  consolidatePaymentEmails: integer('consolidate_payment_emails', { mode: 'boolean' })
    .notNull()
    .default(false),
  consolidateInvoiceEmails: integer('consolidate_invoice_emails', { mode: 'boolean' })
    .notNull()
    .default(false),
  dateFormat: text('date_format', { enum: ['MM_DD_YYYY', 'DD_MM_YYYY', 'YYYY_MM_DD'] }),
  createdAt: text('created_at').notNull(),
});

export const memberships = sqliteTable(
  'memberships',
  {
    showId: text('show_id').notNull(),
    userId: text('user_id').notNull(),
    role: text({ enum: roles }).notNull(),
    purchaseOrderVisibility: text('purchase_order_visibility', {
      enum: ['CREATED_BY_THIS_USER', 'IN_THIS_USERS_DEPARTMENT', 'ALL'],
    })
      .notNull()
      .default('CREATED_BY_THIS_USER'),
    invoiceVisibility: text('invoice_visibility', {
      enum: ['CREATED_BY_THIS_USER', 'IN_THIS_USERS_DEPARTMENT', 'ALL'],
    })
      .notNull()
      .default('CREATED_BY_THIS_USER'),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    invoiceModuleVisible: integer('invoice_module_visible', { mode: 'boolean' }).notNull().default(false),
    paymentModuleVisible: integer('payment_module_visible', { mode: 'boolean' }).notNull().default(false),
    sendUnapprovedPurchaseOrders: integer('send_unapproved_purchase_orders', { mode: 'boolean' })
      .notNull()
      .default(false),
    displayPoNumbers: text('display_po_numbers', { enum: milestones }),
    specialApprover: integer('special_approver', { mode: 'boolean' }).notNull().default(false),
    voidPo: integer('void_po', { mode: 'boolean' }).notNull().default(false),
    voidInvoice: integer('void_invoice', { mode: 'boolean' }).notNull().default(false),
    readBudget: integer('read_budget', { mode: 'boolean' }).notNull().default(false),
    givenBy: text('given_by'),
    describedAs: text('described_as', { mode: 'json' }).$type<UserDescription>(),
    budgetAccounts: text('budget_accounts', { mode: 'json' }).$type<AccountRange[]>(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.userId] })],
);

/** False for guarantors, whose membership gives access to no document and no list of a show (BUD-88). */
export const seesDocuments = sql`${memberships.role} <> 'Guarantor'`;

export const recentShows = sqliteTable(
  'recent_shows',
  {
    userId: text('user_id').notNull(),
    showId: text('show_id').notNull(),
    viewedAt: text('viewed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.showId] })],
);

export const sessions = sqliteTable('sessions', {
  tokenHash: text('token_hash').primaryKey(),
  userId: text('user_id').notNull(),
  csrfToken: text('csrf_token').notNull(),
  selectedShowId: text('selected_show_id'),
  createdAt: text('created_at').notNull(),
  expiresAt: text('expires_at').notNull(),
  idToken: text('id_token'),
  userAgent: text('user_agent').notNull().default(''),
});

export const digestDays = sqliteTable('digest_days', {
  localDay: text('local_day').primaryKey(),
  startedAt: text('started_at').notNull(),
  plannedAt: text('planned_at'),
});

/** One row: when the last sweep ended. */
export const lastSweep = sqliteTable('last_sweep', {
  id: integer().primaryKey(),
  endedAt: text('ended_at').notNull(),
});

/** At most one row: until when e-mails wait for the quota of the mail service. */
export const mailPause = sqliteTable('mail_pause', {
  id: integer().primaryKey(),
  until: text().notNull(),
});

/** The move of a show from one shard to another. */
export const showMoves = sqliteTable('show_moves', {
  showId: text('show_id').primaryKey(),
  fromShard: integer('from_shard').notNull(),
  toShard: integer('to_shard').notNull(),
  step: text({ enum: ['FENCE', 'COPY', 'COMPARE', 'REST', 'REMOVE', 'DONE', 'UNDO'] }).notNull(),
  keepsOld: integer('keeps_old', { mode: 'boolean' }).notNull().default(false),
  position: text({ mode: 'json' }).$type<{
    part: string;
    after: readonly (string | number | null)[] | null;
  }>(),
  askedAt: text('asked_at').notNull(),
  flippedAt: text('flipped_at'),
  leasedUntil: text('leased_until'),
  error: text(),
});
