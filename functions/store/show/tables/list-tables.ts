import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { densities, listNames } from '#domain/lists/list-columns';
import type { ChosenColumn } from '#domain/lists/list-columns';

/** How a person arranged one of their lists, as `migrations/show/0049` creates it (VIEW-04). */
export const listSettings = sqliteTable(
  'list_settings',
  {
    showId: text('show_id').notNull(),
    userId: text('user_id').notNull(),
    list: text({ enum: listNames }).notNull(),
    columns: text({ mode: 'json' }).$type<readonly ChosenColumn[]>(),
    density: text({ enum: densities }).notNull().default('COMFORTABLE'),
    defaultViewId: text('default_view_id'),
    viewOrder: text('view_order', { mode: 'json' }).$type<readonly string[]>().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.showId, t.userId, t.list] })],
);

/** Named views of a list (VIEW-10). */
export const listViews = sqliteTable(
  'list_views',
  {
    showId: text('show_id').notNull(),
    id: text().notNull(),
    list: text({ enum: listNames }).notNull(),
    ownerId: text('owner_id').notNull(),
    ownerName: text('owner_name').notNull(),
    name: text().notNull(),
    query: text().notNull(),
    columns: text({ mode: 'json' }).$type<readonly ChosenColumn[]>(),
    audience: text({ enum: ['PRIVATE', 'ROLE', 'DEPARTMENT'] }).notNull(),
    audienceId: text('audience_id'),
    revision: integer().notNull(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.id] })],
);
