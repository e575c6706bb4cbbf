import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { DocType } from '#domain/document';
import type { WebhookEvent } from '#domain/webhooks/webhook';

/** The webhook endpoints of a show and the results of their deliveries, as `migrations/show/0017` creates them. */
export const webhookEndpoints = sqliteTable('webhook_endpoints', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  url: text().notNull(),
  description: text().notNull().default(''),
  events: text({ mode: 'json' }).$type<WebhookEvent[]>().notNull(),
  documentTypes: text('document_types', { mode: 'json' }).$type<DocType[]>().notNull(),
  isEnabled: integer('is_enabled', { mode: 'boolean' }).notNull().default(true),
  secret: text().notNull(),
  secretSince: text('secret_since').notNull(),
  oldSecret: text('old_secret'),
  oldSecretUntil: text('old_secret_until'),
  failingSince: text('failing_since'),
  givenUpAt: text('given_up_at'),
  createdAt: text('created_at').notNull(),
});

export const webhookAnswers = sqliteTable('webhook_answers', {
  deliveryId: text('delivery_id').primaryKey(),
  showId: text('show_id').notNull(),
  attempts: integer().notNull(),
  statusCode: integer('status_code'),
  durationMs: integer('duration_ms').notNull(),
  answeredAt: text('answered_at').notNull(),
});
