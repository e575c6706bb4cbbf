import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Imported files and archives, as `migrations/show/0018` and `0022` create them. */
export const imports = sqliteTable('imports', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  userId: text('user_id').notNull(),
  fileName: text('file_name').notNull(),
  total: integer().notNull(),
  createdAt: text('created_at').notNull(),
  finishedAt: text('finished_at'),
});

export const importItems = sqliteTable(
  'import_items',
  {
    showId: text('show_id').notNull(),
    importId: text('import_id').notNull(),
    position: integer().notNull(),
    fileRow: integer('file_row').notNull(),
    itemKey: text('item_key').notNull(),
    fingerprint: text().notNull(),
    draft: text(),
    documentId: text('document_id'),
    code: text(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.importId, t.position] })],
);

export const archives = sqliteTable('archives', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  userId: text('user_id').notNull(),
  userName: text('user_name').notNull(),
  status: text({ enum: ['in_progress', 'ready', 'failed', 'removed'] }).notNull(),
  total: integer().notNull(),
  done: integer().notNull().default(0),
  createdAt: text('created_at').notNull(),
  finishedAt: text('finished_at'),
  /** The user who stopped the archive; its status is then `failed`. */
  cancelledBy: text('cancelled_by'),
});

export const archiveParts = sqliteTable(
  'archive_parts',
  {
    showId: text('show_id').notNull(),
    archiveId: text('archive_id').notNull(),
    part: integer().notNull(),
    documents: integer().notNull(),
    size: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.archiveId, t.part] })],
);
