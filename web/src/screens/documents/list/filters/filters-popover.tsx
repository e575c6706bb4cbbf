import type { RefObject } from 'react';
import { PopoverPanel } from '../../../../parts/controls/popover.tsx';
import { FiltersPanel } from './filters-panel.tsx';
import type { FilterDefinition } from './filter-definition.ts';

export interface FiltersPopoverProps<Filters> {
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Changes with each opening, so that the panel starts from the applied filters. */
  opening: number;
  kind: FilterDefinition<Filters>;
  filters: Filters;
  onlyOwn: boolean;
  onApply: (filters: Filters) => void;
}

/** The popover of the `Filters` button. */
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
          // A panel that was closed while a selection was still loading applies nothing.
          if (!props.isOpen) return;
          props.onApply(chosen);
          onOpenChange(false);
        }}
      />
    </PopoverPanel>
  );
}
