import { useEffect, useState } from 'react';
import { SlidersHorizontal } from 'lucide-react';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Button } from '../../../parts/button.tsx';
import { Badge } from '../../../parts/chip.tsx';
import { PopoverPanel } from '../../../parts/popover.tsx';
import { filterCount } from './filter-parts.ts';
import { FiltersPanel } from './filters-panel.tsx';
import type { FilterKind } from './list-kind.ts';

/** LS-30: the filters behind their button, which counts what is applied. */
export function FiltersButton<Filters>(props: {
  kind: FilterKind<Filters>;
  filters: Filters;
  onlyOwn: boolean;
  onApply: (filters: Filters) => void;
}) {
  const { kind, filters } = props;
  const [isOpen, setOpen] = useState(false);
  // Every opening starts from what is applied, also while the panel that was canceled is still fading.
  const [opening, setOpening] = useState(0);
  const count = filterCount(kind.parts, filters);
  const { bring } = kind.fields;
  useEffect(() => void bring().catch(() => undefined), [bring]);
  return (
    <DialogTrigger
      isOpen={isOpen}
      onOpenChange={(opens) => {
        setOpen(opens);
        if (opens) setOpening((before) => before + 1);
      }}
    >
      <Button>
        <SlidersHorizontal aria-hidden className="size-4" />
        Filters
        <Badge count={count} label={`${count} applied`} />
      </Button>
      <PopoverPanel label="Filters" placement="bottom end">
        <FiltersPanel
          key={opening}
          kind={kind}
          filters={filters}
          onlyOwn={props.onlyOwn}
          onCancel={() => setOpen(false)}
          onApply={(chosen) => {
            props.onApply(chosen);
            setOpen(false);
          }}
        />
      </PopoverPanel>
    </DialogTrigger>
  );
}
