import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Scope } from '#domain/identity/api-token';

/** The identity tables of the directory, as `migrations/directory` creates them (a test compares the two). */
export const pendingSignIns = sqliteTable('pending_sign_ins', {
  tokenHash: text('token_hash').primaryKey(),
  kind: text({ enum: ['PROVIDER', 'SECOND_FACTOR', 'REPLACEMENT'] }).notNull(),
  userId: text('user_id'),
  returnTo: text('return_to').notNull(),
  secret: text().notNull(),
  expiresAt: text('expires_at').notNull(),
});

export const passwordLinks = sqliteTable('password_links', {
  tokenHash: text('token_hash').primaryKey(),
  userId: text('user_id').notNull(),
  createdAt: text('created_at').notNull(),
  expiresAt: text('expires_at').notNull(),
  reason: text({ enum: ['INVITED', 'FORGOTTEN'] })
    .notNull()
    .default('INVITED'),
});

export const secondFactors = sqliteTable('second_factors', {
  userId: text('user_id').primaryKey(),
  secret: text().notNull(),
  lastStep: integer('last_step').notNull(),
  enrolledAt: text('enrolled_at').notNull(),
  resealedAt: text('resealed_at'),
});

export const longSecrets = sqliteTable('long_secrets', {
  name: text({ enum: ['IDENTITY_SECRET'] }).primaryKey(),
  since: text().notNull(),
});

export const recoveryCodes = sqliteTable(
  'recovery_codes',
  { userId: text('user_id').notNull(), codeHash: text('code_hash').notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

export const signInAttempts = sqliteTable('sign_in_attempts', {
  subject: text().primaryKey(),
  attempts: integer().notNull(),
  waitsUntil: text('waits_until').notNull(),
  forgottenAt: text('forgotten_at').notNull(),
});

export const apiTokens = sqliteTable('api_tokens', {
  id: text().primaryKey(),
  tokenHash: text('token_hash').notNull(),
  userId: text('user_id').notNull(),
  name: text().notNull(),
  scopes: text({ mode: 'json' }).$type<Scope[]>().notNull(),
  showId: text('show_id'),
  createdAt: text('created_at').notNull(),
  expiresAt: text('expires_at').notNull(),
  usedDay: text('used_day'),
});
