import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ShowStore, Write } from '#store/d1/open';

/** Rows as one bound text: a statement takes a hundred parameters, and a company may have more currencies than that. */
function jsonRows(rows: readonly object[]): SQL {
  return sql`json_each(${JSON.stringify(rows)})`;
}

interface VendorRow {
  /** The id used when the show does not have the vendor yet. */
  id: string;
  externalId: string;
  number: string;
  name: string;
  isActive: boolean;
  isRelatedParty: boolean;
}

interface AddressRow {
  id: string;
  vendorExternalId: string;
  uuid: string;
  lineNumber: number;
  name: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
  isDefault: boolean;
  isActive: boolean;
}

interface ContactRow {
  id: string;
  vendorExternalId: string;
  name: string;
  email: string;
  phone: string;
  isDefault: boolean;
}

export interface VendorPage {
  vendors: readonly VendorRow[];
  addresses: readonly AddressRow[];
  contacts: readonly ContactRow[];
}

/**
 * Updates the copy of some of accounting's vendors. A vendor keeps its id, an address that accounting removed is
 * deactivated, and a contact that it removed is deleted (AC-11).
 */
export function syncVendors(
  { showId }: ShowStore,
  { vendors, addresses, contacts }: VendorPage,
  now: string,
): Write[] {
  const syncedVendors = sql`SELECT v.id FROM vendors v
    WHERE v.show_id = ${showId} AND v.external_id IN (SELECT value ->> 'externalId' FROM ${jsonRows(vendors)})`;
  const owner = sql`(SELECT v.id FROM vendors v
    WHERE v.show_id = ${showId} AND v.external_id = value ->> 'vendorExternalId')`;
  return [
    sql`INSERT INTO vendors (id, show_id, external_id, number, name, is_active, is_related_party, synced_at)
      SELECT value ->> 'id', ${showId}, value ->> 'externalId', value ->> 'number', value ->> 'name',
        value ->> 'isActive', value ->> 'isRelatedParty', ${now} FROM ${jsonRows(vendors)} WHERE true
      ON CONFLICT (show_id, external_id) DO UPDATE SET number = excluded.number, name = excluded.name,
        is_active = excluded.is_active, is_related_party = excluded.is_related_party, synced_at = excluded.synced_at`,
    sql`UPDATE vendor_addresses SET is_active = 0, is_default = 0
      WHERE show_id = ${showId} AND vendor_id IN (${syncedVendors})`,
    sql`INSERT INTO vendor_addresses (id, show_id, vendor_id, vendor_address_uuid, line_number, name, address1, address2,
        city, state, zip, is_default, is_active)
      SELECT value ->> 'id', ${showId}, ${owner}, value ->> 'uuid', value ->> 'lineNumber', value ->> 'name',
        value ->> 'address1', value ->> 'address2', value ->> 'city', value ->> 'state', value ->> 'zip',
        value ->> 'isDefault', value ->> 'isActive' FROM ${jsonRows(addresses)} WHERE true
      ON CONFLICT (show_id, vendor_id, line_number) DO UPDATE SET vendor_address_uuid = excluded.vendor_address_uuid,
        name = excluded.name, address1 = excluded.address1, address2 = excluded.address2, city = excluded.city,
        state = excluded.state, zip = excluded.zip, is_default = excluded.is_default, is_active = excluded.is_active`,
    sql`DELETE FROM vendor_contacts WHERE show_id = ${showId} AND vendor_id IN (${syncedVendors})`,
    sql`INSERT INTO vendor_contacts (id, show_id, vendor_id, name, email, phone, is_default)
      SELECT value ->> 'id', ${showId}, ${owner}, value ->> 'name', value ->> 'email', value ->> 'phone',
        value ->> 'isDefault' FROM ${jsonRows(contacts)}`,
  ];
}

export interface CompanyMasterData {
  companies: readonly {
    projectCompanyExternalId: string;
    companyExternalId: string;
    name: string;
    hasTaxInfo: boolean;
  }[];
  addresses: readonly {
    company: string;
    position: number;
    addressLine1: string;
    city: string;
    state: string;
    postalCode: string;
    isDefault: boolean;
  }[];
  currencies: readonly {
    company: string;
    externalId: string;
    isoCurrencyCode: string;
    referenceCode: string;
    symbol: string;
    isBase: boolean;
  }[];
  taxCodes: readonly { company: string; code: string; description: string }[];
}

/**
 * Updates the copy of accounting's companies. A company keeps its terms, and one that accounting removed is unchanged
 * (AC-07).
 */
export function syncCompanies(
  { showId }: ShowStore,
  { companies, addresses, currencies, taxCodes }: CompanyMasterData,
): Write[] {
  const syncedCompanies = sql`(SELECT value ->> 'projectCompanyExternalId' FROM ${jsonRows(companies)})`;
  const deleteRows = (table: string) =>
    sql`DELETE FROM ${sql.identifier(table)} WHERE show_id = ${showId} AND project_company_external_id IN ${syncedCompanies}`;
  return [
    sql`INSERT INTO companies (show_id, project_company_external_id, company_external_id, name, has_tax_info)
      SELECT ${showId}, value ->> 'projectCompanyExternalId', value ->> 'companyExternalId', value ->> 'name',
        value ->> 'hasTaxInfo' FROM ${jsonRows(companies)} WHERE true
      ON CONFLICT (show_id, project_company_external_id) DO UPDATE SET name = excluded.name,
        company_external_id = excluded.company_external_id, has_tax_info = excluded.has_tax_info`,
    deleteRows('company_addresses'),
    sql`INSERT INTO company_addresses (show_id, project_company_external_id, position, address_line1, city, state,
        postal_code, is_default)
      SELECT ${showId}, value ->> 'company', value ->> 'position', value ->> 'addressLine1', value ->> 'city',
        value ->> 'state', value ->> 'postalCode', value ->> 'isDefault' FROM ${jsonRows(addresses)}`,
    deleteRows('company_currencies'),
    sql`INSERT INTO company_currencies (show_id, project_company_external_id, external_id, iso_currency_code,
        reference_code, symbol, is_base)
      SELECT ${showId}, value ->> 'company', value ->> 'externalId', value ->> 'isoCurrencyCode',
        value ->> 'referenceCode', value ->> 'symbol', value ->> 'isBase' FROM ${jsonRows(currencies)}`,
    deleteRows('company_tax_codes'),
    sql`INSERT INTO company_tax_codes (show_id, project_company_external_id, code, description)
      SELECT ${showId}, value ->> 'company', value ->> 'code', value ->> 'description' FROM ${jsonRows(taxCodes)}`,
  ];
}

export interface Chart {
  fields: readonly { partConfigId: string; configType: string; header: string; position: number }[];
  parts: readonly {
    partConfigId: string;
    accountPartId: string;
    idCode: string;
    description: string;
    partOrder: number;
    isActive: boolean;
    isAsset: boolean;
    isHeader: boolean;
    isInsurance: boolean;
    rollupAccountPartId: string | null;
  }[];
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
    sql`INSERT INTO account_fields (show_id, part_config_id, config_type, header, position, updated_at)
      SELECT ${showId}, value ->> 'partConfigId', value ->> 'configType', value ->> 'header', value ->> 'position', ${now}
      FROM ${jsonRows(fields)}`,
    ...slices.map(
      (slice) =>
        sql`INSERT INTO account_parts (show_id, part_config_id, account_part_id, id_code, description, part_order,
            is_active, is_asset, is_header, is_insurance, rollup_account_part_id)
          SELECT ${showId}, value ->> 'partConfigId', value ->> 'accountPartId', value ->> 'idCode',
            value ->> 'description', value ->> 'partOrder', value ->> 'isActive', value ->> 'isAsset',
            value ->> 'isHeader', value ->> 'isInsurance', value ->> 'rollupAccountPartId' FROM ${jsonRows(slice)}`,
    ),
  ];
}

/**
 * Updates the copy of the accounts from which payments are drawn. An account keeps its id and its approval flow
 * (DEC-65).
 */
export function syncBankAccounts(
  { showId }: ShowStore,
  accounts: readonly { id: string; externalId: string; name: string; isoCurrencyCode: string }[],
): Write[] {
  return [
    sql`INSERT INTO bank_accounts (id, show_id, external_id, name, iso_currency_code)
      SELECT value ->> 'id', ${showId}, value ->> 'externalId', value ->> 'name', value ->> 'isoCurrencyCode'
      FROM ${jsonRows(accounts)} WHERE true
      ON CONFLICT (show_id, external_id) DO UPDATE SET name = excluded.name,
        iso_currency_code = excluded.iso_currency_code`,
  ];
}
