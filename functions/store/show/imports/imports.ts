import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { inList } from '#store/d1/in-list';
import type { Database, ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { imports, importItems } from '#store/show/tables/import-tables';
import { isNotMoving } from '#store/show/outbox/moving-shows';

const ofImport = ({ showId }: Pick<ShowStore, 'showId'>, importId: string) =>
  and(eq(importItems.showId, showId), eq(importItems.importId, importId));

export function insertImport({ db }: ShowStore, row: typeof imports.$inferInsert): Write {
  return db.insert(imports).values(row);
}

/** A purchase order to be created. */
export interface NewImportItem {
  row: number;
  key: string;
  fingerprint: string;
  draft: unknown;
}

/** A bound value has at most 2 MB. */
const maxCharacters = 300_000;

/**
 * Inserts the items in order. An item whose key another import creates, or has created, fails on
 * `import_items.fingerprint`.
 */
export function insertImportItems(
  { showId }: ShowStore,
  importId: string,
  items: readonly NewImportItem[],
): Write[] {
  const parts: string[][] = [[]];
  let length = 0;
  items.forEach((item, position) => {
    const text = JSON.stringify({ ...item, position });
    if (length > 0 && length + text.length > maxCharacters) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(text);
    length += text.length;
  });
  return parts.map(
    (
      part,
    ) => sql`INSERT INTO import_items (show_id, import_id, position, file_row, item_key, fingerprint, draft)
      SELECT ${showId}, ${importId}, value ->> 'position', value ->> 'row', value ->> 'key',
        value ->> 'fingerprint', value -> 'draft'
      FROM json_each(${`[${part.join()}]`})`,
  );
}

const oneImport = prepareRead((source, { importId }: { importId: string }) => [
  source.db
    .select()
    .from(imports)
    .where(and(eq(imports.id, importId), eq(imports.showId, source.showId)))
    .limit(1),
  source.db
    .select({
      row: importItems.fileRow,
      key: importItems.itemKey,
      documentId: importItems.documentId,
      code: importItems.code,
    })
    .from(importItems)
    .where(ofImport(source, importId))
    .orderBy(asc(importItems.position)),
]);

/** An import with the results of its items; null when the show has none of this id. */
export const importQuery = (source: Source, importId: string) =>
  mapQuery(oneImport(source, { importId }), ([[row], items]) => (row ? { ...row, items } : null));

/** The next items in file order that are neither created nor rejected. */
export async function readOpenImportItems(store: ShowStore, importId: string, limit: number) {
  const isOpen = and(isNull(importItems.documentId), isNull(importItems.code));
  return store.db
    .select({ position: importItems.position, draft: importItems.draft })
    .from(importItems)
    .where(and(ofImport(store, importId), isOpen))
    .orderBy(asc(importItems.position))
    .limit(limit);
}

/**
 * Stores the created document of an item, in the batch that creates it. When the item has one already, that batch fails
 * with `import item is done`.
 */
export function saveImported(
  store: ShowStore,
  importId: string,
  position: number,
  documentId: string,
): Write {
  return store.db
    .update(importItems)
    .set({ documentId, draft: null })
    .where(and(ofImport(store, importId), eq(importItems.position, position)));
}

/** Marks an item that will not be created. */
export async function refuseImported(
  store: ShowStore,
  importId: string,
  position: number,
  code: string,
): Promise<void> {
  await store.db
    .update(importItems)
    .set({ code })
    .where(
      and(ofImport(store, importId), eq(importItems.position, position), isNull(importItems.documentId)),
    );
}

/** Ends an import without open items. */
export async function endImport(store: ShowStore, importId: string, finishedAt: string): Promise<void> {
  const open = sql`EXISTS (SELECT 1 FROM import_items i WHERE i.show_id = ${store.showId}
    AND i.import_id = ${importId} AND i.document_id IS NULL AND i.code IS NULL)`;
  await store.db
    .update(imports)
    .set({ finishedAt })
    .where(
      and(
        eq(imports.id, importId),
        eq(imports.showId, store.showId),
        isNull(imports.finishedAt),
        sql`NOT ${open}`,
      ),
    );
}

/** The fingerprints for which the show already has a purchase order with a key from an import, or an open item. */
export async function readImported(
  { db, showId }: ShowStore,
  fingerprints: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ fingerprint: importItems.fingerprint })
    .from(importItems)
    .where(
      and(
        eq(importItems.showId, showId),
        inArray(importItems.fingerprint, inList(fingerprints)),
        isNull(importItems.code),
        // The same condition as in the partial index.
        sql`${importItems.itemKey} <> ''`,
      ),
    );
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

/** Imports of any show that are not finished but have no open job. */
export async function readAbandonedImports(db: Database): Promise<{ id: string; showId: string }[]> {
  const hasOpenJob = sql`EXISTS (SELECT 1 FROM outbox o WHERE o.done_at IS NULL AND o.created_at >= ${imports.createdAt}
    AND +o.show_id = ${imports.showId} AND o.kind = 'import-orders' AND o.payload ->> 'importId' = ${imports.id})`;
  return db
    .select({ id: imports.id, showId: imports.showId })
    .from(imports)
    .where(and(isNull(imports.finishedAt), isNotMoving(imports.showId), sql`NOT ${hasOpenJob}`));
}

/** Marks the remaining items of an import as failed. */
export async function failOpenImported(store: ShowStore, importId: string, code: string): Promise<void> {
  await store.db
    .update(importItems)
    .set({ code })
    .where(and(ofImport(store, importId), isNull(importItems.documentId), isNull(importItems.code)));
}
