import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { budgetStatuses, changeKinds, lineKinds } from '#domain/budget/budget';
import type { ChangedLine } from '#domain/budget/budget';

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
