import { useState } from 'react';
import { parseRate } from '#domain/currency/exchange-rate';
import { isDay } from '#domain/values/days';
import { LinkButton } from '../../../parts/controls/link-button.tsx';
import { Day, today } from '../../../parts/display/date-format.tsx';
import { Checkbox } from '../../../parts/fields/checkbox.tsx';
import { DateField } from '../../../parts/fields/date-field.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { FailureLine } from '../../../parts/overlays/failure-line.tsx';
import { PagedDialog } from '../paged-dialog.tsx';
import { EditDialog } from '../settings/edit-dialog.tsx';
import { useIsReadOnly } from '../settings/show-details.ts';
import { saveCurrencies, useRates } from './calls.ts';
import { useSave } from './use-save.ts';

/** Adds the rate of a currency from a day on or the budgeted rate, or replaces it (CURR-05, BUD-90). */
export function NewRateDialog(props: {
  baseCurrency: string;
  codes: readonly string[];
  onClose: () => void;
}) {
  const { baseCurrency, codes, onClose } = props;
  const [currency, setCurrency] = useState<string | null>(codes.length === 1 ? (codes[0] ?? null) : null);
  const [day, setDay] = useState(today());
  const [isBudgeted, setBudgeted] = useState(false);
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const { save, isBusy, failure } = useSave(onClose);
  const rate = parseRate(typed);
  const submit = () => {
    setTried(true);
    if (currency === null || rate === null || !(isBudgeted || isDay(day)) || isBusy) return;
    const rates = [{ currency, day: isBudgeted ? null : day, rate }];
    void save((showId) => saveCurrencies(showId, { kind: 'rates', rates }), 'Rate saved.');
  };
  return (
    <EditDialog title="Add Rate" isBusy={isBusy} onClose={onClose} onSave={submit}>
      <FailureLine text={failure} />
      <Select
        label="Currency"
        options={codes.map((code) => ({ id: code, text: code }))}
        value={currency}
        onChange={setCurrency}
        isRequired
        error={isTried && currency === null ? 'Choose a currency.' : null}
      />
      <Checkbox
        label="Budgeted rate"
        hint="The rate with which the budget was made. The cost report compares costs with it; submits do not use it."
        isSelected={isBudgeted}
        onChange={setBudgeted}
      />
      {isBudgeted ? null : (
        <DateField
          label="From day"
          value={day}
          onChange={setDay}
          isRequired
          error={isTried && !isDay(day) ? 'Enter a day.' : null}
        />
      )}
      <TextField
        label="Rate"
        hint={currency === null ? `In ${baseCurrency}` : `1 ${currency} in ${baseCurrency}, such as 1.36`}
        value={typed}
        maxLength={30}
        onChange={setTyped}
        isRequired
        error={isTried && rate === null ? 'Enter a rate above zero with at most ten decimals.' : null}
      />
    </EditDialog>
  );
}

/** The budgeted rate and the dated rates of one currency. Documents keep the rate of their submit when one is deleted. */
export function RatesDialog(props: {
  currency: string;
  baseCurrency: string;
  budgetedRate: string | null;
  onClose: () => void;
}) {
  const { currency, baseCurrency, budgetedRate, onClose } = props;
  const isReadOnly = useIsReadOnly();
  const list = useRates(currency);
  const { save, failure } = useSave(() => void list.mutate());
  const rates = list.data?.flatMap((page) => page.rates);
  const remove = (day: string | null) =>
    void save(
      (showId) => saveCurrencies(showId, { kind: 'rates', rates: [{ currency, day, rate: null }] }),
      'Rate deleted.',
    );
  return (
    <PagedDialog title={`Rates of ${currency}`} what="rates" list={list} onClose={onClose}>
      <FailureLine text={failure} />
      {budgetedRate === null ? null : (
        <p className="flex items-center justify-between gap-4 border-b border-line pb-2">
          <span>Budgeted rate</span>
          <span className="figures ml-auto">{`${budgetedRate} ${baseCurrency}`}</span>
          {isReadOnly ? null : (
            <LinkButton label="Delete the budgeted rate" onPress={() => remove(null)}>
              Delete
            </LinkButton>
          )}
        </p>
      )}
      {rates?.length === 0 ? <p className="text-ink-muted">No rates yet.</p> : null}
      <ul aria-label={`Rates of ${currency}`} aria-busy={!rates} className="divide-y divide-line">
        {rates?.map(({ day, rate }) => (
          <li key={day} className="flex items-center justify-between gap-4 py-2">
            <Day day={day} />
            <span className="figures ml-auto">{`${rate} ${baseCurrency}`}</span>
            {isReadOnly ? null : (
              <LinkButton label={`Delete the rate of ${day}`} onPress={() => remove(day)}>
                Delete
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </PagedDialog>
  );
}
