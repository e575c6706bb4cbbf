import { invalidDateRange } from '#domain/lists';
import { DateField } from '../../../parts/date-field.tsx';
import { rangeFits } from './filter-parts.ts';
import type { DayRange } from './filter-parts.ts';

/** LS-31, LS-37 */
export function DateRange(props: { range: DayRange; onChange: (range: DayRange) => void }) {
  const { range, onChange } = props;
  return (
    <div className="grid grid-cols-2 gap-3">
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
    </div>
  );
}
