import { useRef, useState } from 'react';
import type { JSX } from 'react';
import { SlidersHorizontal } from 'lucide-react';
import { ButtonContext } from 'react-aria-components/Button';
import { Button } from '../../../../parts/controls/button.tsx';
import { Badge } from '../../../../parts/display/badge.tsx';
import { lazyPart } from '../../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../../parts/overlays/lazy-overlay.tsx';
import { filterCount } from './filter-parts.ts';
import type { FiltersPopoverProps } from './filters-popover.tsx';
import type { FilterDefinition } from './filter-definition.ts';

const FiltersPopover = lazyPart(async () => (await import('./filters-popover.tsx')).FiltersPopover) as <
  Filters,
>(
  props: FiltersPopoverProps<Filters>,
) => JSX.Element;

/** The button that opens the filters, with the number of applied ones (LS-30). */
export function FiltersButton<Filters>(props: {
  kind: FilterDefinition<Filters>;
  filters: Filters;
  onlyOwn: boolean;
  onApply: (filters: Filters) => void;
}) {
  const { kind, filters } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Each opening starts from the applied filters, also while a canceled panel is still fading out.
  const [opening, setOpening] = useState(0);
  const count = filterCount(kind.parts, filters);
  const open = (opens: boolean) => {
    setOpen(opens);
    if (opens) setOpening((before) => before + 1);
  };
  return (
    <>
      <ButtonContext value={{ ref: button }}>
        <Button aria-haspopup="dialog" aria-expanded={isOpen} onPress={() => open(!isOpen)}>
          <SlidersHorizontal aria-hidden className="size-4" />
          Filters
          <Badge count={count} label={`${count} applied`} />
        </Button>
      </ButtonContext>
      <LazyOverlay isOpen={isOpen} onClose={() => setOpen(false)}>
        <FiltersPopover {...props} button={button} isOpen={isOpen} onOpenChange={open} opening={opening} />
      </LazyOverlay>
    </>
  );
}
