import { taxCodeFor } from '#domain/reference-data/company';
import type { SharedForm } from './model/draft.ts';
import { setLines } from './lines/line-state.ts';
import type { Company, Currency } from '#domain/reference-data/reference-data-response';

const changed = { shouldDirty: true } as const;

/** The default currency of a company; undefined if it has none. */
export function baseCurrency(company: Company | undefined): Currency | undefined {
  const currencies = company?.project_company_currencies ?? [];
  return currencies.find((one) => one.is_base) ?? currencies[0];
}

/** Sets one of the company's currencies by its external id; an unknown id clears it. */
export function setCurrency(form: SharedForm, company: Company | undefined, externalId: string | null): void {
  const found = company?.project_company_currencies.find((one) => one.external_id === externalId);
  form.setValue('projectCompanyCurrencyExternalId', found?.external_id ?? '', changed);
  form.setValue('currency', found?.iso_currency_code ?? '', changed);
}

/** Sets the company, and clears the currency and tax codes that it does not have (DEC-95, LI-31). */
export function setCompany(form: SharedForm, company: Company | undefined, currencyId: string | null): void {
  form.setValue('projectCompanyExternalId', company?.projectCompanyExternalId ?? '', changed);
  setCurrency(form, company, currencyId);
  const lines = form.getValues('lineItems');
  setLines(
    form,
    lines.map((line) => ({ ...line, taxCode: taxCodeFor(company ?? null, line.taxCode) })),
  );
}
