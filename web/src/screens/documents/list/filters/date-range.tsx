import { monthBefore } from '#domain/values/days';
import { invalidDateRange } from '#domain/lists/lists';
import { DateField } from '../../../../parts/fields/date-field.tsx';
import { today } from '../../../../parts/display/date-format.tsx';
import { LinkButton } from '../../../../parts/controls/link-button.tsx';
import { rangeFits } from './filter-parts.ts';
import type { DayRange } from './filter-parts.ts';

const months = [
  { text: 'This month', before: 0 },
  { text: 'Last month', before: 1 },
];

/** The date range, with buttons for the months that are used most (LS-31, LS-37). */
export function DateRange(props: { range: DayRange; onChange: (range: DayRange) => void }) {
  const { range, onChange } = props;
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-1.5 max-sm:grid-cols-1">
      <DateField
        label="From"
        value={range.startDate}
        onChange={(startDate) => onChange({ ...range, startDate })}
      />
      <DateField
        label="To"
        value={range.endDate}
        onChange={(endDate) => onChange({ ...range, endDate })}
        error={rangeFits(range) ? null : invalidDateRange}
      />
      <p className="col-span-full flex gap-4 text-sm">
        {months.map(({ text, before }) => (
          <LinkButton key={text} onPress={() => onChange(monthBefore(today(), before))}>
            {text}
          </LinkButton>
        ))}
      </p>
    </div>
  );
}
