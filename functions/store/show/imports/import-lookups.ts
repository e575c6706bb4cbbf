import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { insertJsonRows } from '#store/d1/json-object';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { departments, temporaryVendors, vendorAddresses, vendors } from '#store/show/tables/reference-tables';

const openDepartments = prepareRead(({ db, showId }) => [
  db
    .select({ id: departments.id, name: departments.name, allowed: departments.accountCodes })
    .from(departments)
    .where(and(eq(departments.showId, showId), eq(departments.isActive, true)))
    .orderBy(asc(departments.name)),
]);

/** The active departments of the show by name, each with its allowed account codes. */
export const openDepartmentsQuery = (source: Source) =>
  mapQuery(openDepartments(source, {}), ([rows]) => rows);

const namedVendors = prepareRead(({ db, showId }, { names, numbers }: { names: string; numbers: string }) => {
  // Case-insensitive, like the indexes of both columns.
  const ids = sql`${vendors.id} IN (SELECT v.id FROM json_each(${names}) n
        CROSS JOIN vendors v ON v.show_id = ${showId} AND v.name = n.value
      UNION SELECT v.id FROM json_each(${numbers}) n
        CROSS JOIN vendors v ON v.show_id = ${showId} AND v.number = n.value COLLATE NOCASE)`;
  // The plus makes SQLite look the vendors up by id, without a scan of the show's vendors.
  const isMatch = and(sql`+${vendors.showId} = ${showId}`, eq(vendors.isActive, true), ids);
  return [
    db.select({ id: vendors.id, name: vendors.name, number: vendors.number }).from(vendors).where(isMatch),
    db
      .select({
        id: vendorAddresses.id,
        vendorId: vendorAddresses.vendorId,
        isDefault: vendorAddresses.isDefault,
      })
      .from(vendors)
      .crossJoin(vendorAddresses)
      .where(
        and(
          isMatch,
          eq(vendorAddresses.showId, showId),
          eq(vendorAddresses.vendorId, vendors.id),
          eq(vendorAddresses.isActive, true),
        ),
      )
      .orderBy(asc(vendorAddresses.lineNumber)),
    db
      .select({
        id: temporaryVendors.id,
        name: temporaryVendors.name,
        address: temporaryVendors.address,
      })
      .from(temporaryVendors)
      .where(
        and(
          eq(temporaryVendors.showId, showId),
          inArray(temporaryVendors.name, sql`(SELECT value FROM json_each(${names}))`),
        ),
      )
      .orderBy(asc(temporaryVendors.createdAt)),
  ];
});

/**
 * Vendors of the show by case-insensitive name or by number: active permanent vendors with their addresses, and
 * temporary vendors.
 */
export const namedVendorsQuery = (source: Source, names: readonly string[], numbers: readonly string[]) =>
  mapQuery(
    namedVendors(source, { names: JSON.stringify(names), numbers: JSON.stringify(numbers) }),
    ([permanent, addresses, temporary]) => {
      const addressesOf = Map.groupBy(addresses, ({ vendorId }) => vendorId);
      return {
        vendors: permanent.map((vendor) => ({ ...vendor, addresses: addressesOf.get(vendor.id) ?? [] })),
        temporaryVendors: temporary,
      };
    },
  );

type NewVendor = Omit<typeof temporaryVendors.$inferInsert, 'showId' | 'createdBy' | 'createdAt'>;

/** Any number of new records in one statement. A name that the show has got meanwhile is skipped. */
export function insertTemporaryVendors(
  { showId }: ShowStore,
  rows: readonly NewVendor[],
  creation: { createdBy: string; createdAt: string },
): Write {
  return sql`${insertJsonRows(temporaryVendors, { showId, ...creation }, rows)}
    WHERE NOT EXISTS (SELECT 1 FROM temporary_vendors t
      WHERE t.show_id = ${showId} AND t.name = value ->> 'name')`;
}
