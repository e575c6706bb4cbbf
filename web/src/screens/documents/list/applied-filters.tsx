import { ChipList } from '../../../parts/chip.tsx';
import type { FilterChip } from './list-kind.ts';

/** The applied filters, each to be taken away by itself. */
export function AppliedFilters<Filters>(props: {
  chips: readonly FilterChip<Filters>[];
  onChange: (filters: Filters) => void;
}) {
  const { chips, onChange } = props;
  if (chips.length === 0) return null;
  const remove = (id: string) => {
    const chip = chips.find((one) => one.id === id);
    if (chip) onChange(chip.without);
  };
  return (
    <div className="pb-2">
      <ChipList label="Applied filters" items={chips} onRemove={remove} />
    </div>
  );
}
