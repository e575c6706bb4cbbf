import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { containsEachFolded } from '#store/d1/contains-folded';
import type { ShowStore, Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { combineQueries, mapQuery, queryOf } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { bankAccounts } from '#store/show/tables/workflow-tables';
import { vendorsWithName } from '#store/show/lists/number-search';
import {
  accountFields,
  accountParts,
  addresses,
  categories,
  companies,
  companyAddresses,
  companyCurrencies,
  companyTaxCodes,
  temporaryVendors,
  vendorAddresses,
  vendorContacts,
  vendors,
} from '#store/show/tables/reference-tables';

/**
 * At most 50 vendors whose name contains `search`, with or without diacritics, by name (DEC-59); temporary ones only with
 * `withTemporary` (VE-10).
 */
export function vendorSearchQuery(source: Source, search: string, withTemporary: boolean) {
  const { db, showId } = source;
  const matchingIds = vendorsWithName(source, search);
  // The plus keeps SQLite from using the column's index: vendors found by id are sorted, without a scan of the show.
  const sortable = (column: SQLiteColumn) => (matchingIds ? sql`+${column}` : sql`${column}`);
  const permanent = db
    .select({ id: vendors.id, name: vendors.name, number: vendors.number, externalId: vendors.externalId })
    .from(vendors)
    .where(
      and(
        eq(sortable(vendors.showId), showId),
        eq(vendors.isActive, true),
        matchingIds && inArray(vendors.id, matchingIds),
        containsEachFolded(sql`${vendors.name}`, [search]),
      ),
    )
    .orderBy(asc(sortable(vendors.name)))
    .limit(50);
  const temporary = db
    .select({ id: temporaryVendors.id, name: temporaryVendors.name })
    .from(temporaryVendors)
    .where(
      and(
        eq(sortable(temporaryVendors.showId), showId),
        matchingIds && inArray(temporaryVendors.id, matchingIds),
        containsEachFolded(sql`${temporaryVendors.name}`, [search]),
        withTemporary ? undefined : sql`0`,
      ),
    )
    .orderBy(asc(sortable(temporaryVendors.name)))
    .limit(50);
  return combineQueries({ permanent: queryOf(db, permanent), temporary: queryOf(db, temporary) });
}

const vendor = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select()
    .from(vendors)
    .where(and(eq(vendors.showId, showId), eq(vendors.id, id)))
    .limit(1),
  db
    .select()
    .from(vendorAddresses)
    .where(and(eq(vendorAddresses.showId, showId), eq(vendorAddresses.vendorId, id)))
    .orderBy(desc(vendorAddresses.isDefault), asc(vendorAddresses.lineNumber)),
  db
    .select()
    .from(vendorContacts)
    .where(and(eq(vendorContacts.showId, showId), eq(vendorContacts.vendorId, id)))
    .orderBy(desc(vendorContacts.isDefault), asc(vendorContacts.name)),
]);

/** A permanent vendor with addresses and contacts, defaults first; null when the show has no such vendor. */
export const vendorQuery = (source: Source, id: string) =>
  mapQuery(vendor(source, { id }), ([[row], addressRows, contactRows]) =>
    row ? { vendor: row, addresses: addressRows, contacts: contactRows } : null,
  );

const temporaryVendor = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select()
    .from(temporaryVendors)
    .where(and(eq(temporaryVendors.showId, showId), eq(temporaryVendors.id, id)))
    .limit(1),
]);

export const temporaryVendorQuery = (source: Source, id: string) =>
  mapQuery(temporaryVendor(source, { id }), ([rows]) => rows[0] ?? null);

export async function vendorIsActive(store: ShowStore, externalId: string): Promise<boolean> {
  const rows = await store.db
    .select({ isActive: vendors.isActive })
    .from(vendors)
    .where(and(eq(vendors.showId, store.showId), eq(vendors.externalId, externalId)))
    .limit(1);
  return rows[0]?.isActive ?? false;
}

/**
 * Stores whether accounting currently has a vendor as active. Does nothing for a vendor that the show does not have.
 */
export async function saveVendorActive(
  { db, showId }: ShowStore,
  status: { externalId: string; isActive: boolean; now: string },
): Promise<void> {
  await db
    .update(vendors)
    .set({ isActive: status.isActive, syncedAt: status.now })
    .where(and(eq(vendors.showId, showId), eq(vendors.externalId, status.externalId)));
}

const allCompanies = prepareRead(({ db, showId }) => [
  db.select().from(companies).where(eq(companies.showId, showId)).orderBy(asc(companies.name)),
  db
    .select()
    .from(companyAddresses)
    .where(eq(companyAddresses.showId, showId))
    .orderBy(asc(companyAddresses.position)),
  db
    .select()
    .from(companyCurrencies)
    .where(eq(companyCurrencies.showId, showId))
    .orderBy(desc(companyCurrencies.isBase), asc(companyCurrencies.isoCurrencyCode)),
  db
    .select()
    .from(companyTaxCodes)
    .where(eq(companyTaxCodes.showId, showId))
    .orderBy(asc(companyTaxCodes.code)),
]);

/** The show's companies by name, with addresses, currencies and tax codes (AC-07). */
export const companiesQuery = (source: Source) =>
  mapQuery(allCompanies(source, {}), ([rows, places, currencies, taxes]) =>
    rows.map((company) => {
      const isOfCompany = (row: { projectCompanyExternalId: string }) =>
        row.projectCompanyExternalId === company.projectCompanyExternalId;
      return {
        ...company,
        addresses: places.filter(isOfCompany),
        currencies: currencies.filter(isOfCompany),
        taxCodes: taxes.filter(isOfCompany),
      };
    }),
  );

export type CompanyRows = RowOf<ReturnType<typeof companiesQuery>>[number];

const chartOfAccounts = prepareRead(({ db, showId }, _values, withParts: boolean) => [
  db
    .select()
    .from(accountFields)
    .where(eq(accountFields.showId, showId))
    .orderBy(asc(accountFields.position)),
  db
    .select()
    .from(accountParts)
    .where(and(eq(accountParts.showId, showId), withParts ? undefined : sql`0`))
    .orderBy(asc(accountParts.partOrder)),
]);

/** The fields of the chart of accounts in order; without parts when `withParts` is false (DEC-52). */
export const accountFieldsQuery = (source: Source, withParts: boolean) =>
  mapQuery(chartOfAccounts(source, {}, withParts), ([fields, parts]) =>
    fields.map((field) => ({
      ...field,
      parts: parts.filter((part) => part.partConfigId === field.partConfigId),
    })),
  );

const lists = prepareRead(({ db, showId }) => [
  db.select().from(categories).where(eq(categories.showId, showId)).orderBy(asc(categories.name)),
  db.select().from(addresses).where(eq(addresses.showId, showId)).orderBy(asc(addresses.name)),
  db.select().from(bankAccounts).where(eq(bankAccounts.showId, showId)).orderBy(asc(bankAccounts.name)),
]);

/** The categories, addresses and bank accounts of a show, by name. */
export const showListsQuery = (source: Source) =>
  mapQuery(lists(source, {}), ([kinds, places, accounts]) => ({
    categories: kinds,
    addresses: places,
    bankAccounts: accounts,
  }));
