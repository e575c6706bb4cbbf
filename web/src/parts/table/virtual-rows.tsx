import { createContext, use, useEffect, useMemo, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { DefaultCollectionRenderer } from 'react-aria-components/CollectionBuilder';
import { TableStateContext } from 'react-aria-components/Table';
import type { TableState } from 'react-aria-components/Table';
import { DragAndDropContext } from 'react-aria-components/useDragAndDrop';

type CollectionRenderer = typeof DefaultCollectionRenderer;
type BranchProps = ComponentProps<CollectionRenderer['CollectionBranch']>;
type RowNode = BranchProps['parent'];

/** Index of each row of a virtualized table, from 0, by id; null for a table that is rendered whole. */
export const RowIndexContext = createContext<ReadonlyMap<string, number> | null>(null);

interface RenderedRows {
  first: number;
  end: number;
  /** Scrolls to a row that is not rendered, and focuses it. */
  scrollTo: (rowKey: string) => void;
}

/** The range of rendered rows of a virtualized table. */
export const RenderedRowsContext = createContext<RenderedRows>({
  first: 0,
  end: 0,
  scrollTo: () => undefined,
});

/** Sets the total row count of a virtualized table; the header is the first row. */
export function VirtualTable(props: ComponentProps<'table'>) {
  const places = use(RowIndexContext);
  return <table {...props} {...(places && { 'aria-rowcount': places.size + 1 })} />;
}

export function VirtualRow({ rowId, ...props }: ComponentProps<'tr'> & { rowId: string }) {
  const place = use(RowIndexContext)?.get(rowId);
  return <tr {...props} {...(place !== undefined && { 'aria-rowindex': place + 2 })} />;
}

/** The row that contains the focus. */
function focusedRow(collection: BranchProps['collection'], focusedKey: RowNode['key'] | null) {
  const focused = focusedKey === null ? null : collection.getItem(focusedKey);
  if (focused?.type === 'cell') return focused.parentKey ?? null;
  return focused?.type === 'item' ? focused.key : null;
}

/**
 * The table's focus can be on a known row that is not rendered. If a key moved it there, scrolls to the row; if the row
 * was scrolled out of view, clears the focus, so that Tab starts again.
 */
function useFocusInRenderedRows({ collection }: BranchProps, isRendered: (rowKey: string) => boolean): void {
  const manager = use(TableStateContext)?.selectionManager;
  const { scrollTo } = use(RenderedRowsContext);
  const row = focusedRow(collection, manager?.focusedKey ?? null);
  const lost = row === null || isRendered(String(row)) ? null : String(row);
  useEffect(() => {
    if (lost === null) return;
    if (manager?.isFocused) scrollTo(lost);
    else manager?.setFocusedKey(null);
  }, [lost, manager, scrollTo]);
}

/** React skips an element with the same identity. */
const elements = new WeakMap<RowNode, ReactNode>();

function elementOf(node: RowNode): ReactNode {
  const element = elements.get(node) ?? node.render?.(node);
  elements.set(node, element);
  return element;
}

const noDragging = {};

/**
 * The table creates a new state on every render, such as an arrow key. Memoizes it, so that a row rerenders only for
 * its own focus.
 */
function MemoizedRow<Item>(props: { node: RowNode; state: TableState<Item> }) {
  const { node, state } = props;
  const { collection, isKeyboardNavigationDisabled, selectionManager: focus } = state;
  const hasFocus = focusedRow(collection, focus.focusedKey) === node.key;
  const dependencies = [
    collection,
    isKeyboardNavigationDisabled,
    ...(hasFocus ? [focus.focusedKey, focus.isFocused, focus.childFocusStrategy] : []),
  ];
  const [memo, setMemo] = useState({ state, dependencies });
  const isSame =
    memo.dependencies.length === dependencies.length &&
    memo.dependencies.every((one, at) => one === dependencies[at]);
  if (!isSame) setMemo({ state, dependencies });
  return (
    <TableStateContext value={isSame ? memo.state : state}>
      <DragAndDropContext value={noDragging}>{elementOf(node)}</DragAndDropContext>
    </TableStateContext>
  );
}

/** Renders those of the known rows that are in the rendered range. */
function RenderedRowsBody(props: BranchProps) {
  const { collection, parent } = props;
  const places = use(RowIndexContext);
  const { first, end } = use(RenderedRowsContext);
  const nodes = useMemo(() => [...(collection.getChildren?.(parent.key) ?? [])], [collection, parent]);
  const isRendered = (rowKey: string) => {
    const place = places?.get(rowKey);
    return place === undefined || (place >= first && place < end);
  };
  useFocusInRenderedRows(props, isRendered);
  const state = use(TableStateContext);
  if (!state) return null;
  return nodes
    .filter(({ key }) => isRendered(String(key)))
    .map((node) => <MemoizedRow key={node.key} node={node} state={state} />);
}

/** React Aria calls this renderer for the children of the table, its body, and each row. */
export const renderer: CollectionRenderer = {
  CollectionRoot: DefaultCollectionRenderer.CollectionRoot,
  CollectionBranch: (props) =>
    props.parent.type === 'tablebody' ? (
      <RenderedRowsBody {...props} />
    ) : (
      <DefaultCollectionRenderer.CollectionBranch {...props} />
    ),
};
