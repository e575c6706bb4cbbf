import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { budgetStatuses, changeKinds, lineKinds, seriesKinds } from '#domain/budget/budget';
import type { ChangedLine } from '#domain/budget/budget';
import { noCodes } from '#domain/budget/line-codes';
import type { CostRow, IssuedHead } from '#domain/budget/cost-report/figures';
import { measureNames } from '#domain/budget/measures';

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
    codes: text().notNull().default(noCodes),
    position: integer().notNull(),
    description: text().notNull().default(''),
    kind: text({ enum: lineKinds }).notNull(),
    series: text({ enum: seriesKinds }),
    originalCents: integer('original_cents').notNull(),
    transferCents: integer('transfer_cents').notNull().default(0),
    overageCents: integer('overage_cents').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.showId, t.budgetId, t.account, t.codes] })],
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
    coding: text(),
    codes: text(),
    originalCurrency: text('original_currency'),
    originalCents: integer('original_cents'),
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

/** The part of these sums that has codes below its account, which triggers maintain (`migrations/show/0073`). */
export const codedMeasures = sqliteTable(
  'coded_measures',
  {
    showId: text('show_id').notNull(),
    account: text().notNull(),
    currencyCode: text('currency_code').notNull(),
    codes: text().notNull(),
    measure: text({ enum: measureNames }).notNull(),
    cents: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.account, t.currencyCode, t.codes, t.measure] })],
);

/** The committed and invoiced amounts of a day or a month by code, which triggers maintain (`migrations/show/0052`). */
export const costSums = sqliteTable(
  'cost_sums',
  {
    showId: text('show_id').notNull(),
    dimension: text().notNull(),
    currencyCode: text('currency_code').notNull(),
    grain: text({ enum: ['MONTH', 'DAY'] }).notNull(),
    span: text().notNull(),
    code: text().notNull(),
    measure: text({ enum: measureNames }).notNull(),
    cents: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.showId, t.dimension, t.currencyCode, t.grain, t.span, t.code, t.measure] }),
  ],
);

/** What costs are in other currencies than that of the report, which triggers maintain (`migrations/show/0087`). */
export const foreignCostSums = sqliteTable(
  'foreign_cost_sums',
  {
    showId: text('show_id').notNull(),
    dimension: text().notNull(),
    currencyCode: text('currency_code').notNull(),
    originalCurrency: text('original_currency').notNull(),
    grain: text({ enum: ['MONTH', 'DAY'] }).notNull(),
    span: text().notNull(),
    code: text().notNull(),
    originalCents: integer('original_cents').notNull(),
    cents: integer().notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.showId, t.dimension, t.currencyCode, t.originalCurrency, t.grain, t.span, t.code],
    }),
  ],
);

/** Issued cost reports (`migrations/show/0053`). */
export const costReports = sqliteTable(
  'cost_reports',
  {
    showId: text('show_id').notNull(),
    number: integer().notNull(),
    day: text().notNull(),
    fromDay: text('from_day').notNull(),
    note: text().notNull().default(''),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    at: text().notNull(),
    head: text({ mode: 'json' }).$type<IssuedHead>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.number] })],
);

export const costReportRows = sqliteTable(
  'cost_report_rows',
  {
    showId: text('show_id').notNull(),
    number: integer().notNull(),
    dimension: text().notNull(),
    rows: text({ mode: 'json' }).$type<readonly CostRow[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.number, t.dimension] })],
);

/** The estimated final cost of accounts (`migrations/show/0065`). */
export const accountEstimates = sqliteTable(
  'account_estimates',
  {
    showId: text('show_id').notNull(),
    currencyCode: text('currency_code').notNull(),
    account: text().notNull(),
    revision: integer().notNull(),
    efcCents: integer('efc_cents'),
    day: text().notNull(),
    reason: text().notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    at: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.currencyCode, t.account, t.revision] })],
);
