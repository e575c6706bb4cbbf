import { useState } from 'react';
import { Refusal } from '#domain/codes';
import { finalCents } from '#domain/budget/budget';
import type { BudgetChange, BudgetLine } from '#domain/budget/budget';
import type { Budget } from '#domain/budget/budget-response';
import { codesName, codesText, knownCodes, noCodes, parseCodes } from '#domain/budget/line-codes';
import { setSeriesBudget } from '#domain/series/series-budget';
import type { AmortPlace, SeriesBudget } from '#domain/series/series-budget';
import { fromCents, toCents } from '#domain/values/money';
import { codeOptions, typedCodes } from '../../../forms/document/lines/split-parts.ts';
import { useAccountFields } from '../../../forms/document/model/use-reference-data.ts';
import { Money } from '../../../parts/display/money.tsx';
import { Checkbox } from '../../../parts/fields/checkbox.tsx';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import type { Option } from '../../../parts/fields/select.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { FailureLine } from '../../../parts/overlays/failure-line.tsx';
import { EditDialog } from '../settings/edit-dialog.tsx';
import { LineField } from './line-field.tsx';
import type { ChosenLine } from './line-field.tsx';
import { useSave } from './use-save.ts';
import type { ChangeDialogProps } from './use-save.ts';

const places: readonly { id: AmortPlace; text: string }[] = [
  { id: 'ACCOUNT', text: 'Line of the account' },
  { id: 'EPISODES', text: 'Equal parts for the episodes' },
];

/** The server compares accounts and codes with the chart. */
const anyChart = { known: null, codes: knownCodes([]) };

function storedLines({ lines }: Budget): BudgetLine[] {
  return lines.map((line) => ({
    account: line.account,
    codes: codesText(line.codes),
    description: line.description,
    kind: line.kind,
    series: line.series,
    originalCents: toCents(line.original),
    transferCents: toCents(line.transfers),
    overageCents: toCents(line.overages),
  }));
}

/** What the server would save, or why it would refuse. */
function previewOf(budget: Budget, series: SeriesBudget): { change: BudgetChange } | { refusal: string } {
  try {
    const terms = { chart: anyChart, currency: budget.currency };
    return { change: setSeriesBudget(storedLines(budget), series, terms) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.detail.message ?? '' };
    throw error;
  }
}

/** The lines as they will be, with the budget of the account. */
function Preview(props: { budget: Budget; account: string; change: BudgetChange }) {
  const { budget, account, change } = props;
  const before = storedLines(budget);
  const { currency } = budget;
  const total = change.entries.reduce(
    (sum, { cents }) => sum + cents,
    before.reduce((sum, line) => (line.account === account ? sum + finalCents(line) : sum), 0),
  );
  return (
    <section aria-label="Result" aria-live="polite">
      <h3 className="border-b border-line pb-1 text-sm font-medium">Result</h3>
      <ul className="grid gap-1 pt-1 text-sm">
        {change.entries.map(({ codes = noCodes, cents, finalCents: after }) => (
          <li key={codes} className="flex flex-wrap justify-between gap-x-3">
            <span>{codes === noCodes ? `Account ${account}` : codesName(parseCodes(codes))}</span>
            <span>
              {after === cents ? null : (
                <span className="text-ink-muted">
                  <Money cents={after - cents} currency={currency} />
                  {' → '}
                </span>
              )}
              <Money cents={after} currency={currency} />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-1 flex justify-between gap-3 border-t border-line pt-1 font-medium">
        <span>{`Budget of ${account}`}</span>
        <Money cents={total} currency={currency} />
      </p>
    </section>
  );
}

function Episodes(props: {
  options: readonly Option[] | null;
  episodes: readonly string[];
  onChange: (episodes: string[]) => void;
}) {
  const { options, episodes, onChange } = props;
  const [typed, setTyped] = useState('');
  if (!options)
    return (
      <TextField
        label="Episodes"
        hint="Separate codes with commas: 101, 102, 103."
        value={typed}
        onChange={(text) => {
          setTyped(text);
          onChange(typedCodes(text));
        }}
        maxLength={2000}
      />
    );
  const isAll = episodes.length === options.length;
  const toggle = (id: string) =>
    onChange(options.flatMap((one) => (episodes.includes(one.id) === (one.id !== id) ? [one.id] : [])));
  return (
    <fieldset>
      <legend className="pb-1 text-sm font-medium">Episodes</legend>
      <Checkbox
        label="All Episodes"
        isSelected={isAll}
        isIndeterminate={!isAll && episodes.length > 0}
        onChange={() => onChange(isAll ? [] : options.map(({ id }) => id))}
      />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-3 gap-y-1.5 pt-1.5">
        {options.map(({ id, text }) => (
          <Checkbox key={id} label={text} isSelected={episodes.includes(id)} onChange={() => toggle(id)} />
        ))}
      </div>
    </fieldset>
  );
}

/** Sets pattern and amort of an account in a working budget, with the lines before they are saved (BUD-80). */
export function SeriesDialog(props: ChangeDialogProps) {
  const { budget, onClose } = props;
  const { data: fields } = useAccountFields();
  const options = codeOptions(
    fields?.find(({ config_type: type }) => type === 'EPISODE'),
    {},
  );
  const [line, setLine] = useState<ChosenLine | null>(null);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [patternCents, setPattern] = useState<number | null>(null);
  const [amortCents, setAmort] = useState<number | null>(null);
  const [amortPlace, setPlace] = useState<AmortPlace>('ACCOUNT');
  const [isTried, setTried] = useState(false);
  const { save, isBusy, failure } = useSave(props);
  const episodes = chosen ?? options?.map(({ id }) => id) ?? [];
  const account = line?.account ?? '';
  const preview = previewOf(budget, { account, episodes, patternCents, amortCents, amortPlace });
  const refusal = 'refusal' in preview ? preview.refusal : null;
  const inUnits = (cents: number | null) => (cents === null ? null : fromCents(cents));
  const submit = () => {
    setTried(true);
    if (line === null || refusal !== null || isBusy) return;
    const amounts = { pattern: inUnits(patternCents), amort: inUnits(amortCents), amortPlace };
    void save({ kind: 'series', account, episodes: [...episodes], ...amounts }, 'Pattern and amort saved.');
  };
  return (
    <EditDialog title="Pattern and Amort" size="large" isBusy={isBusy} onClose={onClose} onSave={submit}>
      <FailureLine text={failure} />
      <LineField
        label="Account"
        budget={budget}
        ofAccounts
        value={line}
        onChange={setLine}
        isRequired
        error={isTried && line === null ? 'Choose an account.' : null}
      />
      <MoneyField
        label="Pattern"
        hint="The recurring cost of each episode. Empty: stays as it is."
        cents={patternCents}
        currency={budget.currency}
        onChange={setPattern}
      />
      <MoneyField
        label="Amort"
        hint="The cost of the whole series. Empty: stays as it is."
        cents={amortCents}
        currency={budget.currency}
        onChange={setAmort}
      />
      {amortCents === null ? null : (
        <Select
          label="Amort Goes To"
          options={places}
          value={amortPlace}
          onChange={(id) => setPlace(places.find((one) => one.id === id)?.id ?? 'ACCOUNT')}
        />
      )}
      <Episodes options={options} episodes={episodes} onChange={setChosen} />
      {isTried && refusal !== null ? <FailureLine text={refusal} /> : null}
      {line && 'change' in preview ? (
        <Preview budget={budget} account={account} change={preview.change} />
      ) : null}
    </EditDialog>
  );
}
