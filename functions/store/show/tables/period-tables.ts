import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { periodPatterns, periodStatuses } from '#domain/periods/period';
import { periodChangeKinds } from '#domain/periods/period-response';

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
