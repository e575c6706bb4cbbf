import { and, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import { invoices } from '#store/show/tables/invoice-tables';
import { addresses, categories } from '#store/show/tables/reference-tables';

export type AddressRow = typeof addresses.$inferSelect;
export type CategoryRow = typeof categories.$inferSelect;

export function insertAddress({ db }: ShowStore, row: typeof addresses.$inferInsert): Write {
  return db.insert(addresses).values(row);
}

/** Updates and returns the address; null when the show has none of this id. */
export async function updateAddress(
  { db, showId }: ShowStore,
  { id, ...values }: Omit<AddressRow, 'showId' | 'addressType'>,
): Promise<AddressRow | null> {
  const rows = await db
    .update(addresses)
    .set(values)
    .where(and(eq(addresses.showId, showId), eq(addresses.id, id)))
    .returning();
  return rows[0] ?? null;
}

const allCategories = prepareRead(({ db, showId }) => [
  db.select().from(categories).where(eq(categories.showId, showId)),
]);

export const categoriesQuery = (source: Source): Query<CategoryRow[]> =>
  mapQuery(allCategories(source, {}), ([rows]) => rows);

export function insertCategory({ db }: ShowStore, row: typeof categories.$inferInsert): Write {
  return db.insert(categories).values(row);
}

/** Whether a purchase order or an invoice that is not void uses the category (DEC-66). */
function isInUse(showId: string, id: string): SQL {
  return sql`(EXISTS (SELECT 1 FROM ${purchaseOrders} p JOIN ${documents} d ON d.id = p.document_id
      WHERE p.show_id = ${showId} AND p.category_id = ${id} AND d.status <> 'VOID')
    OR EXISTS (SELECT 1 FROM ${invoices} i JOIN ${documents} d ON d.id = i.document_id
      WHERE i.show_id = ${showId} AND i.category_id = ${id} AND d.status <> 'VOID'))`;
}

/**
 * Updates and returns the category. Null when nothing was changed: the show has none of this id, or, unless
 * `evenInUse`, a document uses it. The statement itself checks both.
 */
export async function updateCategory(
  { db, showId }: ShowStore,
  id: string,
  values: { name?: string | undefined; isActive?: boolean | undefined },
  evenInUse: boolean,
): Promise<CategoryRow | null> {
  const rows = await db
    .update(categories)
    .set(values)
    .where(
      and(
        eq(categories.showId, showId),
        eq(categories.id, id),
        evenInUse ? undefined : sql`NOT ${isInUse(showId, id)}`,
      ),
    )
    .returning();
  return rows[0] ?? null;
}
