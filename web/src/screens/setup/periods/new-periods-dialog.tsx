import { useState } from 'react';
import { consecutivePeriods, maxPeriods, periodLengths, periodName } from '#domain/periods/period';
import type { PeriodLength, PeriodPattern } from '#domain/periods/period';
import type { CompanyPeriods } from '#domain/periods/period-response';
import { addDays, isDay } from '#domain/values/days';
import { Day, today } from '../../../parts/display/date-format.tsx';
import { DateField } from '../../../parts/fields/date-field.tsx';
import { IntegerField } from '../../../parts/fields/integer-field.tsx';
import { Select } from '../../../parts/fields/select.tsx';
import { FailureLine } from '../../../parts/overlays/failure-line.tsx';
import { EditDialog } from '../settings/edit-dialog.tsx';
import { savePeriods, useSave } from './calls.ts';
import type { PeriodEdit } from './calls.ts';

const patterns = [
  { id: 'WEEKS', text: 'Weeks', detail: 'Week 1, Week 2, ...' },
  { id: 'NUMBERS', text: 'Numbers', detail: 'Period 1, Period 2, ...' },
];
const lengthNames: Record<PeriodLength, string> = {
  WEEK: 'Seven days',
  MONTH: 'To the end of the month',
  FOUR_WEEKS: 'Four weeks',
  FIVE_WEEKS: 'Five weeks',
};
/** Half a year. */
const usualCount = { WEEKS: 26, NUMBERS: 6 } as const;

/** The periods that are going to be created, in words. */
function Preview(props: {
  pattern: PeriodPattern;
  from: { firstDay: string; number: number };
  length: PeriodLength;
  count: number;
}) {
  const { pattern, from, length, count } = props;
  const created = consecutivePeriods(from, { length, count });
  const [first] = created;
  const last = created.at(-1);
  if (!first || !last) return null;
  return (
    <p role="status" className="rounded-md bg-ink-soft px-3 py-2 text-sm">
      {first === last
        ? `${periodName(pattern, first.number)}, `
        : `${periodName(pattern, first.number)} to ${periodName(pattern, last.number)}, `}
      <Day day={first.firstDay} />
      {' to '}
      <Day day={last.lastDay} />
    </p>
  );
}

/** Sets up the periods of a company, or adds some after the last one (PERIOD-01). */
export function NewPeriodsDialog({ company, onClose }: { company: CompanyPeriods; onClose: () => void }) {
  const { projectCompanyExternalId, pattern: stored } = company;
  const last = company.periods.at(-1);
  const [pattern, setPattern] = useState<PeriodPattern>(stored ?? 'WEEKS');
  const [length, setLength] = useState<PeriodLength>(periodLengths[pattern][0]);
  const [firstDay, setFirstDay] = useState(last ? addDays(last.lastDay, 1) : today());
  const [firstNumber, setFirstNumber] = useState<number | null>(last ? last.number + 1 : 1);
  const [count, setCount] = useState<number | null>(usualCount[pattern]);
  const { save, isBusy, failure } = useSave(onClose);
  const choosePattern = (id: string | null) => {
    const chosen = id === 'NUMBERS' ? 'NUMBERS' : 'WEEKS';
    setPattern(chosen);
    setLength(periodLengths[chosen][0]);
    setCount(usualCount[chosen]);
  };
  const room = maxPeriods - company.periods.length;
  const fits = count !== null && count >= 1 && count <= room;
  const isValid = fits && isDay(firstDay) && firstNumber !== null && firstNumber >= 1;
  const submit = () => {
    if (!isValid || isBusy) return;
    const added = { projectCompanyExternalId, length, count };
    const edit: PeriodEdit = last
      ? { kind: 'add', json: { ...added, after: last.number } }
      : { kind: 'set-up', json: { ...added, pattern, firstDay, firstNumber } };
    void save((showId) => savePeriods(showId, edit), last ? 'Periods added.' : 'Periods set up.');
  };
  return (
    <EditDialog
      title={last ? 'Add Periods' : 'Set Up Periods'}
      isBusy={isBusy}
      onClose={onClose}
      onSave={submit}
    >
      <FailureLine text={failure} />
      {last ? null : (
        <>
          <p className="text-sm text-ink-muted">
            Pattern and first day cannot be changed later. Final approvals then need an open period.
          </p>
          <Select label="Pattern" options={patterns} value={pattern} onChange={choosePattern} />
          <DateField
            label="First day"
            value={firstDay}
            onChange={setFirstDay}
            isRequired
            error={isDay(firstDay) ? null : 'Enter a day.'}
          />
          <IntegerField
            label="First number"
            value={firstNumber}
            onChange={setFirstNumber}
            minimum={1}
            maxLength={4}
          />
        </>
      )}
      {pattern === 'WEEKS' ? null : (
        <Select
          label="Length"
          options={periodLengths[pattern].map((id) => ({ id, text: lengthNames[id] }))}
          value={length}
          onChange={(id) => setLength(periodLengths.NUMBERS.find((one) => one === id) ?? length)}
        />
      )}
      <IntegerField
        label={pattern === 'WEEKS' ? 'Number of weeks' : 'Number of periods'}
        value={count}
        onChange={setCount}
        minimum={1}
        maxLength={3}
        error={fits || count === null ? null : `Enter a number from 1 to ${room}.`}
      />
      {isValid ? <Preview {...{ pattern, length, count }} from={{ firstDay, number: firstNumber }} /> : null}
    </EditDialog>
  );
}
