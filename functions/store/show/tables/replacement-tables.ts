import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { DocType } from '#domain/document';
import { replacementStates } from '#domain/replacement/replacement-response';
import type { ReplacedFlow, ReplacementTotal } from '#domain/replacement/replacement-response';
import type { StepReplacement } from '#domain/replacement/replacement';

/** Approvers who are replaced in place (REPL). */
export const replacements = sqliteTable(
  'replacements',
  {
    showId: text('show_id').notNull(),
    id: text().notNull(),
    formerId: text('former_id').notNull(),
    formerName: text('former_name').notNull(),
    replacementId: text('replacement_id').notNull(),
    replacementName: text('replacement_name').notNull(),
    replacementInitials: text('replacement_initials').notNull(),
    templateId: text('template_id'),
    types: text({ mode: 'json' }).$type<readonly DocType[]>().notNull(),
    state: text({ enum: replacementStates }).notNull(),
    preview: text({ mode: 'json' }).$type<{ flows: ReplacedFlow[]; totals: ReplacementTotal[] }>().notNull(),
    requestedById: text('requested_by_id').notNull(),
    requestedByName: text('requested_by_name').notNull(),
    createdAt: text('created_at').notNull(),
    startedAt: text('started_at'),
    finishedAt: text('finished_at'),
  },
  (t) => [primaryKey({ columns: [t.showId, t.id] })],
);

/** The documents of a replacement: what the preview said of their open steps, and the result. */
export const replacementItems = sqliteTable(
  'replacement_items',
  {
    showId: text('show_id').notNull(),
    replacementId: text('replacement_id').notNull(),
    documentId: text('document_id').notNull(),
    preview: text({ mode: 'json' }).$type<StepReplacement[]>(),
    result: text({ mode: 'json' }).$type<StepReplacement[]>(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.replacementId, t.documentId] })],
);
