import type { ComponentType } from 'react';
import type { RemovableChip } from '../../../../parts/display/chip-list.tsx';
import type { PendingChoice } from '../../../../parts/fields/use-pending-choice.ts';
import type { FilterParts } from './filter-parts.ts';

/** What the popover's fields are given; nothing changes in the list before `Apply`. */
export interface FilterFieldsProps<Filters> {
  filters: Filters;
  change: (part: Partial<Filters>) => void;
  /** The same for what is known only later: it is told how the filters stand then. */
  changeLater: (part: (now: Filters) => Partial<Filters>) => void;
  /** `Apply` waits for what was chosen and is not here yet. */
  coming: PendingChoice;
  /** PE-18: only one's own documents can be seen, so the creator is settled. */
  onlyOwn: boolean;
}

/** An applied filter, and the filters without it. */
export interface FilterChip<Filters> extends RemovableChip {
  without: Filters;
}

/** What is applied, and how it changes: a chip that is taken away counts at once. */
export interface AppliedProps<Filters> {
  filters: Filters;
  /** PE-18 */
  onlyOwn: boolean;
  onChange: (filters: Filters) => void;
}

export interface FilterKind<Filters> {
  parts: FilterParts<Filters>;
  /** LS-31: whether what is chosen can be applied. */
  fits: (filters: Filters) => boolean;
  // Calendars and lists to type in are a tenth of the first screen, which shows none of them.
  Fields: ComponentType<FilterFieldsProps<Filters>>;
  /** The applied filters in words: an `AppliedFilters` with their chips. */
  Applied: ComponentType<AppliedProps<Filters>>;
}
