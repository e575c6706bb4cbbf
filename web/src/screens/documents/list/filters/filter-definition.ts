import type { ComponentType } from 'react';
import type { RemovableChip } from '../../../../parts/display/chip-list.tsx';
import type { PendingChoice } from '../../../../parts/fields/use-pending-choice.ts';
import type { ColumnId } from '#domain/lists/list-columns';
import type { FilterParts } from './filter-parts.ts';

/** The props of the filter fields. The list changes only after `Apply`. */
export interface FilterFieldsProps<Filters> {
  filters: Filters;
  change: (part: Partial<Filters>) => void;
  /** Applies a change that arrives later. `part` gets the filters of that moment. */
  changeLater: (part: (now: Filters) => Partial<Filters>) => void;
  /** `Apply` waits for selections that are still loading. */
  pendingChoice: PendingChoice;
  /** The user sees only their own documents, so the creator is fixed (PE-18). */
  onlyOwn: boolean;
}

/** An applied filter, and the filters without it. */
export interface FilterChip<Filters> extends RemovableChip {
  without: Filters;
}

/** The applied filters. Removing a chip takes effect at once. */
export interface AppliedProps<Filters> {
  filters: Filters;
  /** (PE-18) */
  onlyOwn: boolean;
  onChange: (filters: Filters) => void;
}

export interface FilterDefinition<Filters> {
  parts: FilterParts<Filters>;
  /** With only the drafts that can be submitted; unchanged when the filters have them already (BULK-10). */
  withDrafts: (filters: Filters) => Filters;
  /** The columns that these filters add: without them, a row does not show why it is listed (VIEW-07). */
  columns?: (filters: Filters) => readonly ColumnId[] | undefined;
  /** Whether the selection can be applied (LS-31). */
  fits: (filters: Filters) => boolean;
  // Loaded lazily: the calendars and combo boxes are a tenth of the code of the first screen, which shows none of them.
  Fields: ComponentType<FilterFieldsProps<Filters>>;
  /** An `AppliedFilters` with the chips of the applied filters. */
  Applied: ComponentType<AppliedProps<Filters>>;
}
