import { useState } from 'react';
import { commonBaseCurrency } from '#domain/budget/budget';
import { useCompanies } from '../../../forms/document/model/use-reference-data.ts';
import { Select } from '../../../parts/fields/select.tsx';
import { useSession } from '../../../session/session.tsx';

/**
 * The currency of a new budget: the base currency of the show, else the one that all companies share, unless the user
 * chooses another (BUD-06, CURR-18).
 */
export function useBudgetCurrency() {
  const { baseCurrency } = useSession().config.settings;
  const { data: companies = [] } = useCompanies();
  const [chosen, setChosen] = useState<string | null>(null);
  const codes = companies.flatMap(({ project_company_currencies: currencies }) =>
    currencies.map(({ iso_currency_code: code }) => code),
  );
  const choices = baseCurrency === null ? [...new Set(codes)].toSorted() : [baseCurrency];
  const options = choices.map((code) => ({ id: code, text: code }));
  const value = chosen ?? baseCurrency ?? commonBaseCurrency(companies);
  const choose = (code: string | null) => setChosen(code);
  return { value, options, choose, isMissing: value === null && options.length > 0 };
}

/** Shown only if there is a choice. */
export function CurrencyField(props: { currency: ReturnType<typeof useBudgetCurrency>; isTried: boolean }) {
  const { value, options, choose, isMissing } = props.currency;
  if (options.length < 2) return null;
  return (
    <Select
      label="Currency"
      hint="Documents in other currencies are not added."
      options={options}
      value={value}
      onChange={choose}
      isRequired
      error={props.isTried && isMissing ? 'Choose a currency.' : null}
    />
  );
}
