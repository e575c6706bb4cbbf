import { Suspense, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Loading } from '../../../parts/spinner.tsx';
import { filterCount, noFilters } from './filter-parts.ts';
import type { FilterKind } from './list-kind.ts';

/** LS-30: the filters being chosen; nothing changes before `Apply`. */
export function FiltersPanel<Filters>(props: {
  kind: FilterKind<Filters>;
  filters: Filters;
  onlyOwn: boolean;
  onApply: (filters: Filters) => void;
  onCancel: () => void;
}) {
  const { parts, fits, Fields } = props.kind;
  const [draft, setDraft] = useState(props.filters);
  const change = (part: (now: Filters) => Partial<Filters>) => setDraft((now) => ({ ...now, ...part(now) }));
  return (
    <div className="flex min-h-0 w-80 max-w-full flex-col">
      <header className="flex items-center justify-between pb-2">
        <h2 className="font-semibold">Filters</h2>
        <Button
          look="quiet"
          flush="right"
          isDisabled={filterCount(parts, draft) === 0}
          onPress={() => setDraft(noFilters(parts))}
        >
          Clear Filters
        </Button>
      </header>
      <div className="-mx-1 min-h-0 flex-1 overflow-auto px-1 pb-1">
        <Suspense fallback={<Loading label="Loading filters" />}>
          <div className="grid gap-3">
            <Fields
              filters={draft}
              change={(part) => change(() => part)}
              changeLater={change}
              onlyOwn={props.onlyOwn}
            />
          </div>
        </Suspense>
      </div>
      <footer className="flex justify-end gap-2 pt-3">
        <Button onPress={props.onCancel}>Cancel</Button>
        <Button look="primary" isDisabled={!fits(draft)} onPress={() => props.onApply(draft)}>
          Apply
        </Button>
      </footer>
    </div>
  );
}
