interface VendorRow {
  external_id: string;
  number: string;
  name: string;
  is_active: number;
  is_related_party: number;
  addresses: string;
  contacts: string;
}

// SQLite has no booleans; json('true') keeps them booleans inside a JSON object.
const bool = (column: string) => `json(iif(${column}, 'true', 'false'))`;
const list = (text: string) => JSON.parse(text) as unknown;

const vendorColumns = `v.external_id, v.number, v.name, v.is_active, v.is_related_party,
  (SELECT json_group_array(json_object('uuid', a.address_uuid, 'lineNumber', a.line_number, 'name', a.name,
     'address1', a.address1, 'address2', a.address2, 'city', a.city, 'state', a.state, 'zip', a.zip,
     'country', a.country, 'isDefault', ${bool('a.is_default')}, 'isActive', ${bool('a.is_active')}))
   FROM vendor_addresses a WHERE a.license = v.license AND a.vendor_external_id = v.external_id) AS addresses,
  (SELECT json_group_array(json_object('id', c.contact_id, 'name', c.name, 'email', c.email, 'phone', c.phone,
     'isDefault', ${bool('c.is_default')}))
   FROM vendor_contacts c WHERE c.license = v.license AND c.vendor_external_id = v.external_id) AS contacts`;

/** Returns one page of vendors by external id, or a single vendor. */
export async function listVendors(
  db: D1Database,
  license: string,
  query: { after: string; limit: number; externalId: string | undefined },
) {
  const { results } = await db
    .prepare(
      `SELECT ${vendorColumns} FROM vendors v
       WHERE v.license = ?1 AND v.external_id > ?2 AND (?3 IS NULL OR v.external_id = ?3)
       ORDER BY v.external_id LIMIT ?4`,
    )
    .bind(license, query.after, query.externalId ?? null, query.limit + 1)
    .all<VendorRow>();
  const vendors = results.slice(0, query.limit).map((row) => ({
    externalId: row.external_id,
    number: row.number,
    name: row.name,
    isActive: row.is_active === 1,
    isRelatedParty: row.is_related_party === 1,
    addresses: list(row.addresses),
    contacts: list(row.contacts),
  }));
  return { vendors, next: results.length > query.limit ? (vendors.at(-1)?.externalId ?? null) : null };
}

interface CompanyRow {
  company_external_id: string;
  project_company_external_id: string;
  name: string;
  has_tax_info: number;
  addresses: string;
  currencies: string;
  tax_codes: string;
}

/** Returns every company of a license with its addresses, currencies and tax codes (AC-07). */
export async function listCompanies(db: D1Database, license: string) {
  const own = 'x.license = c.license AND x.company_external_id = c.company_external_id';
  const { results } = await db
    .prepare(
      `SELECT c.*,
         (SELECT json_group_array(json_object('lineNumber', x.line_number, 'addressLine1', x.address_line1,
            'addressLine2', x.address_line2, 'city', x.city, 'state', x.state, 'postalCode', x.postal_code,
            'country', x.country, 'isDefault', ${bool('x.is_default')})) FROM company_addresses x WHERE ${own}) AS addresses,
         (SELECT json_group_array(json_object('externalId', x.external_id, 'isoCurrencyCode', x.iso_currency_code,
            'referenceCode', x.reference_code, 'symbol', x.symbol, 'isBase', ${bool('x.is_base')}))
          FROM company_currencies x WHERE ${own}) AS currencies,
         (SELECT json_group_array(json_object('code', x.code, 'description', x.description))
          FROM tax_codes x WHERE ${own}) AS tax_codes
       FROM companies c WHERE c.license = ? ORDER BY c.company_external_id`,
    )
    .bind(license)
    .all<CompanyRow>();
  return results.map((row) => ({
    companyExternalId: row.company_external_id,
    projectCompanyExternalId: row.project_company_external_id,
    name: row.name,
    hasTaxInfo: row.has_tax_info === 1,
    addresses: list(row.addresses),
    currencies: list(row.currencies),
    taxCodes: list(row.tax_codes),
  }));
}

interface FieldRow {
  part_config_id: string;
  config_type: string;
  header: string;
}

interface PartRow {
  account_part_id: string;
  part_config_id: string;
  id_code: string;
  description: string;
  part_order: number;
  is_active: number;
  is_asset: number;
  is_header: number;
  is_insurance: number;
  rollup_account_part_id: string | null;
}

function partOf(row: PartRow) {
  return {
    accountPartId: row.account_part_id,
    idCode: row.id_code,
    description: row.description,
    partOrder: row.part_order,
    isActive: row.is_active === 1,
    isAsset: row.is_asset === 1,
    isHeader: row.is_header === 1,
    isInsurance: row.is_insurance === 1,
    rollupAccountPartId: row.rollup_account_part_id,
  };
}

/** Returns the chart of accounts: every field of a license in order, with its segments in order (LI-27). */
export async function listCoa(db: D1Database, license: string) {
  const fields = await db
    .prepare(
      'SELECT part_config_id, config_type, header FROM coa_fields WHERE license = ? ORDER BY field_order',
    )
    .bind(license)
    .all<FieldRow>();
  const parts = await db
    .prepare('SELECT * FROM coa_parts WHERE license = ? ORDER BY part_config_id, part_order')
    .bind(license)
    .all<PartRow>();
  const byField = Map.groupBy(parts.results, (row) => row.part_config_id);
  return fields.results.map((row) => ({
    partConfigId: row.part_config_id,
    configType: row.config_type,
    header: row.header,
    parts: (byField.get(row.part_config_id) ?? []).map(partOf),
  }));
}

/** Returns the bank accounts of a license's payments, sorted by name. */
export async function listBankAccounts(db: D1Database, license: string) {
  const { results } = await db
    .prepare(
      `SELECT bank_account AS externalId, min(bank_name) AS name, min(currency_code) AS isoCurrencyCode
       FROM payments WHERE license = ? AND bank_account <> '' GROUP BY bank_account ORDER BY name, externalId`,
    )
    .bind(license)
    .all<{ externalId: string; name: string; isoCurrencyCode: string }>();
  return results;
}

/** Returns at most 50 licenses whose code or name contains the text. */
export async function listLicenses(db: D1Database, search: string) {
  const { results } = await db
    .prepare(
      `SELECT license, name, accounting_system AS accountingSystem FROM licenses
       WHERE instr(lower(license || ' ' || name), lower(?)) > 0 ORDER BY name LIMIT 50`,
    )
    .bind(search)
    .all<{ license: string; name: string; accountingSystem: string }>();
  return results;
}

const lookups = {
  studios: ['studios', 'studio_id', 'license'],
  divisions: ['divisions', 'division_id', 'studio_id'],
  'acct-packages': ['acct_packages', 'package_id', 'license'],
  'show-types': ['show_types', 'show_type_id', 'license'],
} as const;

/** Returns `{id, name}` rows of a license (or, for divisions, of a studio), by name. */
export async function listLookup(db: D1Database, kind: keyof typeof lookups, parent: string) {
  const [table, id, parentColumn] = lookups[kind];
  const { results } = await db
    .prepare(`SELECT ${id} AS id, name FROM ${table} WHERE ${parentColumn} = ? ORDER BY name`)
    .bind(parent)
    .all<{ id: string; name: string }>();
  return results;
}
