import type { RefObject } from 'react';
import { PopoverPanel } from '../../../../parts/controls/popover.tsx';
import { FiltersPanel } from './filters-panel.tsx';
import type { FilterKind } from './filter-definition.ts';

export interface FiltersPopoverProps<Filters> {
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Another number is another opening, which starts from what is applied. */
  opening: number;
  kind: FilterKind<Filters>;
  filters: Filters;
  onlyOwn: boolean;
  onApply: (filters: Filters) => void;
}

/** What the button `Filters` opens. */
export function FiltersPopover<Filters>(props: FiltersPopoverProps<Filters>) {
  const { onOpenChange } = props;
  return (
    <PopoverPanel
      label="Filters"
      trigger="DialogTrigger"
      triggerRef={props.button}
      isOpen={props.isOpen}
      onOpenChange={onOpenChange}
      placement="bottom end"
    >
      <FiltersPanel
        key={props.opening}
        kind={props.kind}
        filters={props.filters}
        onlyOwn={props.onlyOwn}
        onCancel={() => onOpenChange(false)}
        onApply={(chosen) => {
          // A panel that was left while something was on its way applies nothing.
          if (!props.isOpen) return;
          props.onApply(chosen);
          onOpenChange(false);
        }}
      />
    </PopoverPanel>
  );
}
