import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import { departments, temporaryVendors, vendorAddresses, vendors } from '#store/show/tables/reference-tables';

const openDepartments = prepareRead(({ db, showId }) => [
  db
    .select({ id: departments.id, name: departments.name, allowed: departments.accountCodes })
    .from(departments)
    .where(and(eq(departments.showId, showId), eq(departments.isActive, true)))
    .orderBy(asc(departments.name)),
]);

/** The open departments of the show by name, with the codes that each may use. */
export const openDepartmentsQuery = (source: Source) => mapped(openDepartments(source, {}), ([rows]) => rows);

const namedVendors = prepareRead(({ db, showId }, { names, numbers }: { names: string; numbers: string }) => {
  // In any case, as the indexes of both are.
  const ids = sql`${vendors.id} IN (SELECT v.id FROM json_each(${names}) n
        CROSS JOIN vendors v ON v.show_id = ${showId} AND v.name = n.value
      UNION SELECT v.id FROM json_each(${numbers}) n
        CROSS JOIN vendors v ON v.show_id = ${showId} AND v.number = n.value COLLATE NOCASE)`;
  // `+`: they are looked up one by one, not in a walk through the show's.
  const isNamed = and(sql`+${vendors.showId} = ${showId}`, eq(vendors.isActive, true), ids);
  return [
    db.select({ id: vendors.id, name: vendors.name, number: vendors.number }).from(vendors).where(isNamed),
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
          isNamed,
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

/** Vendors of the show by name, in any case, or by number: permanent ones that are active with their addresses, and temporary ones. */
export const namedVendorsQuery = (source: Source, names: readonly string[], numbers: readonly string[]) =>
  mapped(
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

/** Any number of new records in one statement; of a name that the show has meanwhile none. */
export function insertTemporaryVendors(
  { showId }: ShowStore,
  rows: readonly NewVendor[],
  made: { createdBy: string; createdAt: string },
): Write {
  return sql`INSERT INTO temporary_vendors (id, show_id, name, address, city, state, postal_code, contact, email, phone,
      is_related_party, created_by, created_at)
    SELECT value ->> 'id', ${showId}, value ->> 'name', value ->> 'address', value ->> 'city', value ->> 'state',
      value ->> 'postalCode', value ->> 'contact', value ->> 'email', value ->> 'phone', value ->> 'isRelatedParty',
      ${made.createdBy}, ${made.createdAt}
    FROM json_each(${JSON.stringify(rows)}) WHERE NOT EXISTS (SELECT 1 FROM temporary_vendors t
      WHERE t.show_id = ${showId} AND t.name = value ->> 'name')`;
}
