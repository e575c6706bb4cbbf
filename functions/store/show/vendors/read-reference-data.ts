import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { holds } from '#store/d1/contains-text';
import type { ShowStore, Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { combined, mapped, queryOf } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { bankAccounts } from '#store/show/tables/workflow-tables';
import { vendorsNamed } from '#store/show/lists/number-search';
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

/** At most 50 vendors whose name contains `search`, by name (DEC-59); temporary ones only when asked for (VE-10). */
export function vendorSearchQuery(source: Source, search: string, withTemporary: boolean) {
  const { db, showId } = source;
  const named = vendorsNamed(source, search);
  // Behind a plus a column has no index: those that were looked up are sorted, and the show is not walked for them.
  const plain = (column: SQLiteColumn) => (named ? sql`+${column}` : sql`${column}`);
  const permanent = db
    .select({ id: vendors.id, name: vendors.name, number: vendors.number, externalId: vendors.externalId })
    .from(vendors)
    .where(
      and(
        eq(plain(vendors.showId), showId),
        eq(vendors.isActive, true),
        named && inArray(vendors.id, named),
        holds(vendors.name, search),
      ),
    )
    .orderBy(asc(plain(vendors.name)))
    .limit(50);
  const temporary = db
    .select({ id: temporaryVendors.id, name: temporaryVendors.name })
    .from(temporaryVendors)
    .where(
      and(
        eq(plain(temporaryVendors.showId), showId),
        named && inArray(temporaryVendors.id, named),
        holds(temporaryVendors.name, search),
        withTemporary ? undefined : sql`0`,
      ),
    )
    .orderBy(asc(plain(temporaryVendors.name)))
    .limit(50);
  return combined({ permanent: queryOf(db, permanent), temporary: queryOf(db, temporary) });
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

/** One permanent vendor with addresses and contacts, defaults first; null when the show has no such vendor. */
export const vendorQuery = (source: Source, id: string) =>
  mapped(vendor(source, { id }), ([[row], places, people]) =>
    row ? { vendor: row, addresses: places, contacts: people } : null,
  );

const temporaryVendor = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select()
    .from(temporaryVendors)
    .where(and(eq(temporaryVendors.showId, showId), eq(temporaryVendors.id, id)))
    .limit(1),
]);

export const temporaryVendorQuery = (source: Source, id: string) =>
  mapped(temporaryVendor(source, { id }), ([rows]) => rows[0] ?? null);

export async function vendorIsActive(store: ShowStore, externalId: string): Promise<boolean> {
  const rows = await store.db
    .select({ isActive: vendors.isActive })
    .from(vendors)
    .where(and(eq(vendors.showId, store.showId), eq(vendors.externalId, externalId)))
    .limit(1);
  return rows[0]?.isActive ?? false;
}

/** Keeps what accounting has just said of a vendor; one that the show does not have is passed over. */
export async function keepVendorActive(
  { db, showId }: ShowStore,
  said: { externalId: string; isActive: boolean; now: string },
): Promise<void> {
  await db
    .update(vendors)
    .set({ isActive: said.isActive, syncedAt: said.now })
    .where(and(eq(vendors.showId, showId), eq(vendors.externalId, said.externalId)));
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
  mapped(allCompanies(source, {}), ([rows, places, currencies, taxes]) =>
    rows.map((company) => {
      const own = (row: { projectCompanyExternalId: string }) =>
        row.projectCompanyExternalId === company.projectCompanyExternalId;
      return {
        ...company,
        addresses: places.filter(own),
        currencies: currencies.filter(own),
        taxCodes: taxes.filter(own),
      };
    }),
  );

export type CompanyRows = RowOf<ReturnType<typeof companiesQuery>>[number];

const charted = prepareRead(({ db, showId }, _values, withParts: boolean) => [
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

/** The fields of the chart of accounts in their order; without parts when `withParts` is false (DEC-52). */
export const accountFieldsQuery = (source: Source, withParts: boolean) =>
  mapped(charted(source, {}, withParts), ([fields, parts]) =>
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

/** Categories, addresses and bank accounts of a show, by name. */
export const showListsQuery = (source: Source) =>
  mapped(lists(source, {}), ([kinds, places, accounts]) => ({
    categories: kinds,
    addresses: places,
    bankAccounts: accounts,
  }));
