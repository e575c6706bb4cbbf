import { createContext, use } from 'react';
import { SelectionCheckbox } from '../fields/checkbox.tsx';
import { Spinner } from '../controls/spinner.tsx';

/** Selectable rows. Selecting a row does not open it, and opening it does not select it. */
export interface RowSelection<Item> {
  isPicked: (item: Item) => boolean;
  onPick: (item: Item) => void;
  /** Whether all rows are selected, including those not loaded, or some, or none. */
  all: 'on' | 'some' | 'off';
  onAll: () => void;
  /** The name of a row's checkbox for screen readers. */
  nameOf: (item: Item) => string;
  /** The action on a selected row is running: it cannot be selected meanwhile. */
  isInWork: (item: Item) => boolean;
}

interface RowSelectionById extends Pick<RowSelection<unknown>, 'all' | 'onAll'> {
  isPicked: (id: string) => boolean;
  pick: (id: string) => void;
  nameOf: (id: string) => string;
  isInWork: (id: string) => boolean;
  isEmpty: boolean;
}

export function selectionById<Item>(
  picks: RowSelection<Item>,
  byId: ReadonlyMap<string, Item>,
): RowSelectionById {
  const of =
    <Result,>(read: (item: Item) => Result, otherwise: Result) =>
    (id: string) => {
      const item = byId.get(id);
      return item === undefined ? otherwise : read(item);
    };
  return {
    isPicked: of(picks.isPicked, false),
    pick: of(picks.onPick, undefined),
    nameOf: of(picks.nameOf, ''),
    isInWork: of(picks.isInWork, false),
    all: picks.all,
    onAll: picks.onAll,
    isEmpty: byId.size === 0,
  };
}

/** Checkboxes read the selection from this context, so that a change does not rerender the rows. */
export const RowSelectionContext = createContext<RowSelectionById | null>(null);

/** Replaces the checkbox of a row while its action is running. */
export function RowBusy() {
  return (
    <span data-in-work className="grid size-full min-h-10 min-w-11 place-items-center text-ink-muted">
      <Spinner small />
      <span className="sr-only">In progress</span>
    </span>
  );
}

export function RowCheckbox({ id }: { id: string }) {
  const selection = use(RowSelectionContext);
  if (!selection) return null;
  if (selection.isInWork(id)) return <RowBusy />;
  return (
    <SelectionCheckbox
      label={selection.nameOf(id)}
      isSelected={selection.isPicked(id)}
      onChange={() => selection.pick(id)}
    />
  );
}

export function SelectAllCheckbox() {
  const selection = use(RowSelectionContext);
  if (!selection) return null;
  return (
    <SelectionCheckbox
      label="Select all"
      isSelected={selection.all === 'on'}
      isIndeterminate={selection.all === 'some'}
      isDisabled={selection.isEmpty}
      onChange={selection.onAll}
    />
  );
}
