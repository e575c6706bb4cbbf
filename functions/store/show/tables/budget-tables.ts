import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { budgetStatuses, changeKinds, lineKinds } from '#domain/budget/budget';
import type { ChangedLine } from '#domain/budget/budget';
import { measureNames } from '#domain/budget/measures';
import { periodPatterns, periodStatuses } from '#domain/periods/period';
import { periodChangeKinds } from '#domain/periods/period-response';

/** The budgets of a show, as `migrations/show/0044` creates them. */
export const budgets = sqliteTable(
  'budgets',
  {
    showId: text('show_id').notNull(),
    id: text().notNull(),
    number: integer().notNull(),
    name: text().notNull(),
    status: text({ enum: budgetStatuses }).notNull(),
    currencyCode: text('currency_code').notNull(),
    revision: integer().notNull(),
    createdBy: text('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: text('created_at').notNull(),
    lockedBy: text('locked_by'),
    lockedByName: text('locked_by_name'),
    lockedAt: text('locked_at'),
  },
  (t) => [primaryKey({ columns: [t.showId, t.id] })],
);

export const budgetLines = sqliteTable(
  'budget_lines',
  {
    showId: text('show_id').notNull(),
    budgetId: text('budget_id').notNull(),
    account: text().notNull(),
    position: integer().notNull(),
    description: text().notNull().default(''),
    kind: text({ enum: lineKinds }).notNull(),
    originalCents: integer('original_cents').notNull(),
    transferCents: integer('transfer_cents').notNull().default(0),
    overageCents: integer('overage_cents').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.showId, t.budgetId, t.account] })],
);

export const budgetChanges = sqliteTable(
  'budget_changes',
  {
    showId: text('show_id').notNull(),
    budgetId: text('budget_id').notNull(),
    revision: integer().notNull(),
    kind: text({ enum: changeKinds }).notNull(),
    reason: text().notNull().default(''),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    at: text().notNull(),
    entries: text({ mode: 'json' }).$type<readonly ChangedLine[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.budgetId, t.revision] })],
);

/** What documents count for account codes, as `migrations/show/0045` creates it. */
export const budgetMovements = sqliteTable(
  'budget_movements',
  {
    showId: text('show_id').notNull(),
    ownerId: text('owner_id').notNull(),
    seq: integer().notNull(),
    documentId: text('document_id').notNull(),
    lineId: text('line_id').notNull(),
    account: text().notNull(),
    currencyCode: text('currency_code').notNull(),
    measure: text({ enum: measureNames }).notNull(),
    cents: integer().notNull(),
    effectiveDay: text('effective_day').notNull(),
    recordedAt: text('recorded_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.ownerId, t.seq] })],
);

/** The sums of the movements, which triggers maintain. */
export const accountMeasures = sqliteTable(
  'account_measures',
  {
    showId: text('show_id').notNull(),
    account: text().notNull(),
    currencyCode: text('currency_code').notNull(),
    measure: text({ enum: measureNames }).notNull(),
    cents: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.account, t.currencyCode, t.measure] })],
);

/** The accounting periods of a show's companies, as `migrations/show/0057` creates them. */
export const accountingPeriods = sqliteTable(
  'accounting_periods',
  {
    showId: text('show_id').notNull(),
    projectCompanyExternalId: text('project_company_external_id').notNull(),
    number: integer().notNull(),
    name: text().notNull(),
    pattern: text({ enum: periodPatterns }).notNull(),
    firstDay: text('first_day').notNull(),
    lastDay: text('last_day').notNull(),
    status: text({ enum: periodStatuses }).notNull().default('OPEN'),
  },
  (t) => [primaryKey({ columns: [t.showId, t.projectCompanyExternalId, t.number] })],
);

export const periodChanges = sqliteTable(
  'period_changes',
  {
    showId: text('show_id').notNull(),
    id: text().notNull(),
    kind: text({ enum: periodChangeKinds }).notNull(),
    companyName: text('company_name').notNull(),
    period: text().notNull(),
    reason: text().notNull().default(''),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    at: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.id] })],
);
