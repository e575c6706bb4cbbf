import { Suspense, lazy, useEffect, useState } from 'react';
import { SlidersHorizontal } from 'lucide-react';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Button } from '../../../parts/button.tsx';
import { Badge } from '../../../parts/chip.tsx';
import { PopoverPanel } from '../../../parts/popover.tsx';
import { Loading } from '../../../parts/spinner.tsx';
import { filterCount } from './list-query.ts';
import type { ListFilters } from './list-query.ts';

// Calendars and lists to type in are a tenth of the first screen, which shows none of them: they come right after it.
const bring = () => import('./filters-panel.tsx');
const FiltersPanel = lazy(async () => ({ default: (await bring()).FiltersPanel }));

/** LS-30: the filters behind their button, which counts what is applied. Nothing changes before `Apply`. */
export function FiltersButton(props: {
  filters: ListFilters;
  onlyOwn: boolean;
  onApply: (filters: ListFilters) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const count = filterCount(props.filters);
  useEffect(() => void bring().catch(() => undefined), []);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button>
        <SlidersHorizontal aria-hidden className="size-4" />
        Filters
        <Badge count={count} label={`${count} applied`} />
      </Button>
      <PopoverPanel label="Filters" placement="bottom end">
        <Suspense fallback={<Loading label="Loading filters" />}>
          <FiltersPanel
            filters={props.filters}
            onlyOwn={props.onlyOwn}
            onCancel={() => setOpen(false)}
            onApply={(filters) => {
              props.onApply(filters);
              setOpen(false);
            }}
          />
        </Suspense>
      </PopoverPanel>
    </DialogTrigger>
  );
}
