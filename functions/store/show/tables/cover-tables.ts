import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { DocType } from '#domain/document';

/** Who decides for an absent approver, and when (COV-01). */
export const covers = sqliteTable(
  'covers',
  {
    showId: text('show_id').notNull(),
    id: text().notNull(),
    userId: text('user_id').notNull(),
    userName: text('user_name').notNull(),
    coveringId: text('covering_id').notNull(),
    coveringName: text('covering_name').notNull(),
    coveringInitials: text('covering_initials').notNull(),
    alternateId: text('alternate_id'),
    alternateName: text('alternate_name'),
    alternateInitials: text('alternate_initials'),
    firstDay: text('first_day').notNull(),
    lastDay: text('last_day').notNull(),
    startsAt: text('starts_at').notNull(),
    endsAt: text('ends_at').notNull(),
    types: text({ mode: 'json' }).$type<readonly DocType[]>().notNull(),
    limitCents: integer('limit_cents'),
    setById: text('set_by_id').notNull(),
    setByName: text('set_by_name').notNull(),
    createdAt: text('created_at').notNull(),
    endedAt: text('ended_at'),
    decisions: integer().notNull().default(0),
    startMailedAt: text('start_mailed_at'),
    endMailedAt: text('end_mailed_at'),
    /** An administrator has yet to approve it, and it covers nothing (COV-17). */
    awaitsApproval: integer('awaits_approval', { mode: 'boolean' }).notNull().default(false),
    requestMailedAt: text('request_mailed_at'),
    approvedById: text('approved_by_id'),
    approvedByName: text('approved_by_name'),
  },
  (t) => [primaryKey({ columns: [t.showId, t.id] })],
);

/** What was decided under a cover. */
export const coverDecisions = sqliteTable(
  'cover_decisions',
  {
    showId: text('show_id').notNull(),
    coverId: text('cover_id').notNull(),
    documentId: text('document_id').notNull(),
    eventSeq: integer('event_seq').notNull(),
    action: text().notNull(),
    at: text().notNull(),
    userId: text('user_id'),
    workflowId: text('workflow_id'),
  },
  (t) => [primaryKey({ columns: [t.showId, t.coverId, t.documentId, t.eventSeq] })],
);
