import { isGuarantor } from '#domain/identity/permissions';
import { useState } from 'react';
import { dateInZone, formatDay } from '#domain/values/days';
import { workingDayBefore } from '#domain/workflow/working-days';
import { usePeople } from '../../../../forms/document/model/use-reference-data.ts';
import { useDateFormat } from '../../../../parts/display/date-format.tsx';
import { Checkbox } from '../../../../parts/fields/checkbox.tsx';
import { MultiSelect } from '../../../../parts/fields/multi-select.tsx';
import { Select, memberOption } from '../../../../parts/fields/select.tsx';
import type { Option } from '../../../../parts/fields/select.tsx';
import { useSession } from '../../../../session/session.tsx';
import { PeriodField } from './period-field.tsx';
import type { WaitingFilters } from './waiting-filters.ts';

const anyTime: Option = { id: 'any', text: 'Any time' };
const offeredDays = [1, 2, 3, 5, 10, 20];

/** The last day of arrival for each number of working days until today. */
function useTimes(chosen: string): Option[] {
  const { settings } = useSession().config;
  const format = useDateFormat();
  const [today] = useState(() => dateInZone(new Date().toISOString(), settings.timeZone));
  const times = offeredDays.map((count) => ({
    id: workingDayBefore(today, count, settings),
    text: count === 1 ? '1 working day or more' : `${count} working days or more`,
  }));
  const isOffered = chosen === '' || times.some(({ id }) => id === chosen);
  return [
    anyTime,
    ...times,
    ...(isOffered ? [] : [{ id: chosen, text: `Since ${formatDay(chosen, format)} or earlier` }]),
  ];
}

const questions = [
  { id: 'any', text: 'All documents' },
  { id: 'ANY', text: 'Any open question' },
  { id: 'TO_ME', text: 'Questions to me' },
] as const satisfies readonly Option[];

/** The filters by waiting time, person, question, period and accounting (WAIT-07, WAIT-08, ASK-07, PERIOD-10, AC-06). */
export function WaitingFields(props: {
  filters: WaitingFilters;
  change: (part: Partial<WaitingFilters>) => void;
}) {
  const { filters, change } = props;
  const { waitingSince, waitingWith } = filters;
  const { data, error } = usePeople(true);
  const people = (data ?? []).map(memberOption);
  return (
    <>
      <Select
        label="Waiting"
        options={useTimes(waitingSince)}
        value={waitingSince || anyTime.id}
        onChange={(id) => change({ waitingSince: id === null || id === anyTime.id ? '' : id })}
      />
      <MultiSelect
        label="Waiting With"
        options={(data ?? [])
          .filter(({ roleId }) => !isGuarantor({ role: roleId }))
          .map(memberOption)
          .toSorted((a, b) => a.text.localeCompare(b.text))}
        isLoadingOptions={!data && !error}
        picked={waitingWith.map((id) => people.find((one) => one.id === id) ?? { id, text: 'Unknown' })}
        onPick={({ id }) => change({ waitingWith: [...waitingWith, id] })}
        onRemove={(id) => change({ waitingWith: waitingWith.filter((one) => one !== id) })}
        placeholder="Anyone"
      />
      <Select
        label="Questions"
        options={questions}
        value={filters.openQuestion ?? 'any'}
        onChange={(id) => change({ openQuestion: id === 'ANY' || id === 'TO_ME' ? id : null })}
      />
      <PeriodField filters={filters} change={change} />
      <Checkbox
        label="Failed to send to Accounting"
        isSelected={filters.isFailedToSendToAccounting}
        onChange={(isFailedToSendToAccounting) => change({ isFailedToSendToAccounting })}
      />
    </>
  );
}
