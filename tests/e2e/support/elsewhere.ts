import type { Company } from '../../../domain/company.ts';
import type { VendorAddress } from '../../../domain/vendor.ts';
import { aLine, freshDescription } from './orders.ts';
import type { Person } from './person.ts';

interface Named {
  id: string;
  name: string;
}

/** A purchase order that another demo show accepts: $300.00, in a department of this person. */
export async function bodyIn(
  api: Person,
  showId: string,
  department: string,
  over: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const [departments, companies, [vendor]] = await Promise.all([
    api.get<Named[]>(`/api/departments?showId=${showId}`),
    api.get<Company[]>(`/api/companies?showId=${showId}`),
    api.get<Named[]>(`/api/vendors?id=${showId}&search=co&t=0`),
  ]);
  const details = await api.get<{ addresses: VendorAddress[] }>(
    `/api/vendors/${vendor?.id}/details?showId=${showId}`,
  );
  const [company] = companies;
  const [currency] = company?.project_company_currencies ?? [];
  return {
    showId,
    poDate: '2026-11-20',
    description: freshDescription(),
    department: departments.find(({ name }) => name === department),
    vendor,
    vendorAddress: details.addresses[0],
    projectCompanyExternalId: company?.projectCompanyExternalId,
    currency: currency?.iso_currency_code,
    projectCompanyCurrencyExternalId: currency?.external_id,
    lineItems: [aLine()],
    ...over,
  };
}
