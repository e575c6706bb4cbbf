import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { actualKinds } from '#domain/budget/actuals';

/** Imports of other actuals, as `migrations/show/0059` creates them. */
export const actualImports = sqliteTable(
  'actual_imports',
  {
    showId: text('show_id').notNull(),
    id: text().notNull(),
    number: integer().notNull(),
    fileName: text('file_name').notNull(),
    fileHash: text('file_hash').notNull(),
    projectCompanyExternalId: text('project_company_external_id').notNull(),
    companyName: text('company_name').notNull(),
    currencyCode: text('currency_code').notNull(),
    rowCount: integer('row_count').notNull(),
    totalCents: integer('total_cents').notNull(),
    firstDay: text('first_day').notNull(),
    lastDay: text('last_day').notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    at: text().notNull(),
    reversedBy: text('reversed_by'),
    reversedByName: text('reversed_by_name'),
    reversedAt: text('reversed_at'),
    reason: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.showId, t.id] })],
);

export const otherActuals = sqliteTable(
  'other_actuals',
  {
    showId: text('show_id').notNull(),
    importId: text('import_id').notNull(),
    rowNumber: integer('row_number').notNull(),
    account: text().notNull(),
    day: text().notNull(),
    cents: integer().notNull(),
    kind: text({ enum: actualKinds }).notNull(),
    number: text().notNull().default(''),
    description: text().notNull().default(''),
    invoiceId: text('invoice_id'),
  },
  (t) => [primaryKey({ columns: [t.showId, t.importId, t.rowNumber] })],
);
