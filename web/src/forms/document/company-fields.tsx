import { useWatch } from 'react-hook-form';
import { addressLine } from '#domain/reference-data/company';
import type { Company } from '#domain/reference-data/company';
import { ReasonedSelect } from '../../parts/fields/disabled-field.tsx';
import { baseCurrency, takeCompany, takeCurrency } from './company-choice.ts';
import type { SectionProps } from './model/draft.ts';
import { useCompanies } from './model/use-reference-data.ts';

/** DEC-26. */
const keptByChangeOrder = (what: string) => `A change order keeps the ${what} of the purchase order`;

/** DEC-60: the default address as one line. */
function defaultAddress(company: Company | undefined): string {
  const places = company?.company_addresses ?? [];
  return addressLine(places.find((one) => one.is_default) ?? places[0] ?? null);
}

/** AC-10, PO-35: why there is no currency to choose, or null. */
function whyNoCurrency(company: Company | undefined, isChangeOrder: boolean): string | null {
  if (isChangeOrder) return keptByChangeOrder('currency');
  if (!company) return 'Select a company';
  return company.project_company_currencies.length === 0 ? 'Currency codes not available' : null;
}

function whyNoCompany(companies: readonly Company[] | undefined, isChangeOrder: boolean): string | null {
  if (isChangeOrder) return keptByChangeOrder('company');
  if (!companies) return 'Loading information...';
  return companies.length === 0 ? 'No options available' : null;
}

/** Another company keeps the currency that was chosen, if it has it too. */
function chooseCompany({ form }: SectionProps, company: Company | undefined): void {
  const offered = company?.project_company_currencies ?? [];
  const before = form.getValues('projectCompanyCurrencyExternalId');
  const kept = offered.find((one) => one.external_id === before);
  takeCompany(form, company, kept?.external_id ?? baseCurrency(company)?.external_id ?? null);
}

/** AC-08, AC-14: who pays, where that is, and in which of its currencies. */
export function CompanyFields(props: SectionProps) {
  const { form, errorAt, isChangeOrder } = props;
  const { data: companies, error } = useCompanies();
  const id = useWatch({ control: form.control, name: 'projectCompanyExternalId' });
  const currencyId = useWatch({ control: form.control, name: 'projectCompanyCurrencyExternalId' });
  const currencyCode = useWatch({ control: form.control, name: 'currency' });
  const company = companies?.find((one) => one.projectCompanyExternalId === id);
  const currencies = company?.project_company_currencies ?? [];
  const failure = error ? 'ERROR: Unable to Load Company Information.' : null;
  return (
    <>
      <div data-field="projectCompanyExternalId">
        <ReasonedSelect
          label="Company"
          isRequired
          options={(companies ?? []).map((one) => ({
            id: one.projectCompanyExternalId,
            text: one.company_name,
          }))}
          value={id === '' ? null : id}
          onChange={(next) =>
            chooseCompany(
              props,
              companies?.find((one) => one.projectCompanyExternalId === next),
            )
          }
          reason={error && !companies ? 'No options available' : whyNoCompany(companies, isChangeOrder)}
          error={failure ?? errorAt('projectCompanyExternalId')}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <span className="text-sm font-medium">Company Address</span>
        <p className="py-1.5 break-words text-ink-muted">{defaultAddress(company) || '—'}</p>
      </div>
      <div data-field="currency">
        <ReasonedSelect
          label="Currency"
          isRequired
          options={currencies.map((one) => ({ id: one.external_id, text: one.iso_currency_code }))}
          value={currencyId === '' ? null : currencyId}
          onChange={(next) => takeCurrency(form, company, next)}
          // The list may be missing; the document's own currency is known all the same.
          placeholder={currencyCode || 'Select'}
          reason={whyNoCurrency(company, isChangeOrder)}
          error={errorAt('currency')}
        />
      </div>
    </>
  );
}
