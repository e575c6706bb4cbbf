import { createContext, use, useEffect, useMemo, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { DefaultCollectionRenderer } from 'react-aria-components/CollectionBuilder';
import { TableStateContext } from 'react-aria-components/Table';
import type { TableState } from 'react-aria-components/Table';
import { DragAndDropContext } from 'react-aria-components/useDragAndDrop';

type CollectionRenderer = typeof DefaultCollectionRenderer;
type BranchProps = ComponentProps<CollectionRenderer['CollectionBranch']>;
type RowNode = BranchProps['parent'];

/** Where the rows of a long table stand among all of them, from 0, by id; null for a table that is drawn whole. */
export const RowIndexContext = createContext<ReadonlyMap<string, number> | null>(null);

interface DrawnRows {
  first: number;
  end: number;
  /** Brings a row that is not drawn into sight, and the focus to it. */
  bring: (rowKey: string) => void;
}

/** Which rows of a long table are drawn. */
export const RenderedRowsContext = createContext<DrawnRows>({ first: 0, end: 0, bring: () => undefined });

/** Says how many rows the table has where only some of them are drawn; its head is the first. */
export function VirtualTable(props: ComponentProps<'table'>) {
  const places = use(RowIndexContext);
  return <table {...props} {...(places && { 'aria-rowcount': places.size + 1 })} />;
}

export function VirtualRow({ rowId, ...props }: ComponentProps<'tr'> & { rowId: string }) {
  const place = use(RowIndexContext)?.get(rowId);
  return <tr {...props} {...(place !== undefined && { 'aria-rowindex': place + 2 })} />;
}

/** The row that has the focus, or one of whose cells has. */
function focusedRow(collection: BranchProps['collection'], focusedKey: RowNode['key'] | null) {
  const focused = focusedKey === null ? null : collection.getItem(focusedKey);
  if (focused?.type === 'cell') return focused.parentKey ?? null;
  return focused?.type === 'item' ? focused.key : null;
}

/**
 * The table can have its focus on a row that it knows and that is not drawn: there it would be lost. The row comes into
 * sight when a key led to it; one that was scrolled away from is forgotten, and Tab begins anew.
 */
function useFocusAmongDrawn({ collection }: BranchProps, isDrawn: (rowKey: string) => boolean): void {
  const manager = use(TableStateContext)?.selectionManager;
  const { bring } = use(RenderedRowsContext);
  const row = focusedRow(collection, manager?.focusedKey ?? null);
  const lost = row === null || isDrawn(String(row)) ? null : String(row);
  useEffect(() => {
    if (lost === null) return;
    if (manager?.isFocused) bring(lost);
    else manager?.setFocusedKey(null);
  }, [lost, manager, bring]);
}

/** React draws an element anew only when it is another one. */
const elements = new WeakMap<RowNode, ReactNode>();

function elementOf(node: RowNode): ReactNode {
  const element = elements.get(node) ?? node.render?.(node);
  elements.set(node, element);
  return element;
}

const noDragging = {};

/**
 * The table makes its state anew whenever it is drawn itself: when the mouse is used after the keys, or an arrow leads on. A row
 * is drawn for its own focus only.
 */
function SteadyRow<Item>(props: { node: RowNode; state: TableState<Item> }) {
  const { node, state } = props;
  const { collection, isKeyboardNavigationDisabled, selectionManager: focus } = state;
  const isHere = focusedRow(collection, focus.focusedKey) === node.key;
  const says = [
    collection,
    isKeyboardNavigationDisabled,
    ...(isHere ? [focus.focusedKey, focus.isFocused, focus.childFocusStrategy] : []),
  ];
  const [kept, keep] = useState({ state, says });
  const isSame = kept.says.length === says.length && kept.says.every((one, at) => one === says[at]);
  if (!isSame) keep({ state, says });
  return (
    <TableStateContext value={isSame ? kept.state : state}>
      <DragAndDropContext value={noDragging}>{elementOf(node)}</DragAndDropContext>
    </TableStateContext>
  );
}

/** Of the rows that the table knows those that are to be drawn; none that stands is drawn anew. */
function RowsInPart(props: BranchProps) {
  const { collection, parent } = props;
  const places = use(RowIndexContext);
  const { first, end } = use(RenderedRowsContext);
  const nodes = useMemo(() => [...(collection.getChildren?.(parent.key) ?? [])], [collection, parent]);
  const isDrawn = (rowKey: string) => {
    const place = places?.get(rowKey);
    return place === undefined || (place >= first && place < end);
  };
  useFocusAmongDrawn(props, isDrawn);
  const state = use(TableStateContext);
  if (!state) return null;
  return nodes
    .filter(({ key }) => isDrawn(String(key)))
    .map((node) => <SteadyRow key={node.key} node={node} state={state} />);
}

/** React Aria asks this for what stands in the table, its body, and each row. */
export const inPart: CollectionRenderer = {
  CollectionRoot: DefaultCollectionRenderer.CollectionRoot,
  CollectionBranch: (props) =>
    props.parent.type === 'tablebody' ? (
      <RowsInPart {...props} />
    ) : (
      <DefaultCollectionRenderer.CollectionBranch {...props} />
    ),
};
