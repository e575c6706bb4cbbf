import { useState } from 'react';
import { dateRangeFits } from '#domain/lists';
import { useDepartments, usePeople } from '../../../forms/purchase-order/reference.ts';
import { Button } from '../../../parts/button.tsx';
import { FilterFields } from './filter-fields.tsx';
import { filterCount, noFilters } from './list-query.ts';
import type { ListFilters } from './list-query.ts';

/** LS-30: the filters being chosen; nothing changes before `Apply`. */
export function FiltersPanel(props: {
  filters: ListFilters;
  onlyOwn: boolean;
  onApply: (filters: ListFilters) => void;
  onCancel: () => void;
}) {
  const [draft, setDraft] = useState(props.filters);
  const { data: departments } = useDepartments();
  const { data: people } = usePeople(!props.onlyOwn);
  const fits = dateRangeFits(draft.startDate || null, draft.endDate || null);
  return (
    <div className="flex min-h-0 w-80 max-w-full flex-col">
      <header className="flex items-center justify-between pb-2">
        <h2 className="font-semibold">Filters</h2>
        <Button look="quiet" isDisabled={filterCount(draft) === 0} onPress={() => setDraft(noFilters)}>
          Clear Filters
        </Button>
      </header>
      <div className="-mx-1 min-h-0 flex-1 overflow-auto px-1 pb-1">
        <FilterFields
          filters={draft}
          change={(part) => setDraft((before) => ({ ...before, ...part }))}
          departments={departments ?? []}
          people={people ?? []}
          onlyOwn={props.onlyOwn}
        />
      </div>
      <footer className="flex justify-end gap-2 pt-3">
        <Button onPress={props.onCancel}>Cancel</Button>
        <Button look="primary" isDisabled={!fits} onPress={() => props.onApply(draft)}>
          Apply
        </Button>
      </footer>
    </div>
  );
}
