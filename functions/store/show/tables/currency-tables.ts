import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { currencyChangeKinds } from '#domain/currency/currency-request';

/** Exchange rates and tax terms of a show, as `migrations/show/0047` creates them. Decimals are text. */
export const exchangeRates = sqliteTable(
  'exchange_rates',
  {
    showId: text('show_id').notNull(),
    currencyCode: text('currency_code').notNull(),
    day: text().notNull(),
    rate: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.currencyCode, t.day] })],
);

/** The rates with which the budget was made (`migrations/show/0086`). */
export const budgetedRates = sqliteTable(
  'budgeted_rates',
  {
    showId: text('show_id').notNull(),
    currencyCode: text('currency_code').notNull(),
    rate: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.currencyCode] })],
);

export const taxTerms = sqliteTable(
  'tax_terms',
  {
    showId: text('show_id').notNull(),
    projectCompanyExternalId: text('project_company_external_id').notNull(),
    code: text().notNull(),
    rate: text().notNull(),
    recoverable: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.projectCompanyExternalId, t.code] })],
);

export const currencyChanges = sqliteTable(
  'currency_changes',
  {
    showId: text('show_id').notNull(),
    id: text().notNull(),
    kind: text({ enum: currencyChangeKinds }).notNull(),
    subject: text().notNull(),
    day: text(),
    before: text(),
    after: text(),
    source: text().notNull().default(''),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    at: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.id] })],
);
