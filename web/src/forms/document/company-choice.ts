import { taxCodeFor } from '#domain/reference-data/company';
import type { Company, Currency } from '#domain/reference-data/company';
import type { SharedForm } from './model/draft.ts';
import { setLines } from './lines/line-state.ts';

const changed = { shouldDirty: true } as const;

/** What a company pays in unless somebody says otherwise; nothing where it has no currencies. */
export function baseCurrency(company: Company | undefined): Currency | undefined {
  const currencies = company?.project_company_currencies ?? [];
  return currencies.find((one) => one.is_base) ?? currencies[0];
}

/** One of the company's currencies, by its external id; any other clears it. */
export function takeCurrency(
  form: SharedForm,
  company: Company | undefined,
  externalId: string | null,
): void {
  const found = company?.project_company_currencies.find((one) => one.external_id === externalId);
  form.setValue('projectCompanyCurrencyExternalId', found?.external_id ?? '', changed);
  form.setValue('currency', found?.iso_currency_code ?? '', changed);
}

/** DEC-95, LI-31: another company takes what it does not offer with it: the currency, the tax codes of the lines. */
export function takeCompany(form: SharedForm, company: Company | undefined, currencyId: string | null): void {
  form.setValue('projectCompanyExternalId', company?.projectCompanyExternalId ?? '', changed);
  takeCurrency(form, company, currencyId);
  const lines = form.getValues('lineItems');
  setLines(
    form,
    lines.map((line) => ({ ...line, taxCode: taxCodeFor(company ?? null, line.taxCode) })),
  );
}
