import { createContext, use } from 'react';
import { Tick } from '../fields/checkbox.tsx';
import { Spinner } from '../controls/spinner.tsx';

/** Rows that can be ticked. A tick never opens its row, and opening one never ticks it. */
export interface Picks<Item> {
  isPicked: (item: Item) => boolean;
  onPick: (item: Item) => void;
  /** Whether everything is ticked, rows that are not loaded among it, or some of it. */
  all: 'on' | 'some' | 'off';
  onAll: () => void;
  /** What a screen reader calls the row's box. */
  nameOf: (item: Item) => string;
  /** What was ticked is being done to it: there is nothing to tick meanwhile. */
  isInWork: (item: Item) => boolean;
}

/** The same by the id of a row, for rows that are not drawn anew with every tick. */
interface Ticks extends Pick<Picks<unknown>, 'all' | 'onAll'> {
  isPicked: (id: string) => boolean;
  pick: (id: string) => void;
  nameOf: (id: string) => string;
  isInWork: (id: string) => boolean;
  isEmpty: boolean;
}

export function ticksOf<Item>(picks: Picks<Item>, byId: ReadonlyMap<string, Item>): Ticks {
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

/** Ticks are drawn by themselves: one that changes leaves the rows alone. */
export const TicksContext = createContext<Ticks | null>(null);

/** In the place of a tick. */
export function InWork() {
  return (
    <span data-in-work className="grid size-full min-h-10 min-w-11 place-items-center text-ink-muted">
      <Spinner small />
      <span className="sr-only">In progress</span>
    </span>
  );
}

export function RowTick({ id }: { id: string }) {
  const ticks = use(TicksContext);
  if (!ticks) return null;
  if (ticks.isInWork(id)) return <InWork />;
  return <Tick label={ticks.nameOf(id)} isSelected={ticks.isPicked(id)} onChange={() => ticks.pick(id)} />;
}

export function AllTick() {
  const ticks = use(TicksContext);
  if (!ticks) return null;
  return (
    <Tick
      label="Select all"
      isSelected={ticks.all === 'on'}
      isIndeterminate={ticks.all === 'some'}
      isDisabled={ticks.isEmpty}
      onChange={ticks.onAll}
    />
  );
}
