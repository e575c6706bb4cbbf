/** In the accounting system's own spelling (LI-35). */
export interface Currency {
  iso_currency_code: string;
  reference_code: string;
  external_id: string;
  is_base: boolean;
  symbol: string;
}

/** A label only; no tax is computed (DEC-52, DEC-88). */
export interface TaxCode {
  code: string;
  description: string;
}

export interface CompanyAddress {
  is_default: boolean;
  address_line1: string;
  city: string;
  state: string;
  postal_code: string;
}

/** Formats an address in one line for forms and documents: `12 High St, Burbank, CA 91502` (AC-08). */
export function addressLine(address: Omit<CompanyAddress, 'is_default'> | null): string {
  if (!address) return '';
  const { address_line1, city, state, postal_code } = address;
  const region = [state, postal_code].filter(Boolean).join(' ');
  return [address_line1, city, region].filter(Boolean).join(', ');
}

/** AC-07, API-42. */
export interface Company {
  projectCompanyExternalId: string;
  companyExternalId: string;
  company_name: string;
  company_addresses: CompanyAddress[];
  hasTaxInfo: boolean;
  taxCodes: TaxCode[];
  project_company_currencies: Currency[];
}

/** Returns a line's tax code after the document's company changed; null when that company does not have it (LI-31). */
export function taxCodeFor(
  company: Pick<Company, 'hasTaxInfo' | 'taxCodes'> | null,
  taxCode: string | null,
): string | null {
  const isAvailable = company?.hasTaxInfo === true && company.taxCodes.some(({ code }) => code === taxCode);
  return isAvailable ? taxCode : null;
}
