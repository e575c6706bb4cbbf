import type { RowOf } from '#store/d1/query';
import type { accountFieldsQuery, CompanyRows } from '#store/show/vendors/read-reference-data';
import type { AccountField, Company } from '#domain/reference-data/reference-data-response';

/** A company in the accounting system's own spelling (AC-07). */
export function companyOf(company: CompanyRows): Company {
  return {
    projectCompanyExternalId: company.projectCompanyExternalId,
    companyExternalId: company.companyExternalId,
    company_name: company.name,
    company_addresses: company.addresses.map((address) => ({
      is_default: address.isDefault,
      address_line1: address.addressLine1,
      city: address.city,
      state: address.state,
      postal_code: address.postalCode,
    })),
    taxCodes: company.taxCodes.map(({ code, description }) => ({ code, description })),
    project_company_currencies: company.currencies.map((currency) => ({
      iso_currency_code: currency.isoCurrencyCode,
      reference_code: currency.referenceCode,
      external_id: currency.externalId,
      is_base: currency.isBase,
      symbol: currency.symbol,
    })),
    hasTaxInfo: company.hasTaxInfo,
  };
}

type AccountFieldRows = RowOf<ReturnType<typeof accountFieldsQuery>>[number];

export function accountFieldOf(field: AccountFieldRows): AccountField & { lastUpdated: string } {
  return {
    header: field.header,
    config_type: field.configType,
    part_config_id: field.partConfigId,
    lastUpdated: field.updatedAt,
    account_parts: field.parts.map((part) => ({
      account_part_id: part.accountPartId,
      part_config_id: part.partConfigId,
      id_code: part.idCode,
      description: part.description,
      part_order: part.partOrder,
      is_active: part.isActive,
      is_asset: part.isAsset,
      is_header: part.isHeader,
      is_insurance: part.isInsurance,
      rollup_account_part_id: part.rollupAccountPartId,
    })),
  };
}
