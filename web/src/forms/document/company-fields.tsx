import { useWatch } from 'react-hook-form';
import { addressLine } from '#domain/reference-data/company';
import { SelectOrDisabled } from '../../parts/fields/disabled-field.tsx';
import { baseCurrency, setCompany, setCurrency } from './company-choice.ts';
import type { SectionProps } from './model/draft.ts';
import { useCompanies } from './model/use-reference-data.ts';
import type { Company } from '#domain/reference-data/reference-data-response';

/** DEC-26. */
const changeOrderKeeps = (what: string) => `A change order keeps the ${what} of the purchase order`;

/** The default address as one line (DEC-60). */
function defaultAddress(company: Company | undefined): string {
  const places = company?.company_addresses ?? [];
  return addressLine(places.find((one) => one.is_default) ?? places[0] ?? null);
}

/** Why the currency cannot be chosen, or null (AC-10, PO-35). */
function noCurrencyReason(company: Company | undefined, isChangeOrder: boolean): string | null {
  if (isChangeOrder) return changeOrderKeeps('currency');
  if (!company) return 'Select a company';
  return company.project_company_currencies.length === 0 ? 'Currency codes not available' : null;
}

function noCompanyReason(companies: readonly Company[] | undefined, isChangeOrder: boolean): string | null {
  if (isChangeOrder) return changeOrderKeeps('company');
  if (!companies) return 'Loading information...';
  return companies.length === 0 ? 'No options available' : null;
}

/** Keeps the chosen currency if the new company also has it. */
function chooseCompany({ form }: SectionProps, company: Company | undefined): void {
  const offered = company?.project_company_currencies ?? [];
  const before = form.getValues('projectCompanyCurrencyExternalId');
  const keptCurrency = offered.find((one) => one.external_id === before);
  setCompany(form, company, keptCurrency?.external_id ?? baseCurrency(company)?.external_id ?? null);
}

/** The paying company, its address and its currency (AC-08, AC-14). */
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
        <SelectOrDisabled
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
          reason={error && !companies ? 'No options available' : noCompanyReason(companies, isChangeOrder)}
          error={failure ?? errorAt('projectCompanyExternalId')}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <span className="text-sm font-medium">Company Address</span>
        <p className="py-1.5 break-words text-ink-muted">{defaultAddress(company) || '—'}</p>
      </div>
      <div data-field="currency">
        <SelectOrDisabled
          label="Currency"
          isRequired
          options={currencies.map((one) => ({ id: one.external_id, text: one.iso_currency_code }))}
          value={currencyId === '' ? null : currencyId}
          onChange={(next) => setCurrency(form, company, next)}
          // The list may be missing, but the document's own currency is known.
          placeholder={currencyCode || 'Select'}
          reason={noCurrencyReason(company, isChangeOrder)}
          error={errorAt('currency')}
        />
      </div>
    </>
  );
}
