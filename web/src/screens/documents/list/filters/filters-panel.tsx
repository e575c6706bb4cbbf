import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../../parts/controls/button.tsx';
import { LoadingContent } from '../../../../parts/page/skeleton.tsx';
import { usePendingChoice } from '../../../../parts/fields/use-pending-choice.ts';
import { filterCount, noFilters } from './filter-parts.ts';
import type { FilterDefinition } from './filter-definition.ts';

/** The filters that are being selected. The list changes only after `Apply` (LS-30). */
export function FiltersPanel<Filters>(props: {
  kind: FilterDefinition<Filters>;
  filters: Filters;
  onlyOwn: boolean;
  onApply: (filters: Filters) => void;
  onCancel: () => void;
}) {
  const { parts, fits, Fields } = props.kind;
  const [draft, setDraft] = useState(props.filters);
  const pendingChoice = usePendingChoice();
  const [applying, setApplying] = useState<'waiting' | 'ready' | null>(null);
  const apply = useEffectEvent(() => props.onApply(draft));
  useEffect(() => {
    if (applying === 'ready') apply();
  }, [applying]);
  const applyAll = async () => {
    const pendingSelections = pendingChoice.whenSettled();
    if (!pendingSelections) return props.onApply(draft);
    setApplying('waiting');
    return setApplying((await pendingSelections) ? 'ready' : null);
  };
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
        <Suspense fallback={<LoadingContent label="Loading filters" />}>
          <div className="grid gap-3">
            <Fields
              filters={draft}
              change={(part) => change(() => part)}
              changeLater={change}
              pendingChoice={pendingChoice}
              onlyOwn={props.onlyOwn}
            />
          </div>
        </Suspense>
      </div>
      <footer className="flex justify-end gap-2 pt-3">
        <Button onPress={props.onCancel}>Cancel</Button>
        <Button
          look="primary"
          isDisabled={!fits(draft)}
          isPending={applying !== null}
          onPress={() => void applyAll()}
        >
          Apply
        </Button>
      </footer>
    </div>
  );
}
