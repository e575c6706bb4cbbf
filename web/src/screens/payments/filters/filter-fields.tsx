import { useCallback, useState } from 'react';
import { amountOperators, nameSearch, paymentTypes } from '#domain/payments/payment';
import type { NameSearch } from '#domain/payments/payment';
import { useCompanies } from '../../../forms/document/model/use-reference-data.ts';
import { LinkButton } from '../../../parts/controls/link-button.tsx';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { MultiSelect } from '../../../parts/fields/multi-select.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import type { Option } from '../../../parts/fields/select.tsx';
import { SEARCH_DEBOUNCE_MS } from '../../../parts/hooks/use-debounced.ts';
import { useSession } from '../../../session/session.tsx';
import { DateRange } from '../../documents/list/filters/date-range.tsx';
import { WaitingFields } from '../../documents/list/filters/waiting-fields.tsx';
import type { FilterFieldsProps } from '../../documents/list/filters/filter-definition.ts';
import { findNames, useFilterSetup } from './filter-options.ts';
import { operatorNames } from './filters.ts';
import type { PaymentListFilters } from './filter-parts.ts';
import type { PaymentFilterSetup } from '#domain/payments/payment-response';

type Fields = FilterFieldsProps<PaymentListFilters>;

function optionOf(text: string): Option {
  return { id: text, text };
}

/** A field whose values are also their labels. */
interface Values<Value extends string> {
  label: string;
  placeholder: string;
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
}

/** The props of a `MultiSelect` with plain values. */
function multiSelectProps<Value extends string>({ chosen, onChange, label, placeholder }: Values<Value>) {
  return {
    label,
    placeholder,
    picked: chosen.map(optionOf),
    onPick: ({ id }: Option) => {
      if (!chosen.includes(id as Value)) onChange([...chosen, id as Value]);
    },
    onRemove: (id: string) => onChange(chosen.filter((one) => one !== id)),
  };
}

function OptionValues<Value extends string>(
  props: Values<Value> & { offered: readonly Value[] | undefined },
) {
  const { offered, ...values } = props;
  return (
    <MultiSelect
      {...multiSelectProps(values)}
      options={(offered ?? []).map(optionOf)}
      isLoadingOptions={offered === undefined}
      emptyText={offered ? 'Nothing found.' : 'Loading...'}
    />
  );
}

/** A failed search is shown at the field until the next one succeeds (LS-42, LS-43). */
function NameValues(props: Values<string> & { type: NameSearch; failure: string }) {
  const { type, failure, ...values } = props;
  const { show } = useSession();
  const [hasFailed, setFailed] = useState(false);
  const search = useCallback(
    async (text: string, signal: AbortSignal) => {
      try {
        const names = await findNames(show.id, type, text, signal);
        setFailed(false);
        return names.map(optionOf);
      } catch (error) {
        if (!signal.aborted) setFailed(true);
        throw error;
      }
    },
    [show.id, type],
  );
  return (
    <MultiSelect
      {...multiSelectProps(values)}
      search={search}
      minLength={nameSearch.minimumLength}
      debounceMs={SEARCH_DEBOUNCE_MS}
      failureText={failure}
      error={hasFailed ? failure : null}
    />
  );
}

function singleValue(values: readonly string[] | undefined): string | null {
  return values?.length === 1 ? (values[0] ?? null) : null;
}

/** The currency in which amounts are shown: the only one, else the show's own, with a hint. */
function useAmountCurrency(only: string | null): { currency: string; hint?: string } {
  const { data: companies = [], error } = useCompanies();
  if (only !== null) return { currency: only };
  const currencies = companies.flatMap((company) => company.project_company_currencies);
  const currency = currencies.find((one) => one.is_base)?.iso_currency_code ?? 'USD';
  return { currency, hint: error ? 'Unable to Load Company Information.' : 'In any currency' };
}

const operators: readonly Option[] = amountOperators.map((id) => ({ id, text: operatorNames[id] }));

/** (LS-28, LS-29) */
function AmountFields({ filters, change }: Fields) {
  const { amount, currencies } = filters;
  const { data: setup } = useFilterSetup();
  const only = singleValue(currencies) ?? singleValue(setup?.CURRENCY);
  const { currency, ...hint } = useAmountCurrency(only);
  return (
    <div className="grid grid-cols-2 gap-3">
      <Select
        label="Amount Is"
        options={operators}
        value={amount.operator}
        onChange={(id) => {
          const operator = amountOperators.find((one) => one === id);
          if (operator) change({ amount: { ...amount, operator } });
        }}
      />
      <MoneyField
        label="Amount"
        currency={currency}
        cents={amount.cents}
        onChange={(cents) => change({ amount: { ...amount, cents } })}
        maxLength={20}
        {...hint}
      />
    </div>
  );
}

function SetupFailure(props: { onRetry: () => void }) {
  return (
    <p role="alert" className="flex flex-wrap items-baseline gap-x-2 text-sm text-negative">
      Unable to load payment filter fields.
      <LinkButton onPress={props.onRetry}>Try again</LinkButton>
    </p>
  );
}

/** The filters of payments apart from status and number (LS-27). */
export function FilterFields(props: Fields) {
  const { filters, change } = props;
  const { data: setup, error, mutate } = useFilterSetup();
  const offered = (field: keyof PaymentFilterSetup) => setup?.[field] ?? (error ? [] : undefined);
  const types = paymentTypes.filter((type) => offered('PAYMENT_TYPE')?.includes(type));
  return (
    <div className="grid gap-3">
      {error && !setup ? <SetupFailure onRetry={() => void mutate()} /> : null}
      <DateRange range={filters.range} onChange={(range) => change({ range })} />
      <NameValues
        label="Vendor Name"
        placeholder="Search Vendor..."
        type="vendor-name"
        failure="Unable to retrieve vendor list"
        chosen={filters.vendorNames}
        onChange={(vendorNames) => change({ vendorNames })}
      />
      <NameValues
        label="Payee Name"
        placeholder="Search Payee..."
        type="payee-name"
        failure="Unable to retrieve payee list"
        chosen={filters.payeeNames}
        onChange={(payeeNames) => change({ payeeNames })}
      />
      <OptionValues
        label="Bank Name"
        placeholder="Any bank"
        offered={offered('BANK_NAME')}
        chosen={filters.bankNames}
        onChange={(bankNames) => change({ bankNames })}
      />
      <OptionValues
        label="Payment Type"
        placeholder="Any type"
        offered={offered('PAYMENT_TYPE') && types}
        chosen={filters.paymentTypes}
        onChange={(chosen) => change({ paymentTypes: chosen })}
      />
      <OptionValues
        label="Currency"
        placeholder="Any currency"
        offered={offered('CURRENCY')}
        chosen={filters.currencies}
        onChange={(currencies) => change({ currencies })}
      />
      <AmountFields {...props} />
      <WaitingFields filters={filters} change={change} />
    </div>
  );
}
