import type { Company, CompanyAddress } from './reference-data-response.ts';

/** Formats an address in one line for forms and documents: `12 High St, Burbank, CA 91502` (AC-08). */
export function addressLine(address: Omit<CompanyAddress, 'is_default'> | null): string {
  if (!address) return '';
  const { address_line1, city, state, postal_code } = address;
  const region = [state, postal_code].filter(Boolean).join(' ');
  return [address_line1, city, region].filter(Boolean).join(', ');
}

/** Returns a line's tax code after the document's company changed; null when that company does not have it (LI-31). */
export function taxCodeFor(
  company: Pick<Company, 'hasTaxInfo' | 'taxCodes'> | null,
  taxCode: string | null,
): string | null {
  const isAvailable = company?.hasTaxInfo === true && company.taxCodes.some(({ code }) => code === taxCode);
  return isAvailable ? taxCode : null;
}
