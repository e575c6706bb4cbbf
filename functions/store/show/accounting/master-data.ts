import { getTableColumns, sql } from 'drizzle-orm';
import type { InferInsertModel } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { columnsExcept, insertJsonRows } from '#store/d1/json-object';
import type { FixedValues } from '#store/d1/json-object';
import type { ShowStore, Write } from '#store/d1/open';
import {
  accountFields,
  accountParts,
  companies,
  companyAddresses,
  companyCurrencies,
  companyTaxCodes,
  vendorAddresses,
  vendorContacts,
  vendors,
} from '#store/show/tables/reference-tables';
import { bankAccounts } from '#store/show/tables/workflow-tables';

/** A row of the copy; the statement sets the show and the columns named in `Fixed`. */
type Row<Table extends SQLiteTable, Fixed extends string = never> = Omit<
  InferInsertModel<Table>,
  'showId' | Fixed
>;

/** Inserts rows, or updates all columns but `kept` of those that have the same key. */
function upsertRows(
  table: SQLiteTable,
  fixed: FixedValues,
  rows: readonly object[],
  key: Readonly<Record<string, true>>,
  kept: object = {},
): Write {
  const nameOf = ([, { name }]: [string, SQLiteColumn]) => sql.identifier(name);
  const keys = Object.entries(getTableColumns(table) as Record<string, SQLiteColumn>).filter(
    ([name]) => name in key,
  );
  const updates = columnsExcept(table, { id: true, ...key, ...kept })
    .map(nameOf)
    .map((name) => sql`${name} = excluded.${name}`);
  return sql`${insertJsonRows(table, fixed, rows)} WHERE true
    ON CONFLICT (${sql.join(keys.map(nameOf), sql`, `)}) DO UPDATE SET ${sql.join(updates, sql`, `)}`;
}

/** The owner of an address or a contact, by its id in accounting. */
interface OfVendor {
  vendorExternalId: string;
}

/** The ids are used for rows that the show does not have yet. */
export interface VendorPage {
  vendors: readonly Row<typeof vendors, 'syncedAt'>[];
  addresses: readonly (Row<typeof vendorAddresses, 'vendorId'> & OfVendor)[];
  contacts: readonly (Row<typeof vendorContacts, 'vendorId'> & OfVendor)[];
}

/**
 * Updates the copy of some of accounting's vendors. A vendor keeps its id, an address that accounting removed is
 * deactivated, and a contact that it removed is deleted (AC-11).
 */
export function syncVendors({ showId }: ShowStore, page: VendorPage, now: string): Write[] {
  const externalIds = JSON.stringify(page.vendors.map(({ externalId }) => externalId));
  const syncedVendors = sql`SELECT v.id FROM vendors v
    WHERE v.show_id = ${showId} AND v.external_id IN (SELECT value FROM json_each(${externalIds}))`;
  const vendorId = sql`(SELECT v.id FROM vendors v
    WHERE v.show_id = ${showId} AND v.external_id = value ->> 'vendorExternalId')`;
  return [
    upsertRows(vendors, { showId, syncedAt: now }, page.vendors, { showId: true, externalId: true }),
    sql`UPDATE vendor_addresses SET is_active = 0, is_default = 0
      WHERE show_id = ${showId} AND vendor_id IN (${syncedVendors})`,
    upsertRows(vendorAddresses, { showId, vendorId }, page.addresses, {
      showId: true,
      vendorId: true,
      lineNumber: true,
    }),
    sql`DELETE FROM vendor_contacts WHERE show_id = ${showId} AND vendor_id IN (${syncedVendors})`,
    insertJsonRows(vendorContacts, { showId, vendorId }, page.contacts),
  ];
}

export interface CompanyMasterData {
  companies: readonly Row<typeof companies>[];
  addresses: readonly Row<typeof companyAddresses>[];
  currencies: readonly Row<typeof companyCurrencies>[];
  taxCodes: readonly Row<typeof companyTaxCodes>[];
}

/**
 * Updates the copy of accounting's companies. A company keeps its terms, and one that accounting removed is unchanged
 * (AC-07).
 */
export function syncCompanies({ showId }: ShowStore, data: CompanyMasterData): Write[] {
  const ids = JSON.stringify(data.companies.map((company) => company.projectCompanyExternalId));
  const replaceRows = (table: SQLiteTable, rows: readonly object[]) => [
    sql`DELETE FROM ${table} WHERE show_id = ${showId}
      AND project_company_external_id IN (SELECT value FROM json_each(${ids}))`,
    insertJsonRows(table, { showId }, rows),
  ];
  const key = { showId: true, projectCompanyExternalId: true } as const;
  return [
    upsertRows(companies, { showId }, data.companies, key, { termsFileId: true, termsLabel: true }),
    ...replaceRows(companyAddresses, data.addresses),
    ...replaceRows(companyCurrencies, data.currencies),
    ...replaceRows(companyTaxCodes, data.taxCodes),
  ];
}

export interface Chart {
  fields: readonly Row<typeof accountFields, 'updatedAt'>[];
  parts: readonly Row<typeof accountParts>[];
}

/** A value in a statement is at most 2 MB. */
const partBatchSize = 2000;

/** Replaces the whole copy of accounting's chart of accounts (LI-27, DEC-52). */
export function syncChartOfAccounts({ showId }: ShowStore, { fields, parts }: Chart, now: string): Write[] {
  const slices = Array.from({ length: Math.ceil(parts.length / partBatchSize) }, (_, n) =>
    parts.slice(n * partBatchSize, (n + 1) * partBatchSize),
  );
  return [
    sql`DELETE FROM account_parts WHERE show_id = ${showId}`,
    sql`DELETE FROM account_fields WHERE show_id = ${showId}`,
    insertJsonRows(accountFields, { showId, updatedAt: now }, fields),
    ...slices.map((slice) => insertJsonRows(accountParts, { showId }, slice)),
  ];
}

/**
 * Updates the copy of the accounts from which payments are drawn. An account keeps its id and its approval flow
 * (DEC-65).
 */
export function syncBankAccounts(
  { showId }: ShowStore,
  accounts: readonly Row<typeof bankAccounts>[],
): Write[] {
  return [upsertRows(bankAccounts, { showId }, accounts, { showId: true, externalId: true })];
}
